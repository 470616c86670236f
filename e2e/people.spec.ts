// People: found by pinyin and by ID, added, imported and invited; corrected by a manager; unseen by other companies.

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { countInDatabase } from './database.ts'
import { expect, test } from './product.ts'
import { fillTemplate, idCardNo } from './sheet.ts'
import { anotherPage, downloadTemplate, listRows, rowNamed } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

async function search(page: Page, label: string, words: string): Promise<void> {
  // A dialog that is fading away may have a field of the same name.
  const field = page.locator('form.filter-bar').getByLabel(label, { exact: true })
  await field.fill(words)
  await field.press('Enter')
}

async function reset(page: Page): Promise<void> {
  await page.getByRole('button', { name: '重置' }).click()
  await expect(listRows(page)).toHaveCount(10)
}

async function openPeople(page: Page): Promise<void> {
  await visit(page, '/usermanage')
  await expect(listRows(page)).toHaveCount(10)
}

async function addPerson(page: Page, name: string, id: string, phone: string): Promise<void> {
  await page.getByRole('button', { name: '新增人员' }).click()
  const dialog = page.getByRole('dialog', { name: '新增人员' })
  await dialog.getByLabel('姓名').fill(name)
  await dialog.getByLabel('身份证号').fill(id)
  await dialog.getByLabel('手机号').fill(phone)
}

/** Pinyin comes with the worker's next look at new names. The answer is counted: rows of the search before stay until it is there. */
async function searchUntilFound(page: Page, label: string, words: string): Promise<void> {
  await expect(async () => {
    const answered = page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith('/users'), {
      timeout: 5_000,
    })
    await search(page, label, words)
    expect((await (await answered).json()).data).toHaveLength(1)
  }).toPass()
  await expect(listRows(page)).toHaveCount(1)
}

async function chooseSheet(page: Page, button: string, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

test('payer adds and invites a person, finds them by search, and revokes the invitation', async ({
  page,
  logIn,
  product,
}) => {
  // Whoever has signed in the demo has a contract and its pictures, unless these were deleted on the person's wish.
  expect(
    await countInDatabase(
      product,
      `select 1 from provider_freelancers pf where pf.signed_at is not null and not exists (
        select 1 from personal_contracts c where c.provider_id = pf.provider_id and c.freelancer_id = pf.freelancer_id and c.pdf_file_id is not null
          and (c.images_deleted_at is not null
            or (c.front_file_id is not null and c.back_file_id is not null and c.signature_file_id is not null)))`,
    ),
  ).toBe(0)
  const id = idCardNo('19930514', 901)
  await logIn('pay1')
  await openPeople(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: '新增人员' }).click()
  await page.getByRole('button', { name: '保存并邀请' }).click()
  for (const text of ['请输入姓名', '请输入身份证号', '请输入手机号'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await addPerson(page, '顾清扬', `${id.slice(0, 17)}Z`, '13900000901')
  await page.getByRole('button', { name: '保存并邀请' }).click()
  await expect(page.getByText('身份证号不正确')).toBeVisible()
  await page.getByRole('dialog').getByLabel('身份证号').fill(id)
  await page.getByRole('button', { name: '保存并邀请' }).click()

  const invitation = page.getByRole('dialog', { name: '顾清扬的签约链接' })
  await expect(invitation.getByText('7 天内有效、只能使用一次')).toBeVisible()
  await expect(invitation.getByRole('img', { name: '签约链接二维码' })).toBeVisible()
  const url = await invitation.getByText(/\/sign\//).innerText()
  await invitation.getByRole('button', { name: '复制链接' }).click()
  await expect(invitation.getByText('已复制')).toBeVisible()
  await expectAccessible(page)
  await invitation.getByRole('button', { name: '关闭' }).last().click()
  await expect(rowNamed(page, '顾清扬')).toContainText('已邀请')

  // First letters, and the number with spaces around it, by Enter; the clear button brings everyone back.
  for (const [label, words] of [
    ['姓名', 'gqy'],
    ['姓名', 'guqing'],
    ['姓名', ' 清扬 '],
    ['身份证号', ` ${id} `],
  ] as const) {
    await searchUntilFound(page, label, words)
    await expect(rowNamed(page, '顾清扬')).toBeVisible()
    await reset(page)
  }
  await search(page, '姓名', 'qyg')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await reset(page)

  await rowNamed(page, '顾清扬').getByRole('button', { name: '显示顾清扬的身份证号' }).click()
  await expect(rowNamed(page, '顾清扬')).toContainText(id)
  await rowNamed(page, '顾清扬').click()
  await expect(page).toHaveURL(/\/userdetail\?usidcard=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('顾清扬')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('已邀请')
  await expect(page.getByText(id)).toBeVisible()
  await expect(page.getByText('还没有成功的发放')).toBeVisible()
  await expect(page.getByText('近 6 个月没有收入')).toBeVisible()
  await expect(page.locator('.bar-chart')).toHaveCount(0)
  await expect(page.getByText('共 0 笔 · 收入合计 ¥0.00 · 个税合计 ¥0.00')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: '查看签约链接' }).click()
  await expect(invitation.getByText(url)).toBeVisible()
  await invitation.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '重新发送' }).click()
  await page.getByRole('button', { name: '生成新链接' }).click()
  await expect(invitation.getByText(/\/sign\//)).not.toHaveText(url)
  await invitation.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByText('撤销邀请').click()
  await page.getByRole('button', { name: '确认撤销' }).click()
  await expectToast(page, '邀请已撤销')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('未签约')
  await expect(page.getByRole('button', { name: '邀请签约' })).toBeVisible()
})

test('import with an invalid row registers nobody, and the corrected sheet registers everybody', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await openPeople(page)
  await page.getByRole('button', { name: '导入人员' }).click()
  const template = await downloadTemplate(page)
  const people = [
    ['程一诺', idCardNo('19880301', 911), '13900000911'],
    ['程二南', idCardNo('19880302', 912), '13900000912'],
  ] as const
  const bad = people.map(([name, id], index) => [name, id, index === 1 ? '1390000' : '13900000911'])

  await chooseSheet(page, '选择文件', '人员.pdf', Buffer.from('%PDF'))
  await expect(page.getByText('请选择 excel 文件上传')).toBeVisible()
  await chooseSheet(page, '选择文件', '人员.xlsx', fillTemplate(template, bad))
  await expectAccessible(page)
  await page.getByRole('button', { name: '开始导入' }).click()
  await expect(page.getByText('有 1 行有误，没有登记任何人')).toBeVisible()
  await expect(rowNamed(page, '程二南')).toContainText('手机号')
  await expect(page.getByRole('dialog').getByText('程一诺')).toHaveCount(0)
  await expectAccessible(page)
  await chooseSheet(page, '重新选择文件', '人员.xlsx', fillTemplate(template, people))
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await search(page, '姓名', '程一诺')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()

  await page.getByRole('button', { name: '导入人员' }).click()
  await chooseSheet(page, '选择文件', '人员.xlsx', fillTemplate(template, people))
  // A network that breaks costs nothing: the same file is sent again.
  await page.route('**/paywages/api/user/import', (route) => route.abort())
  await page.getByRole('button', { name: '开始导入' }).click()
  await expect(page.getByText('网络中断，没有收到结果')).toBeVisible()
  await page.unroute('**/paywages/api/user/import')
  await page.getByRole('button', { name: '重试' }).click()
  const invitation = page.getByRole('dialog', { name: '已生成 2 个签约链接' })
  const saved = page.waitForEvent('download')
  await invitation.getByRole('button', { name: '下载链接清单' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/)
  await invitation.getByRole('button', { name: '关闭' }).last().click()
  await searchUntilFound(page, '姓名', 'chengyn')
  await expect(rowNamed(page, '程一诺')).toContainText('已邀请')

  // Chosen rows are invited again; the question says how many.
  await search(page, '姓名', '程')
  await page.getByLabel('选择程一诺').check()
  await page.getByLabel('选择程二南').check()
  await page.getByRole('button', { name: '邀请所选 2 人' }).click()
  await expect(page.getByText('所选 2 人：')).toBeVisible()
  await page.getByRole('button', { name: '邀请 2 人签约' }).click()
  await expect(invitation).toBeVisible()
})

test('manager corrects a name, reviewer can only read, and other companies see nothing', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const id = idCardNo('19910607', 921)
  await logIn('manager1')
  await openPeople(page)
  await addPerson(page, '沈青禾', id, '13900000921')
  await page.getByLabel('所属供应商').click()
  await page.getByTitle('云帆信息').click()
  await page.getByText('立即邀请签约').click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expectToast(page, '新增成功')
  await search(page, '身份证号', id)
  await expect(rowNamed(page, '沈青禾')).toContainText('云帆信息')
  await rowNamed(page, '沈青禾').click()

  await page.getByRole('button', { name: '更多' }).click()
  await page.getByText('更正姓名').click()
  const dialog = page.getByRole('dialog', { name: '更正姓名' })
  await dialog.getByLabel('正确姓名').fill('沈清禾')
  await dialog.getByRole('button', { name: '确认更正' }).click()
  await expect(dialog.getByText('请输入原因')).toBeVisible()
  await dialog.getByLabel('更正原因').fill('登记时写错一个字')
  await dialog.getByRole('button', { name: '确认更正' }).click()
  await expectToast(page, '姓名已更正')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('沈清禾')
  const address = new URL(page.url())

  const checker = await anotherPage(browser, baseURL)
  await logIn('check2', { page: checker })
  await openPeople(checker)
  await expect(checker.getByRole('button', { name: '导出' })).toBeVisible()
  await expect(checker.getByRole('button', { name: '新增人员' })).toHaveCount(0)
  await expect(checker.getByRole('checkbox')).toHaveCount(0)
  await visit(checker, address.pathname + address.search)
  await expect(checker.getByRole('heading', { level: 1 })).toContainText('沈清禾')
  await expect(checker.getByRole('button', { name: '邀请签约' })).toHaveCount(0)
  await expect(checker.getByRole('button', { name: '更多' })).toHaveCount(0)

  // Another company of the platform, and another platform's brand.
  for (const [account, brand] of [
    ['pay1', 1],
    ['manager2', 2],
  ] as const) {
    const other = await anotherPage(browser, baseURL)
    await logIn(account, { page: other, brand })
    await openPeople(other)
    await search(other, '身份证号', id)
    await expect(other.getByText('没有符合条件的记录')).toBeVisible()
    await visit(other, address.pathname + address.search)
    await expect(other.getByText('记录不存在或已被删除')).toBeVisible()
    await expect(other.getByText('沈清禾')).toHaveCount(0)
    await visit(other, `/userdetail?usidcard=${id}`)
    await expect(other.getByText('记录不存在或已被删除')).toBeVisible()
    await visit(other, '/userdetail')
    await expect(other.getByText('记录不存在或已被删除')).toBeVisible()
  }
})

test('paid person shows limit, months and consistent sums, the list exports, and a failed load is retried', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await openPeople(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/)

  await page.getByLabel('签约状态').click()
  await page.getByTitle('已签约').last().click()
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(/signing=1/)
  await page.route('**/paywages/api/user/detail*', (route) => route.abort())
  // Those who signed last may not have been paid yet; whoever was has a day of it.
  await listRows(page)
    .filter({ hasText: /20\d\d-\d\d-\d\d/ })
    .first()
    .click()
  await expect(page.getByText('暂未获取人员信息，请稍后重试')).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/paywages/api/user/detail*')
  await page.getByRole('button', { name: '重试' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('已签约')
  await expect(page.getByRole('region', { name: '本月剩余额度' })).toContainText('须低于 ¥92,000.00')
  await expect(page.getByRole('figure', { name: '近 6 个月收入' })).toBeVisible()
  const rows = page.getByRole('region', { name: '发放记录' })
  const reported = await rows.getByText(/共 \d+ 笔/).innerText()
  const [, count, income] =
    /共 (\d+) 笔 · 收入合计 ¥([\d,]+\.\d\d) · 个税合计 ¥[\d,]+\.\d\d/.exec(reported) ?? []
  expect(Number(count)).toBeGreaterThan(0)
  // One page holds them all: the rows add up to the sum above them.
  expect(Number(count)).toBeLessThanOrEqual(10)
  // Numbers stand in one line.
  const numbers = rows.locator('tbody tr.list-row td:first-child')
  expect(await numbers.evaluateAll((all) => Math.max(...all.map((cell) => cell.clientHeight)))).toBeLessThan(
    48,
  )
  const amounts = await rows.locator('tbody tr.list-row td:nth-child(5)').allInnerTexts()
  const fen = (yuan: string) => Math.round(Number(yuan.replaceAll(',', '')) * 100)
  expect(amounts.reduce((sum, amount) => sum + fen(amount), 0)).toBe(fen(income ?? ''))
  await expectAccessible(page)
  await page.getByRole('button', { name: '变更记录' }).click()
  await expect(page.getByRole('dialog', { name: '联系方式变更记录' })).toBeVisible()
  await expectAccessible(page)
})
