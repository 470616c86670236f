// A provider's tax proofs: uploaded by who pays, rejected by who manages, uploaded again, seen on the person; a month generated once.

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { receiptPng } from './receipt.ts'
import { anotherPage, expectEveryRow, listRows } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'tax proofs' })

const DAY_MS = 24 * 3_600_000
const API = '/paywages/api'

async function openProofs(page: Page, search = ''): Promise<void> {
  await visit(page, `/providerProof${search}`)
  await expect(page.getByRole('heading', { name: '供应商完税证明' })).toBeVisible()
  await expect(listRows(page).first()).toBeVisible()
}

/** Without the bars that stand for rows while they are fetched. */
const rowOf = (page: Page, month: string) =>
  listRows(page).filter({ has: page.getByRole('cell', { name: month, exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last()

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await dialog(page)
    .getByRole('button', { name: /选择文件|更换/ })
    .click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

const SHANGHAI_MS = 8 * 3_600_000
const shanghaiMonth = (ms: number) => new Date(ms + SHANGHAI_MS).toISOString().slice(0, 7)

/** Someone who was paid in that month, whatever month it was for, and in an earlier one: the demo has no tax certificates of the last month yet. */
async function someonePaidIn(page: Page, month: string): Promise<number> {
  const people = await (await page.request.get(`${API}/users?size=100`)).json()
  for (const { uid } of people.data) {
    const answer = await page.request.get(`${API}/user/detail?cardid=${uid}`)
    const months = (await answer.json()).data.map(({ utime }: { utime: number }) => shanghaiMonth(utime))
    if (months.includes(month) && months.some((other: string) => other < month)) return uid
  }
  throw new Error(`nobody was paid in ${month} and before`)
}

test('tax proof is uploaded, rejected and uploaded again, and marks the payouts of the person as taxed', async ({
  page,
  browser,
  baseURL,
  logIn,
}) => {
  await logIn('pay3', { brand: 2 })
  await visit(page, '/layout')
  // The workbench leads to what waits.
  await page.getByRole('button', { name: /展开其余/ }).click()
  const waiting = page.getByRole('listitem').filter({ hasText: '份完税证明待上传' })
  await waiting.getByRole('link', { name: /去上传/ }).click()
  await expect(page).toHaveURL(/\/providerProof\?due=1$/)
  await openProofs(page, '?status=0')
  await expect(page.getByRole('button', { name: '生成上月完税证明' })).toHaveCount(0)
  await expectAccessible(page)
  const month = (await listRows(page).last().locator('td').first().innerText()).trim()

  await openProofs(page)
  const row = rowOf(page, month)
  await expect(row).toContainText('待上传')
  await row.getByRole('button', { name: '上传', exact: true }).click()
  await dialog(page).getByRole('button', { name: '上传', exact: true }).click()
  await expect(dialog(page).getByText('请选择要上传的文件')).toBeVisible()
  await choose(page, '证明.pdf', Buffer.from('只是一段文字'))
  await expect(page.getByText('「证明.pdf」文件内容与格式不符，仅支持 pdf、png、jpg、gif、bmp')).toBeVisible()
  await choose(page, '完税证明-原件.png', receiptPng())
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '上传', exact: true }).click()
  await expectToast(page, '完税证明文件上传成功')
  await expect(row).toContainText('已上传')
  await expect(row.getByRole('button', { name: '驳回' })).toHaveCount(0)

  const manager = await anotherPage(browser, baseURL)
  await logIn('manager2', { page: manager, brand: 2 })
  await openProofs(manager)
  const managed = rowOf(manager, month)
  const late = await manager.context().newPage()
  await openProofs(late)
  await rowOf(late, month).getByRole('button', { name: '驳回' }).click()
  await dialog(late).getByLabel('驳回原因').fill('印章不清晰')
  await managed.getByRole('button', { name: '驳回' }).click()
  await dialog(manager).getByRole('button', { name: '驳回', exact: true }).click()
  await expect(dialog(manager).getByText('请输入驳回原因')).toBeVisible()
  await dialog(manager).getByLabel('驳回原因').fill('文件所属期不符')
  await dialog(manager).getByRole('button', { name: '驳回', exact: true }).click()
  await expectToast(manager, '操作成功')
  await expect(managed).toContainText('已驳回')
  await expect(managed).toContainText('驳回原因：文件所属期不符')

  // The second window finds it rejected: what was typed stays, the list behind is new, and the dialog says so.
  await dialog(late).getByRole('button', { name: '驳回', exact: true }).click()
  await expect(dialog(late).getByText('记录已有变化，页面已更新为最新内容')).toBeVisible()
  await expect(dialog(late).getByLabel('驳回原因')).toHaveValue('印章不清晰')
  await expect(rowOf(late, month)).toContainText('驳回原因：文件所属期不符')
  await dialog(late).getByRole('button', { name: '取消' }).click()
  await late.close()

  await page.reload()
  await expect(row).toContainText('已驳回')
  await row.getByRole('button', { name: '重新上传' }).click()
  await expect(dialog(page).getByText('上次被驳回：文件所属期不符')).toBeVisible()
  await choose(page, '完税证明-更正.png', receiptPng())
  await dialog(page).getByRole('button', { name: '上传', exact: true }).click()
  await expect(row).toContainText('已更新')

  await row.getByRole('button', { name: '详情' }).click()
  const drawer = dialog(page)
  await expect(drawer.getByText('与台账一致')).toBeVisible()
  await expect(drawer.getByRole('listitem')).toContainText([
    '生成完税证明',
    '上传文件',
    '驳回',
    '重新上传文件',
  ])
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await drawer.getByRole('link', { name: '下载 完税证明-原件.png' }).click()
  expect((await saved).suggestedFilename()).toBe('完税证明-原件.png')

  // Whoever was paid in that month is told as proven.
  await visit(page, `/userdetail?usidcard=${await someonePaidIn(page, month)}`)
  // What was asked for in a month may be paid in the next; proven is what was paid in it.
  await expect(
    listRows(page)
      .filter({ hasText: `${month}-` })
      .first(),
  ).toContainText('已完税')
  await expect(page.getByRole('row', { name: new RegExp(`^${month} .* 已完税$`) })).toBeAttached()

  // And from there to that person's statements alone.
  const [name = ''] = (await page.getByRole('heading', { level: 1 }).innerText()).split('\n')
  await page.getByRole('link', { name: '个人完税证明', exact: true }).last().click()
  await expect(page.getByText('仅显示从人员详情选中的人员')).toBeVisible()
  await expectEveryRow(page, name)
  await page.getByRole('button', { name: '查看全部人员' }).click()
  await expect(page).toHaveURL(/personProof$/)
  await expect(listRows(page).filter({ hasNotText: name }).first()).toBeVisible()
  await manager.context().close()
})

test('other companies see no tax proofs, and reviewers can only read them', async ({
  page,
  browser,
  baseURL,
  logIn,
}) => {
  await logIn('pay1')
  await visit(page, '/providerProof')
  await expect(page.getByText('还没有完税证明')).toBeVisible()
  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check3', { page: reviewer, brand: 2 })
  await openProofs(reviewer)
  await expect(listRows(reviewer).getByRole('button', { name: /上传|驳回/ })).toHaveCount(0)
  await expect(listRows(reviewer).getByRole('button', { name: '详情' }).first()).toBeVisible()
  await reviewer.context().close()
})

test('manager generates the tax proofs of a past month only once', async ({ page, product, logIn }) => {
  await product.restart(31)
  await page.clock.setSystemTime(Date.now() + 31 * DAY_MS)
  await logIn('manager2', { brand: 2 })
  await openProofs(page)
  const before = await listRows(page).count()
  await page.getByRole('button', { name: '生成上月完税证明' }).click()
  await expect(dialog(page)).toContainText('远山服务')
  await expect(dialog(page).getByRole('listitem')).toContainText([/\d{4}-\d\d/])
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '生成完税证明' }).click()
  await expect(page.getByText(/^已生成上月完税证明，共 \d 份$/)).toBeVisible()
  await expect.poll(() => listRows(page).count()).toBeGreaterThan(before)
  await expect(listRows(page).first()).toContainText('待上传')
  await page.getByRole('button', { name: '生成上月完税证明' }).click()
  await expectToast(page, '上月完税证明已生成，无需重复生成')
})
