// Filing packs: the declaration of a closed month that ties, the quarter refused until its months are closed, people above the limit.

import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { anotherPage, listRows } from './steps.ts'

test.use({ productOf: 'tax filings' })

const DAY_MS = 24 * 3_600_000
const SHANGHAI_MS = 8 * 3_600_000

/** Months and quarters as Shanghai counts them. */
const monthAt = (ms: number) => new Date(ms + SHANGHAI_MS).toISOString().slice(0, 7)
const shiftMonth = (month: string, by: number) => {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + by)
  return at.toISOString().slice(0, 7)
}
const quarterOf = (month: string) => Math.ceil(Number(month.slice(5)) / 3)

const rowOf = (page: Page, company: string) => listRows(page).filter({ hasText: company })

async function openFilings(page: Page, search = ''): Promise<void> {
  await page.goto(`/taxfiling${search}`)
  await expect(page.getByRole('heading', { name: '报税申报' })).toBeVisible()
}

type Line = Readonly<Record<string, string | number>>

/** Saves what a click downloads, and reads it as a person with Excel would. */
async function bookFrom(page: Page, click: () => Promise<void>) {
  const saved = page.waitForEvent('download')
  await click()
  const file = await saved
  const book = read(await readFile(await file.path()))
  const sheet = (name: string) => utils.sheet_to_json<Line>(book.Sheets[name] ?? {}, { defval: '' })
  return { name: file.suggestedFilename(), sheets: book.SheetNames, sheet }
}

const yuanIn = (text: string) => Number(text.replace(/,/g, ''))
const sum = (lines: readonly Line[], column: string) =>
  Math.round(lines.reduce((total, line) => total + Number(line[column]) * 100, 0)) / 100

/** People, totals and ties of a declaration, against what the list says of it. */
async function expectDeclaration(page: Page, company: string, month: string): Promise<void> {
  const row = rowOf(page, company)
  await expect(row).toContainText('已关账')
  await expect(row).toContainText('一致')
  const cells = await row.locator('td').allInnerTexts()
  const [people = '', income = '', tax = ''] = cells.slice(2)
  const action = row.getByRole('button', { name: '下载申报表' })
  const declaration = await bookFrom(page, () => action.click())
  expect(declaration.name).toBe(`扣缴申报表-${company}-${month}.xlsx`)
  expect(declaration.sheets).toEqual(['申报明细', '说明', '核对'])
  const lines = declaration.sheet('申报明细')
  const persons = lines.slice(0, -1)
  expect(persons.length).toBeGreaterThan(0)
  expect(persons).toHaveLength(yuanIn(people))
  for (const { 姓名, 证件号码 } of persons) {
    expect(姓名).toMatch(/^\p{Script=Han}{2,}$/u)
    expect(证件号码).toMatch(/^\d{17}[\dX]$/)
  }
  expect(sum(persons, '本期收入')).toBe(yuanIn(income))
  expect(sum(persons, '本期预扣税额')).toBe(yuanIn(tax))
  expect(lines.at(-1)).toMatchObject({ 姓名: '合计', 本期收入: yuanIn(income), 本期预扣税额: yuanIn(tax) })
  const gaps = declaration.sheet('核对').filter(({ 项目 }) => String(项目).endsWith('差额'))
  expect(gaps.map(({ 金额 }) => 金额)).toEqual([0, 0])
  await expect(action).toBeEnabled()
}

test('payer downloads the declaration of its own company with consistent totals, and sees no manager views', async ({
  page,
  browser,
  baseURL,
  logIn,
}) => {
  await logIn('pay3', { brand: 2 })
  await openFilings(page)
  const lastMonth = shiftMonth(monthAt(Date.now()), -1)
  await expectDeclaration(page, '远山服务', lastMonth)
  await expect(listRows(page)).toHaveCount(1)
  await expect(page.getByText('季度平台报送')).toHaveCount(0)
  // Whatever the address says.
  await openFilings(page, '?view=high')
  await expect(rowOf(page, '远山服务')).toBeVisible()
  await page.mouse.move(0, 0)
  await expectAccessible(page)
  await expect(page.getByText('合计收入（元）')).toHaveCount(0)
  // The running month cannot be closed yet.
  await openFilings(page, `?month=${monthAt(Date.now())}`)
  await expect(rowOf(page, '远山服务')).toContainText('月份结束后可关账')

  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check3', { page: reviewer, brand: 2 })
  await openFilings(reviewer)
  await expect(rowOf(reviewer, '远山服务')).toContainText('已关账')
  await expect(reviewer.getByRole('button', { name: '下载申报表' })).toHaveCount(0)
  await reviewer.context().close()
})

test('manager sees people with high income across companies and opens the person', async ({
  page,
  logIn,
}) => {
  await logIn('manager1')
  await openFilings(page)
  await expect(rowOf(page, '星河科技')).toContainText('未代扣，无需申报')
  await page.getByText('跨供应商高收入').click()
  await expect(page).toHaveURL(/view=high/)
  await expect(listRows(page)).toHaveCount(1)
  const sums = await listRows(page).getByRole('listitem').allInnerTexts()
  expect(sums.join()).toMatch(/星河科技[\s\S]*云帆信息|云帆信息[\s\S]*星河科技/)
  const total = yuanIn(await listRows(page).locator('td').nth(2).innerText())
  expect(total).toBeGreaterThanOrEqual(92_000)
  expect(sums.map((text) => yuanIn(text.replace(/^\D+/, ''))).reduce((a, b) => a + b)).toBeCloseTo(total, 2)
  await expect(listRows(page)).toContainText('••••')
  await expectAccessible(page)
  const name = await listRows(page).locator('td').first().innerText()
  await page.getByRole('link', { name: `查看${name}的人员详情` }).click()
  await expect(page).toHaveURL(/\/userdetail\?/)
  await expect(page.getByText(name).first()).toBeVisible()
})

test('declaration requires a closed month, and the quarterly report requires all months closed', async ({
  page,
  product,
  logIn,
}) => {
  const paid = monthAt(Date.now())
  // The fifth day after this quarter.
  const next = shiftMonth(paid, quarterOf(paid) * 3 - Number(paid.slice(5)) + 1)
  const days = Math.ceil((Date.parse(`${next}-05T12:00:00+08:00`) - Date.now()) / DAY_MS)
  await product.restart(days)
  await page.clock.setSystemTime(Date.now() + days * DAY_MS)
  await logIn('manager2', { brand: 2 })

  await openFilings(page, `?month=${paid}`)
  await expect(rowOf(page, '远山服务')).toContainText('未关账')
  await expect(page.getByRole('button', { name: '下载申报表' })).toHaveCount(0)

  await page.getByText('季度平台报送').click()
  await expect(page.getByText(/国务院令第 810 号/).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '下载报送表' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: '的报送表暂不能生成' })
  await expect(refusal).toContainText(`以下月份的数据尚未生成，请先生成完税证明：远山服务 ${paid}`)
  await expect(refusal).toContainText(`${paid.slice(0, 4)} 年第 ${quarterOf(paid)} 季度`)
  await expectAccessible(page)

  await refusal.getByRole('link', { name: '去生成完税证明' }).click()
  await page.getByRole('button', { name: '生成上月完税证明' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '生成完税证明' }).click()
  await expect(page.getByText(/^已生成上月完税证明，共 \d+ 份$/)).toBeVisible()

  await openFilings(page, `?month=${paid}`)
  await expectDeclaration(page, '远山服务', paid)
  await page.getByText('季度平台报送').click()
  const report = await bookFrom(page, () => page.getByRole('button', { name: '下载报送表' }).click())
  expect(report.name).toBe(`平台涉税信息报送表-${paid.slice(0, 4)}-Q${quarterOf(paid)}.xlsx`)
  expect(report.sheets).toEqual(['人员收入', '说明', '核对'])
  expect(report.sheet('人员收入').at(-1)).toMatchObject({ 姓名: '合计' })
  expect(report.sheet('核对')).toMatchObject([{ 支付单位: '远山服务', 收入差额: 0, 税额差额: 0 }])
  await expect(refusal).toHaveCount(0)
})
