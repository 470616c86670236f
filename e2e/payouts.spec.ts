// The daily work: template, a sheet with errors, a clean one, a cancelled row, audit, and review by another person.

import { expectAccessible } from './accessibility.ts'
import { holdTable } from './database.ts'
import { expect, test } from './product.ts'
import { fillTemplate, idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import { anotherPage, approve, downloadTemplate, expectEveryRow, uploadSheet } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

function lines(count: number, remark: string): SheetLine[] {
  return Array.from({ length: count }, (_, index): SheetLine => {
    const card = `62220212020003${String(index).padStart(5, '0')}`
    return [
      `王小${'甲乙丙丁戊'[index % 5]}`,
      idCardNo('19900101', 100 + index),
      `1391234${String(2_000 + index)}`,
      '中国工商银行',
      card,
      `${1_000 + index}.50`,
      thisMonth(),
      remark,
    ]
  })
}

test('payer uploads a filled template, corrects errors and audits it, and a reviewer approves the batch', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay1')
  await visit(page, '/payexcels')
  const template = await downloadTemplate(page)

  const bad = lines(6, '第一次').map(
    (line, index): SheetLine =>
      index === 2 ? ([line[0], '330102199001010000', ...line.slice(2)] as unknown as SheetLine) : line,
  )
  await uploadSheet(page, '十一月课酬.xlsx', fillTemplate(template, bad))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('有 1 行需要修改，整份表未入库')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /身份证号不正确/ })).toContainText('4')
  await expectAccessible(page)
  const marked = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载标注表' }).click()
  expect((await marked).suggestedFilename()).toBe('十一月课酬-标注.xlsx')
  await page.keyboard.press('Escape')

  const clean = fillTemplate(template, lines(6, '第二次'))
  await uploadSheet(page, '十一月课酬.xlsx', clean)
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  const address = new URL(page.url())
  const opId = address.searchParams.get('opId')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('十一月课酬.xlsx')
  await expect(page.getByText('6,018.00').first()).toBeVisible()
  await expect(page.getByText('首次发放').first()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('switch', { name: '取消转账：王小乙' }).click()
  await expect(page.getByText('5,016.50').first()).toBeVisible()
  await page.getByRole('button', { name: '审核通过' }).first().click()
  await expect(page.getByText('确认审核通过？')).toBeVisible()
  await expect(page.getByText('伍仟零壹拾陆元伍角')).toBeVisible()
  await page.getByRole('button', { name: /^审核通过 / }).click()
  await expect(page).toHaveURL(/\/payexcels/)
  await expect(page.getByRole('row', { name: /十一月课酬/ }).first()).toContainText('待复核')

  await uploadSheet(page, '十一月课酬.xlsx', clean)
  await expect(page.getByText('该文件内容已上传过，确认再次上传？')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()

  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check1', { page: reviewer })
  await visit(reviewer, '/payexcels')
  await reviewer
    .getByRole('row', { name: /十一月课酬/ })
    .first()
    .getByText('复核', { exact: true })
    .click()
  await expect(reviewer).toHaveURL(new RegExp(`opId=${opId}`))
  await approve(reviewer, '复核通过')
  await expect(reviewer).toHaveURL(/\/payexcels/)
  await expect(reviewer.getByRole('row', { name: /十一月课酬/ }).first()).toContainText('待转账')
  await reviewer.getByLabel('文件名').fill('月课酬')
  await reviewer.getByLabel('状态').click()
  await reviewer.locator('.ant-select-dropdown:visible').getByText('待转账', { exact: true }).click()
  await reviewer.getByRole('button', { name: '查询', exact: true }).click()
  await expect(reviewer).toHaveURL(/status=ready/)
  await expectEveryRow(reviewer, '待转账')
  await expectEveryRow(reviewer, '十一月课酬')
  await expect(reviewer.getByText(/^共 \d+ 条，合计 [\d,]+\.\d\d 元$/)).toBeVisible()
  await reviewer.context().close()
})

test('large sheet shows a percentage, leaving asks, and the list of errors waits for who comes back', async ({
  page,
  logIn,
  product,
}) => {
  await logIn('pay1')
  await visit(page, '/paydetail')
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByText('资金发放').click()
  const template = await downloadTemplate(page)
  const bad = lines(3, '离开').map(
    (line, index): SheetLine =>
      index === 1 ? ([line[0], '330102199001010000', ...line.slice(2)] as unknown as SheetLine) : line,
  )

  // The server does not end before the test lets it, and tells how far it has come.
  let letGo = await holdTable(product, 'audit_entries')
  const read = { stage: 'reading', done: 62_400, total: 100_000, bad: 0 }
  await page.route('**/paywages/api/excel/import/progress?*', (route) =>
    route.fulfill({ json: { status: 0, code: 'ok', msg: '', data: read } }),
  )
  await uploadSheet(page, '离开也在.xlsx', fillTemplate(template, bad))
  await expect(page.getByText('正在读取第 62,400 行，共约 100,000 行')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: '离开也在.xlsx' })).toHaveAttribute(
    'aria-valuenow',
    '62',
  )

  // So does closing the tab, where the browser asks.
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const closing = await asked
  expect(closing.type()).toBe('beforeunload')
  await closing.dismiss()
  await menu.getByText('明细查询').click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('上传尚未完成，确认离开？')
  await question.getByRole('button', { name: '取消', exact: true }).click()
  await expect(page).toHaveURL(/\/payexcels/)
  await letGo()
  const errors = page.getByRole('dialog').filter({ hasText: '有 1 行需要修改，整份表未入库' })
  await expect(errors).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(/\/paydetail/)
  await page.goForward()
  await expect(errors).toBeVisible()
  await page.keyboard.press('Escape')
  await menu.getByText('明细查询').click()
  await expect(page).toHaveURL(/\/paydetail/)
  await menu.getByText('资金发放').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('资金发放')
  await expect(errors).toHaveCount(0)

  // Whoever leaves all the same stops the upload, and is told.
  letGo = await holdTable(product, 'audit_entries')
  await uploadSheet(page, '离开也在.xlsx', fillTemplate(template, bad))
  await expect(page.getByText('正在读取第 62,400 行')).toBeVisible()
  await menu.getByText('明细查询').click()
  await page.getByRole('dialog').getByRole('button', { name: '离开并取消上传' }).click()
  await expect(page).toHaveURL(/\/paydetail/)
  await expectToast(page, '已离开页面，上传已取消')
  await letGo()
})

test('batch of another provider is not accessible', async ({ page, logIn }) => {
  await logIn('pay3', { brand: 2 })
  await visit(page, '/payimport?opId=1')
  await expect(page.getByText('记录不存在或已被删除')).toBeVisible()
  await page.getByRole('button', { name: '返回资金发放' }).click()
  await expect(page).toHaveURL(/\/payexcels$/)
})

test('file that is not a sheet is rejected before the upload', async ({ page, logIn }) => {
  await logIn('pay1')
  await visit(page, '/payexcels')
  await uploadSheet(page, 'notes.txt', Buffer.from('hello'))
  await expectToast(page, '请选择 excel 文件上传')
})

test('server error during the upload shows the specified message', async ({ page, logIn }) => {
  await logIn('pay1')
  await visit(page, '/payexcels')
  const envelope = { status: 500, code: 'server-error', msg: '系统繁忙，请稍后重试', data: null }
  await page.route('**/paywages/api/excel/import', (route) => route.fulfill({ status: 500, json: envelope }))
  await uploadSheet(page, '坏运气.xlsx', Buffer.from('PK'))
  await expectToast(page, '导入失败，请稍后重试')
})

test('reviewer rejects a batch with a reason that the payer can read', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check2', { page: reviewer })
  await visit(reviewer, '/payexcels')
  await reviewer.getByText('复核', { exact: true }).first().click()
  await reviewer.getByRole('button', { name: '驳回' }).click()
  await reviewer.getByRole('dialog').getByRole('textbox').fill('金额与合同不符')
  await reviewer.getByRole('button', { name: '确认驳回' }).click()
  await expect(reviewer).toHaveURL(/\/payexcels/)
  await reviewer.context().close()
  await logIn('pay2')
  await visit(page, '/payexcels')
  await page
    .getByRole('row', { name: /复核驳回/ })
    .first()
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('note').getByText('金额与合同不符')).toBeVisible()
})

test('manager adds a restricted person with a confirmation, sees masked data, and removes the person with a reason', async ({
  page,
  logIn,
}) => {
  await logIn('manager1')
  await visit(page, '/limituser')
  await expect(page.getByText('每人每月累计金额须低于 92,000 元。')).toBeVisible()
  const id = idCardNo('19880808', 321)
  await page.getByRole('button', { name: '新增限制人员' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: '姓名' }).fill('钱多多')
  await page.getByRole('dialog').getByRole('textbox', { name: '身份证号' }).fill(id)
  await page.getByRole('dialog').getByRole('combobox', { name: '适用供应商' }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('云帆信息', { exact: true }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText(id)).toBeVisible()
  await page.getByRole('button', { name: '限制 钱多多 转账' }).click()
  await expectToast(page, '新增成功')
  const row = page.getByRole('row', { name: /钱多多/ })
  await expect(row).not.toContainText(id)
  await expectAccessible(page)
  await row.getByText('移除').click()
  await page.getByRole('dialog').getByRole('textbox').fill('误加')
  await page.getByRole('button', { name: '确认移除' }).click()
  await expect(page.getByRole('row', { name: /钱多多/ })).toHaveCount(0)
})
