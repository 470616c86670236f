// Unsigned people of a payout sheet: invited from the errors where they may not be paid, and from the batch where they may (D22).

import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { fillTemplate, idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import { anotherPage, confirmChanges, downloadTemplate, rowNamed, uploadSheet } from './steps.ts'
import { visit } from './visit.ts'

type Line = { readonly name: string; readonly sequence: number; readonly phone?: string }

function lines(people: readonly Line[]): SheetLine[] {
  return people.map(({ name, sequence, phone = `1390007${sequence}` }) => [
    name,
    idCardNo('19920202', sequence % 1_000),
    phone,
    '中国工商银行',
    `622202120200088${sequence}`,
    '800.00',
    thisMonth(),
    '邀请',
  ])
}

async function setUnsignedBlocks(admin: Page, company: string, blocks: boolean): Promise<void> {
  const browser = admin.context().browser()
  if (browser === null) throw new Error('no browser')
  await visit(admin, `/providers?name=${company}`)
  await rowNamed(admin, company).getByText('编辑').click()
  const blocking = admin.getByRole('switch', { name: '未签约不得发放' })
  await expect(blocking).toBeVisible()
  await blocking.setChecked(blocks)
  await admin.getByRole('button', { name: '保存' }).click()
  await expect(admin).toHaveURL(/\/providers/)
  await confirmChanges(browser, new URL(admin.url()).origin, company)
}

/** The links of a downloaded list, by name. */
async function linksIn(page: Page): Promise<ReadonlyMap<string, string>> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载链接清单' }).click()
  const book = read(await readFile(await (await download).path()))
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new Error('the list has no sheet')
  const rows = utils.sheet_to_json<Record<string, string>>(sheet)
  return new Map(rows.map((row) => [row.姓名 ?? '', row.签约链接 ?? '']))
}

test('payer invites exactly the unsigned people of a sheet rejected for missing signatures', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const admin = await anotherPage(browser, baseURL)
  await logIn('admin', { page: admin })
  await setUnsignedBlocks(admin, '云帆信息', true)
  try {
    await logIn('pay2')
    await visit(page, '/payexcels')
    const template = await downloadTemplate(page)
    const sheet = lines([
      { name: '魏待签', sequence: 6_001 },
      { name: '邵待签', sequence: 6_002 },
      { name: '冯有误', sequence: 6_003, phone: '12345' },
    ])
    await uploadSheet(page, '未签约.xlsx', fillTemplate(template, sheet))
    const errors = page.getByRole('dialog').filter({ hasText: '有 3 行需要修改' })
    await expect(errors.getByText('有 2 人只因未签约不能发放')).toBeVisible()
    await expect(errors.getByText('第 4 行还有其他错误，改正之前不邀请。')).toBeVisible()
    await expectAccessible(page)
    await errors.getByRole('button', { name: '邀请未签约人员' }).click()
    const invitation = page.getByRole('dialog').filter({ hasText: '已生成 2 个签约链接' })
    await expect(invitation).toBeVisible()
    await expectAccessible(page)
    const links = await linksIn(page)
    expect([...links.keys()]).toEqual(expect.arrayContaining(['魏待签', '邵待签']))
    expect(links.has('冯有误')).toBe(false)
    await invitation.getByRole('button', { name: '关闭' }).last().click()
    await expect(errors.getByText('已邀请 2 人，请把签约链接发给本人，签约后重新上传。')).toBeVisible()

    // The link opens for whoever holds it, and tells whom it is from.
    const token = new URL(links.get('魏待签') ?? '').pathname.split('/').at(-1)
    const opened = await page.request.post('/paywages/api/sign/open', { data: { token } })
    expect((await opened.json()).data.providerName).toContain('云帆信息')
    await visit(page, '/personList?name=魏待签')
    await expect(rowNamed(page, '魏待签')).toContainText('待签署')
  } finally {
    await setUnsignedBlocks(admin, '云帆信息', false)
    await admin.context().close()
  }
})

test('payer sees the number of unsigned people in a batch and invites all of them', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay1')
  await visit(page, '/payexcels')
  const template = await downloadTemplate(page)
  const sheet = lines([
    { name: '姜待签', sequence: 7_001 },
    { name: '戚待签', sequence: 7_002 },
  ])
  await uploadSheet(page, '可先发放.xlsx', fillTemplate(template, sheet))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  const address = page.url()
  await expect(page.getByText('2 人未签约')).toBeVisible()
  await page.getByRole('button', { name: '邀请签约' }).click()
  const invitation = page.getByRole('dialog').filter({ hasText: '已生成 2 个签约链接' })
  await expect(invitation).toBeVisible()
  expect([...(await linksIn(page)).keys()].sort()).toEqual(['姜待签', '戚待签'].sort())
  await page.keyboard.press('Escape')
  await expect(invitation).toHaveCount(0)
  // An invitation is no signature: the warning stays.
  await expect(page.getByText('2 人未签约')).toBeVisible()
  await expect(rowNamed(page, '姜待签')).toContainText('未签约')
  await expectAccessible(page)

  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check1', { page: reviewer })
  await visit(reviewer, address)
  await expect(reviewer.getByText('2 人未签约')).toBeVisible()
  await expect(reviewer.getByRole('button', { name: '邀请签约' })).toHaveCount(0)
  await reviewer.context().close()
})
