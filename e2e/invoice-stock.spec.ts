// The stock of invoices: a manager keeps four types, the list follows, another manager's save is told, payers look (D28).

import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addCompany } from './enterprise-contract-steps.ts'
import { expect, test } from './product.ts'
import { anotherPage, listRows } from './steps.ts'
import { visit } from './visit.ts'

const PAPER = '增值税专用发票（纸质）'
const ELECTRONIC = '增值税普通发票（电子）'

const rowOf = (page: Page, company: string): Locator => listRows(page).filter({ hasText: company })
const dialogOf = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: '发票库存' })
const switchOf = (page: Page, type: string, what: '支持' | '充足'): Locator =>
  dialogOf(page).getByRole('switch', { name: `${type}是否${what}` })

async function openStock(page: Page, query = ''): Promise<void> {
  await visit(page, `/invoiceRest${query}`)
  await expect(page.getByRole('heading', { level: 1, name: '发票库存' })).toBeVisible()
}

async function keep(page: Page, company: string): Promise<Locator> {
  await rowOf(page, company).getByRole('button', { name: '维护' }).click()
  await expect(dialogOf(page)).toBeVisible()
  return dialogOf(page)
}

async function fillLine(page: Page, type: string, count: string, yuan: string): Promise<void> {
  await dialogOf(page).getByLabel(`${type}库存份数`).fill(count)
  await dialogOf(page).getByLabel(`${type}可开票金额`).fill(yuan)
}

async function save(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: '保存' }).click()
}

async function saved(page: Page): Promise<void> {
  await save(page)
  // The word of an earlier save may still stand there.
  await expect(page.getByText('发票库存已保存').last()).toBeVisible()
  await expect(dialogOf(page)).toHaveCount(0)
}

async function chooseAnswer(page: Page, word: string): Promise<void> {
  await page.getByLabel('是否充足', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText(word, { exact: true }).click()
  await page.getByRole('button', { name: '查询' }).click()
}

test('manager maintains the stock of the four invoice types, and list, filter and export follow', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const company = '名字很长的库存演练企业服务外包与灵活用工结算（绍兴）有限公司'
  const admin = await anotherPage(browser, baseURL)
  await logIn('admin', { page: admin })
  await addCompany(admin, company, '远山平台')

  await logIn('manager2', { brand: 2 })
  await openStock(page)
  await expect(page.getByText('每月 1 日系统自动为支持的发票类型新增库存记录')).toBeVisible()
  await expect(page.getByText('库存不足时平台将推荐其他供应商')).toBeVisible()
  await expect(rowOf(page, company)).toContainText('未维护')
  await expect(rowOf(page, '旧港物流')).toHaveCount(0)
  await expectAccessible(page)

  const dialog = await keep(page, company)
  await expectAccessible(page)
  await expect(dialog.getByLabel(`${PAPER}库存份数`)).toBeDisabled()
  await expect(switchOf(page, PAPER, '充足')).toBeDisabled()
  await switchOf(page, PAPER, '支持').click()
  await expect(switchOf(page, PAPER, '充足')).toBeChecked()
  await switchOf(page, ELECTRONIC, '支持').click()
  await save(page)
  await expect(dialog.getByText('请输入份数')).toHaveCount(2)
  await expect(dialog.getByText('请输入金额')).toHaveCount(2)
  await fillLine(page, PAPER, '1000001', '123456789.01')
  await fillLine(page, ELECTRONIC, '1.5', '0')
  await save(page)
  await expect(dialog.getByText('发票份数须为 0 至 1,000,000 的整数')).toHaveCount(2)
  await fillLine(page, PAPER, '12', '123456789.01')
  await fillLine(page, ELECTRONIC, '300', '30000')
  await expect(dialog.getByRole('row', { name: /^合计/ })).toContainText('312 份')
  await expect(dialog.getByRole('row', { name: /^合计/ })).toContainText('123,486,789.01')
  await saved(page)
  const row = rowOf(page, company)
  await expect(row).toContainText('312')
  await expect(row).toContainText('123,486,789.01')
  await expect(row).toContainText('充足')

  await keep(page, company)
  await switchOf(page, ELECTRONIC, '充足').click()
  await saved(page)
  await expect(row).toContainText('不足')
  await expect(row).toContainText('普票（电子）')
  await chooseAnswer(page, '充足')
  await expect(rowOf(page, '远山服务')).toBeVisible()
  await expect(row).toHaveCount(0)
  await chooseAnswer(page, '不足')
  await expect(row).toBeVisible()
  await expect(rowOf(page, '远山服务')).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const book = read(await readFile(await (await download).path()))
  const lines = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
  expect(lines.slice(1).map((line) => [line[0], line[2]])).toEqual(
    [PAPER, '增值税专用发票（电子）', '增值税普通发票（纸质）', ELECTRONIC].map((type) => [company, type]),
  )
})

test('second of two managers saving the same stock is warned, keeps typed values and can reload', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const company = '双人维护演练有限公司'
  const admin = await anotherPage(browser, baseURL)
  await logIn('admin', { page: admin })
  await addCompany(admin, company, '远山平台')
  await logIn('manager2', { brand: 2 })
  await openStock(page)
  await openStock(admin)
  const slow = await keep(page, company)
  await switchOf(page, PAPER, '支持').click()
  await fillLine(page, PAPER, '7', '700')
  await keep(admin, company)
  await switchOf(admin, PAPER, '支持').click()
  await fillLine(admin, PAPER, '5', '500')
  await saved(admin)

  await save(page)
  await expect(slow.getByText(/已于 .* 保存过本月库存/)).toBeVisible()
  await expect(slow.getByLabel(`${PAPER}库存份数`)).toHaveValue('7')
  await slow.getByRole('button', { name: '载入最新' }).click()
  await expect(slow.getByLabel(`${PAPER}库存份数`)).toHaveValue('5')
  await slow.getByLabel(`${PAPER}库存份数`).fill('9')
  await saved(page)
  await expect(rowOf(page, company)).toContainText('500.00')
  await expect(rowOf(page, company).locator('td').nth(2)).toHaveText('9')
})

test('payer can view the stock by month but not change it', async ({ page, logIn }) => {
  await logIn('pay2')
  await openStock(page)
  const row = rowOf(page, '云帆信息')
  await expect(row).toContainText('充足')
  await expect(page.getByLabel('供应商')).toBeDisabled()
  await expect(page.getByRole('button', { name: '维护' })).toHaveCount(0)
  await row.getByRole('button', { name: '查看' }).click()
  await expect(dialogOf(page).getByRole('row', { name: new RegExp(PAPER) })).toContainText('5,000,000.00')
  await expect(dialogOf(page).getByRole('switch')).toHaveCount(0)
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: '关闭' }).last().click()

  const before = await row.locator('td').nth(1).innerText()
  await page.getByLabel('月份', { exact: true }).click()
  const picker = page.locator('.ant-picker-dropdown:visible')
  // January is in another year than the month before it.
  if (before.endsWith('-01')) await picker.getByRole('button', { name: '上一年' }).click()
  const last = before.endsWith('-01') ? 12 : Number(before.slice(5)) - 1
  await picker.getByText(`${last}月`, { exact: true }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(new RegExp(`month=\\d{4}-${String(last).padStart(2, '0')}`))
  await expect(row).toContainText(`-${String(last).padStart(2, '0')}`)
  await expect(row).toContainText('沈清 · ')
  // A link that somebody kept holds its filters.
  await openStock(page, '?answer=0')
  await expect(row).toContainText(before)
  await openStock(page, '?answer=3')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await openStock(page, '?month=2020-01')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
})
