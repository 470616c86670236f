// Filing packs: the declaration of a closed month that ties, the quarter refused until its months are closed, people above the limit.

import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { changeInDatabase } from './database.ts'
import { expect, type Product, test } from './product.ts'
import { anotherPage, listRows } from './steps.ts'
import { visit } from './visit.ts'

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
  await visit(page, `/taxfiling${search}`)
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
  // With its corrections, where it has some that may still be filed in another way.
  const open = declaration.sheets.includes('待选择')
  const lines = declaration.sheet(open ? '待选择-本期含更正' : '申报明细')
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
  expect(gaps.map(({ 金额 }) => 金额)).toEqual(open ? [0, 0, 0, 0] : [0, 0])
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
  // Nothing under way is an amount as well, not a bare 0.
  const heads = await page.getByRole('columnheader').allInnerTexts()
  const openCell = listRows(page).getByRole('cell').nth(heads.indexOf('未达账（元）'))
  await expect(openCell).toHaveText(/^[\d,]+\.\d\d/)
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

/** A month of the last year in which that company corrects older ones. */
async function correctedMonth(page: Page, company: string): Promise<string> {
  for (let back = 1; back <= 12; back += 1) {
    const month = shiftMonth(monthAt(Date.now()), -back)
    const answer = await page.request.get(`/paywages/api/tax/filing/list?month=${month}&size=100`)
    const filings: { providerName: string; choiceNum: number }[] = (await answer.json()).data
    if (filings.some(({ providerName, choiceNum }) => providerName === company && choiceNum > 0)) return month
  }
  throw new Error(`${company} corrects nothing`)
}

/** As if a payout of a closed month had been answered a month late, and been taxed: nothing of the demo's is. */
async function makeLateSuccess(product: Product, company: string): Promise<void> {
  const moved = `with chosen as (
      select e.row_id, r.batch_id, p.provider_id, q.tax_id from tax_entries e join tax_periods p using (tax_id)
        join tax_periods q on q.provider_id = p.provider_id and q.month > p.month join payout_lines r on r.row_id = e.row_id
        join providers v on v.provider_id = p.provider_id
      where v.name = $1 and e.kind = 'paid' order by q.month, e.row_id limit 1),
    taxed as (update payout_batches b set withholds_tax = true from chosen c where b.batch_id = c.batch_id),
    declares as (update tax_periods p set withholds = true from chosen c where p.provider_id = c.provider_id)
    update tax_entries e set tax_id = c.tax_id from chosen c where e.row_id = c.row_id and e.kind = 'paid'`
  expect(await changeInDatabase(product, moved, [company])).toBe(1)
  const sums = `update tax_periods p set income_fen = s.income, people_count = s.people
    from (select e.tax_id, sum(e.income_fen)::bigint as income, count(distinct r.id_hash)::int as people
      from tax_entries e join payout_lines r using (row_id) group by 1) s join providers v on v.name = $1
    where p.tax_id = s.tax_id and p.provider_id = v.provider_id`
  expect(await changeInDatabase(product, sums, [company])).toBeGreaterThan(0)
}

test('corrections of a closed month are filed in the current period by one company and on the old month by another', async ({
  page,
  browser,
  baseURL,
  product,
  logIn,
}) => {
  await logIn('manager2', { brand: 2 })
  const month = await correctedMonth(page, '远山服务')
  await openFilings(page, `?month=${month}`)
  // Whoever would import before the choice is told, and led to it.
  await rowOf(page, '远山服务').getByRole('button', { name: '下载导入文件' }).click()
  const imports = page.getByRole('dialog', { name: /扣缴端导入文件/ })
  await expect(imports.getByRole('note').first()).toContainText('1 个以前月份的更正尚未选择申报方式')
  await imports.getByRole('button', { name: '去选择' }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: `远山服务 ${month} 的更正` })
  await expect(drawer.getByRole('radio', { checked: true })).toHaveCount(0)
  await drawer.getByRole('button', { name: '确认申报方式' }).click()
  await expect(drawer.getByRole('alert')).toHaveText('请先选择一种方式')
  await drawer.getByRole('radio', { name: /^更正申报/ }).check()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: '确认申报方式' }).click()
  await page.getByRole('button', { name: '确认更正申报' }).click()
  await expect(drawer.getByText(/ 于 \d{4}-\d\d-\d\d \d\d:\d\d 选择$/)).toBeVisible()
  const amended = await bookFrom(page, () => drawer.getByRole('button', { name: '下载更正申报表' }).click())
  const again = await bookFrom(page, () => drawer.getByRole('button', { name: /^下载导入文件/ }).click())
  expect(again.name).toMatch(new RegExp(`^劳务报酬.+-远山服务-\\d{4}-\\d\\d（${month} 更正）-模板.+\\.xlsx$`))
  expect(again.sheet('劳务报酬')).toHaveLength(amended.sheet('更正申报明细').length - 1)
  expect(amended.name).toMatch(new RegExp(`^更正申报表-远山服务-\\d{4}-\\d\\d（${month} 更正）\\.xlsx$`))
  expect(amended.sheets).toEqual(['更正申报明细', '更正对照', '说明', '核对'])
  const change = Number(amended.sheet('更正对照').at(-1)?.本期收入差额)
  expect(change).toBeLessThan(0)
  await drawer.getByRole('button', { name: '关闭' }).last().click()
  const row = rowOf(page, '远山服务')
  await expect(row.getByRole('button', { name: '查看远山服务的更正' })).toBeVisible()
  const booked = yuanIn((await row.locator('td').allInnerTexts())[3] ?? '')
  const without = await bookFrom(page, () => row.getByRole('button', { name: '下载申报表' }).click())
  expect(without.sheets).toEqual(['申报明细', '说明', '核对'])
  expect(Number(without.sheet('申报明细').at(-1)?.本期收入) + change).toBeCloseTo(booked, 2)

  await makeLateSuccess(product, '云帆信息')
  const other = await anotherPage(browser, baseURL)
  await logIn('manager1', { page: other })
  const late = await correctedMonth(other, '云帆信息')
  await openFilings(other, `?month=${late}`)
  const both = await bookFrom(other, () =>
    rowOf(other, '云帆信息').getByRole('button', { name: '下载申报表' }).click(),
  )
  expect(both.sheets.slice(0, 3)).toEqual(['待选择', '待选择-本期含更正', '待选择-本期不含更正'])
  await rowOf(other, '云帆信息').getByRole('button', { name: '待选择云帆信息更正的申报方式' }).click()
  const choice = other.getByRole('dialog').filter({ hasText: `云帆信息 ${late} 的更正` })
  await choice.getByRole('radio', { name: /^在本期更正/ }).check()
  await choice.getByRole('button', { name: '确认申报方式' }).click()
  await other.getByRole('button', { name: '确认在本期更正' }).click()
  await expect(choice.getByText(`列入 ${late} 的申报表`)).toBeVisible()
  await expect(choice.getByRole('button', { name: '下载更正申报表' })).toHaveCount(0)
  await other.context().close()
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
  // All of them are declared, and stand in it when they are asked for.
  expect(report.sheet('人员收入')).toHaveLength(1)
  await page.getByRole('checkbox', { name: '包含已扣缴申报的人员' }).check()
  const whole = await bookFrom(page, () => page.getByRole('button', { name: '下载报送表' }).click())
  expect(whole.sheet('人员收入').length - 1).toBe(report.sheet('核对')[0]?.未列入人数)
  await expect(refusal).toHaveCount(0)
})
