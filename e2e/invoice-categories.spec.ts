// Invoice categories: added, edited until used, disabled and enabled; what payers may choose follows (spec §2, D30).

import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { anotherPage, listRows } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

const API = '/paywages/api'

const rowOf = (page: Page, category: string): Locator => listRows(page).filter({ hasText: category })
const dialogOf = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title })

async function openCategories(page: Page, query = ''): Promise<void> {
  await visit(page, `/invoiceManage${query}`)
  await expect(listRows(page).first()).toBeVisible()
}

/** The enabled ones, as a form offers them. */
async function offered(request: APIRequestContext): Promise<{ invoiceClassId: number; name: string }[]> {
  const answer = await request.get(`${API}/invoice/class/list?invoiceClassStatus=1&size=100`)
  const { data } = (await answer.json()) as {
    data: { invoiceClassId: number; invoiceClassName: string }[]
  }
  return data.map(({ invoiceClassId, invoiceClassName }) => ({ invoiceClassId, name: invoiceClassName }))
}

async function chooseItem(page: Page, dialog: Locator, item: string): Promise<void> {
  await dialog.getByLabel('服务事项', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText(item, { exact: true }).click()
}

async function addCategory(page: Page, item: string, name: string): Promise<void> {
  await page.getByRole('button', { name: '新增发票类目' }).click()
  const dialog = dialogOf(page, '新增发票类目')
  await chooseItem(page, dialog, item)
  await dialog.getByLabel('发票类目', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: '新增', exact: true }).click()
  // The word of an earlier one may still stand there.
  await expectToast(page, '发票类目新增成功')
  await expect(dialog).toHaveCount(0)
}

/** What the select of a payer's application offers when that name is typed; long lists show only their first. */
async function choicesOfPayer(payer: Page, category: string): Promise<Locator> {
  await visit(payer, '/invoiceApply')
  await payer.getByRole('button', { name: '新增发票申请' }).first().click()
  const select = payer.getByRole('dialog').getByLabel('开票类目')
  const choices = payer.locator('.ant-select-dropdown:visible')
  await select.fill('设计服务')
  await expect(choices.getByText('设计服务', { exact: true })).toBeVisible()
  await select.fill(category)
  await expect(choices.getByText('设计服务', { exact: true })).toHaveCount(0)
  return choices
}

test('manager adds a service item and a category with validation messages, and edits it', async ({
  page,
  logIn,
}) => {
  await logIn('manager1')
  await openCategories(page)
  await expect(page.getByText('只能停用，不能修改')).toBeVisible()
  await expectAccessible(page)

  // Nothing typed, nothing chosen: each field says so.
  await page.getByRole('button', { name: '新增发票类目' }).click()
  const adding = dialogOf(page, '新增发票类目')
  await adding.getByRole('button', { name: '新增', exact: true }).click()
  await expect(adding.getByText('请选择服务事项', { exact: true }).last()).toBeVisible()
  await expect(adding.getByText('请输入发票类目', { exact: true })).toBeVisible()
  await expectAccessible(page)

  // No item fits: it is added in place, and chosen.
  await adding.getByRole('button', { name: '新增服务事项' }).click()
  const item = dialogOf(page, '新增服务事项')
  await expect(item.getByLabel('服务事项名称')).toBeFocused()
  await item.getByRole('button', { name: '新增', exact: true }).click()
  await expect(item.getByText('请输入服务事项名称', { exact: true })).toBeVisible()
  await item.getByLabel('服务事项名称').fill('现代服务')
  await item.getByRole('button', { name: '新增', exact: true }).click()
  await expect(item.getByText('服务事项名称已存在')).toBeVisible()
  await expectAccessible(page)
  await item.getByLabel('服务事项名称').fill(' 研发和技术服务 ')
  await item.getByLabel('服务事项名称').press('Enter')
  await expect(page.getByText('新增成功', { exact: true })).toBeVisible()
  await expect(item).toHaveCount(0)
  await expect(adding.locator('.ant-select')).toContainText('研发和技术服务')
  await adding.getByLabel('发票类目', { exact: true }).fill('算法研发')
  await adding.getByLabel('发票类目', { exact: true }).press('Enter')
  await expectToast(page, '发票类目新增成功')
  await expect(adding).toHaveCount(0)
  const row = rowOf(page, '算法研发')
  await expect(row).toContainText('研发和技术服务')
  await expect(row).toContainText('已启用')

  // The same again is refused at its field, in any case.
  await addCategory(page, '研发和技术服务', 'Data Labelling')
  await page.getByRole('button', { name: '新增发票类目' }).click()
  await chooseItem(page, adding, '研发和技术服务')
  await adding.getByLabel('发票类目', { exact: true }).fill('data labelling')
  await adding.getByRole('button', { name: '新增', exact: true }).click()
  await expect(adding.getByText('该服务事项下已有同名发票类目')).toBeVisible()
  await adding.getByRole('button', { name: '取消' }).click()

  // Edited while nothing uses it; the toast is the specification's.
  await row.getByRole('button', { name: '编辑' }).click()
  const editing = dialogOf(page, '编辑发票类目')
  await expect(editing.locator('.ant-select')).toContainText('研发和技术服务')
  await expect(editing.getByLabel('发票类目', { exact: true })).toHaveValue('算法研发')
  await expectAccessible(page)
  await editing.getByLabel('发票类目', { exact: true }).fill('算法与模型研发')
  await chooseItem(page, editing, '现代服务')
  await editing.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '发票类目新增成功')
  await expect(rowOf(page, '算法与模型研发')).toContainText('现代服务')
})

test('disabled category disappears from the choices of payers and returns when enabled', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const payer = await anotherPage(browser, baseURL)
  await logIn('pay1', { page: payer })
  await logIn('admin')
  await openCategories(page)
  await addCategory(page, '现代服务', '检验检测服务')
  await expect((await choicesOfPayer(payer, '检验检测服务')).getByText('检验检测服务')).toBeVisible()
  const row = rowOf(page, '检验检测服务')
  await row.getByRole('button', { name: '停用' }).click()
  const question = page.getByRole('dialog').filter({ hasText: '停用该发票类目？' })
  await expect(question).toContainText('现代服务 · 检验检测服务')
  await expect(question).toContainText('目前没有申请或合同使用它')
  await expect(question).toContainText('停用后，所有供应商都不能再选择此类目')
  await expectAccessible(page)
  await question.getByRole('button', { name: '停用' }).click()
  await expectToast(page, '发票类目已启用/停用')
  await expect(row).toContainText('已停用')
  await expect((await choicesOfPayer(payer, '检验检测服务')).getByText('检验检测服务')).toHaveCount(0)
  await row.getByRole('button', { name: '启用' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '启用' }).click()
  await expect(row).toContainText('已启用')
  await expect((await choicesOfPayer(payer, '检验检测服务')).getByText('检验检测服务')).toBeVisible()
  await payer.context().close()
})

test('used category can no longer be edited, and the page says why', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const payer = await anotherPage(browser, baseURL)
  await logIn('pay2', { page: payer })
  await logIn('manager1')
  await openCategories(page)
  await addCategory(page, '物流服务', '冷链运输服务')
  const row = rowOf(page, '冷链运输服务')
  await row.getByRole('button', { name: '编辑' }).click()
  const editing = dialogOf(page, '编辑发票类目')
  await editing.getByLabel('发票类目', { exact: true }).fill('冷链服务')

  // While the manager still types, a payer applies with it.
  const used = (await offered(payer.request)).find(({ name }) => name === '冷链运输服务')
  const applied = await payer.request.post(`${API}/invoice/add`, {
    data: { invoiceType: 4, invoiceClass: used?.invoiceClassId, invoiceAmount: 1.5 },
  })
  expect(await applied.json()).toMatchObject({ status: 0 })
  await editing.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '该发票类目已被使用，不能修改，只能停用')
  await editing.getByRole('button', { name: '取消' }).click()

  // The list knows by now; the reason comes by keyboard and by hover.
  const edit = row.getByRole('button', { name: '编辑' })
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  await row.getByRole('button', { name: '停用' }).focus()
  await page.keyboard.press('Tab')
  await expect(edit).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText('已被使用，不能修改，只能停用')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // It may still be disabled, and the question tells what goes on with it; another's click is told.
  await row.getByRole('button', { name: '停用' }).click()
  const question = page.getByRole('dialog').filter({ hasText: '停用该发票类目？' })
  await expect(question).toContainText('您管理范围内有 1 个未办结的开票申请正在使用')
  const disable = { invoiceClassId: used?.invoiceClassId, invoiceClassStatus: 0 }
  expect((await page.request.post(`${API}/invoice/class/status`, { data: disable })).status()).toBe(200)
  await question.getByRole('button', { name: '停用' }).click()
  await expectToast(page, '数据已被他人更新，请刷新后重试')
  await expect(row).toContainText('已停用')
  await question.getByRole('button', { name: '取消' }).click()
  const again = await payer.request.post(`${API}/invoice/add`, {
    data: { invoiceType: 4, invoiceClass: used?.invoiceClassId, invoiceAmount: 1.5 },
  })
  expect([again.status(), (await again.json()).code]).toEqual([422, 'category-disabled'])
  await payer.context().close()
})

test('category filters stay in the address, treat wildcards literally and apply to the export', async ({
  page,
  logIn,
}) => {
  await logIn('manager2', { brand: 2 })
  await openCategories(page)
  await expect(page.getByText(/共 \d+ 条/)).toBeVisible()
  await page.getByLabel('类目名称').fill('%')
  await page.getByLabel('类目名称').press('Enter')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '清除条件' }).click()
  await page.getByLabel('服务事项').click()
  await page.locator('.ant-select-dropdown:visible').getByText('文化创意服务', { exact: true }).click()
  await page.getByLabel('状态').click()
  await page.locator('.ant-select-dropdown:visible').getByText('已停用', { exact: true }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(/serviceItemId=\d+.*status=0|status=0.*serviceItemId=\d+/)
  const rows = listRows(page)
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('直播服务')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^发票类目-\d{4}-\d\d-\d\d\.xlsx$/)
  const book = read(await readFile(await download.path()))
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const [, ...lines] = sheet ? utils.sheet_to_json<string[]>(sheet, { header: 1 }) : []
  expect(lines.map(([item, category, status]) => [item, category, status])).toEqual([
    ['文化创意服务', '直播服务', '已停用'],
  ])
})

test('payer cannot open the category page', async ({ page, logIn }) => {
  await logIn('pay1')
  await visit(page, '/layout')
  await page.getByRole('button', { name: '发票管理' }).click()
  await expect(page.getByRole('link', { name: '发票申请' })).toBeVisible()
  await expect(page.getByRole('link', { name: '发票类目' })).toHaveCount(0)
  await visit(page, '/invoiceManage')
  await expect(page.getByRole('heading', { name: '您没有访问此页面的权限' })).toBeVisible()
  const answer = await page.request.post(`${API}/invoice/serviceitem/add`, { data: { value: '越权' } })
  expect(answer.status()).toBe(403)
})
