// The fund summary: table, totals, chart and export tell the same money, whoever looks and however it is narrowed.

import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { dayBefore, expectEveryRow, listRows } from './steps.ts'
import { visit } from './visit.ts'

const search = (page: Page) => page.getByRole('button', { name: '查询', exact: true }).click()
const fen = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Thirty days; the page itself opens with seven. */
const LAST_MONTH = `/moneyview?from=${dayBefore(29)}&to=${dayBefore(0)}`

type Totals = { readonly outcome: number; readonly cost: number }

async function totalsOf(page: Page): Promise<Totals> {
  const block = page.getByRole('region', { name: '发放合计' })
  await expect(block).toHaveAttribute('aria-busy', 'false')
  const [outcome = '', cost = ''] = await block.locator('.money-figure').allInnerTexts()
  return { outcome: fen(outcome), cost: fen(cost) }
}

/** What the chart tells those who do not see it. */
async function chartSums(page: Page, columns: number): Promise<number[]> {
  await expect(page.locator('.money-chart')).toHaveAttribute('aria-busy', 'false')
  const cells = await page.locator('.day-bars-table tbody td').allTextContents()
  return Array.from({ length: columns }, (_, column) =>
    sum(cells.filter((_, index) => index % columns === column).map(fen)),
  )
}

/** Column by column, in the order of the table's heads. */
async function shownColumn(page: Page, column: number): Promise<number[]> {
  return (await listRows(page).locator(`td:nth-child(${column})`).allInnerTexts()).map(fen)
}

async function exported(page: Page): Promise<{ name: string; rows: unknown[][] }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const download = await coming
  const book = read(await readFile(await download.path()))
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new Error('the file has no sheet')
  return { name: download.suggestedFilename(), rows: utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) }
}

test('payer sees batches of a month whose sums equal the totals, the chart and the export', async ({
  page,
  logIn,
}) => {
  await logIn('pay2')
  await visit(page, LAST_MONTH)
  await expect(listRows(page).first()).toBeVisible()
  await expect(page.getByLabel('供应商', { exact: true })).toBeDisabled()
  const totals = await totalsOf(page)
  expect(totals.outcome).toBeGreaterThan(0)
  expect(sum(await shownColumn(page, 4))).toBe(totals.outcome)
  expect(sum(await shownColumn(page, 8))).toBe(totals.cost)
  const [succeeded = 0, failed = 0] = await chartSums(page, 2)
  expect(succeeded).toBe(totals.outcome)
  expect(failed).toBe(sum(await shownColumn(page, 6)))
  await expect(page.locator('.bar-chart-bar').first()).toBeVisible()
  await expectAccessible(page)

  await page.getByText('服务费', { exact: true }).first().click()
  await expect.poll(() => chartSums(page, 1)).toEqual([totals.cost])
  await page.getByText('人次', { exact: true }).click()
  await expect(page.getByText('单位：人次')).toBeVisible()
  await page.getByText('发放额', { exact: true }).click()
  const drawing = page.locator('.bar-chart')
  const box = await drawing.boundingBox()
  if (!box) throw new Error('no chart')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.locator('.bar-tip')).toContainText(/星期.*成功.*\.\d\d 元.*失败.*\.\d\d 元/s)
  await drawing.press('End')
  const told = await drawing.getAttribute('aria-valuetext')
  expect(told).toMatch(/星期.*成功 .* 元，失败 .* 元/)
  await drawing.press('ArrowLeft')
  await expect(drawing).not.toHaveAttribute('aria-valuetext', told ?? '')

  const { name, rows } = await exported(page)
  expect(name).toMatch(/^资金汇总-\d{4}-\d{2}-\d{2}\.xlsx$/)
  expect(rows).toHaveLength((await listRows(page).count()) + 1)
  expect(Math.round(sum(rows.slice(1).map((cells) => Number(cells[4]))) * 100)).toBe(totals.outcome)
  expect(Math.round(sum(rows.slice(1).map((cells) => Number(cells[8]))) * 100)).toBe(totals.cost)
  for (const cells of rows.slice(1)) expect(cells[1]).toMatch(/^\d{12}$/)

  const opened = listRows(page).first()
  const link = await opened.getByRole('link').getAttribute('href')
  await opened.locator('td').nth(3).click()
  await expect(page).toHaveURL(new RegExp(`/exceldetail\\?opId=${link?.split('=').pop()}$`))
  await page.goBack()
  await expect(listRows(page).first()).toBeVisible()
})

test('fund summary counts pages from 1 on the wire and fits ten rows in the window', async ({
  page,
  logIn,
}) => {
  await logIn('pay2')
  await visit(page, LAST_MONTH)
  await expect(page.getByRole('navigation', { name: '分页' })).toHaveCount(0)
  const asked = page.waitForRequest((request) => request.url().includes('/money/view?'))
  await page.getByText('近三月').click()
  expect(new URL((await asked).url()).searchParams.get('index')).toBe('1')
  await expect(listRows(page)).toHaveCount(10)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(900)
  const quarter = await totalsOf(page)
  const first = await shownColumn(page, 4)
  const second = page.waitForRequest((request) => request.url().includes('/money/view?'))
  await page.getByRole('navigation', { name: '分页' }).getByText('2', { exact: true }).click()
  expect(new URL((await second).url()).searchParams.get('index')).toBe('2')
  await expect(page).toHaveURL(/page=2/)
  await expect(listRows(page)).not.toHaveCount(10)
  expect(await totalsOf(page)).toEqual(quarter)
  expect(sum(first) + sum(await shownColumn(page, 4))).toBe(quarter.outcome)
  await visit(page, '/moneyview?page=99')
  await expect(page).toHaveURL(/moneyview(?!.*page)/)
  await expect(page.getByPlaceholder('开始日期')).toHaveValue(dayBefore(6))
  await expect(page.getByPlaceholder('结束日期')).toHaveValue(dayBefore(0))
})

test('manager filters the fund summary by company and time', async ({ page, logIn }) => {
  await logIn('manager1')
  await visit(page, LAST_MONTH)
  await expect(listRows(page)).toHaveCount(10)
  const all = await totalsOf(page)
  await page.getByLabel('供应商', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('云帆信息').click()
  await search(page)
  await expect.poll(async () => (await totalsOf(page)).outcome).toBeLessThan(all.outcome)
  await expectEveryRow(page, '云帆信息')
  const own = await totalsOf(page)
  expect(sum(await shownColumn(page, 4))).toBe(own.outcome)
  expect(await chartSums(page, 2)).toContain(own.outcome)

  await visit(page, '/moneyview?from=2020-01-01&to=2020-01-31')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  expect(await totalsOf(page)).toEqual({ outcome: 0, cost: 0 })
  await expect(page.getByText(/^累计成功发放 [1-9][\d,.]* 元/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '清除条件' }).click()
  await expect(listRows(page).first()).toBeVisible()
})

test('each part of the fund summary shows its failure and is retried separately', async ({ page, logIn }) => {
  await logIn('manager1')
  await visit(page, LAST_MONTH)
  await expect(listRows(page)).toHaveCount(10)
  const all = await totalsOf(page)
  const refused = { status: 422, json: { status: 422, code: 'x', msg: '暂时查不到', data: null } }
  for (const call of ['money/view?', 'money/view/days?', 'provider/money?'])
    await page.route(`**/paywages/api/${call}*`, (route) => route.fulfill(refused))
  await search(page)
  await expect(page.getByText('暂时查不到')).toBeVisible()
  await page.reload()
  await expect(page.getByText('图表暂未获取')).toBeVisible()
  await expect(page.getByText('合计暂未获取')).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  const retry = page.getByRole('button', { name: '重试' })
  for (let left = await retry.count(); left > 0; left -= 1) {
    await retry.first().click()
    await expect(retry).toHaveCount(left - 1)
  }
  await expect(listRows(page)).toHaveCount(10)
  expect(await totalsOf(page)).toEqual(all)
})

for (const [account, brand] of [
  ['check1', 1],
  ['admin', 1],
  ['manager2', 2],
] as const)
  test(`${account} sees the fund summary of their scope`, async ({ page, logIn }) => {
    await logIn(account, { brand })
    await visit(page, `/moneyview?from=${dayBefore(200)}&to=${dayBefore(0)}`)
    await expect(listRows(page).first()).toBeVisible()
    const companies = {
      check1: ['星河科技'],
      admin: ['星河科技', '云帆信息', '远山服务'],
      manager2: ['远山服务'],
    }
    const seen = new Set(await listRows(page).locator('td:nth-child(9)').allInnerTexts())
    expect([...seen].sort()).toEqual([...companies[account]].sort())
    await expect(page.getByRole('heading', { name: '每月发放' })).toBeVisible()
    expect((await chartSums(page, 2))[0]).toBe((await totalsOf(page)).outcome)
    await expectAccessible(page)
  })
