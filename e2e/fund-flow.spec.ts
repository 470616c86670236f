// The fund flow: every line leads to the balance, filters keep it true, exports and statements say the same as the page.

import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { listRows } from './steps.ts'
import { visit } from './visit.ts'

const search = (page: Page) => page.getByRole('button', { name: '查询', exact: true }).click()
const fen = (text: string) => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100)

const NAMES = ['期初余额', '收入', '支出', '期末余额', '其中在途冻结'] as const
type Totals = Readonly<Record<(typeof NAMES)[number], number>>

async function totalsOf(page: Page): Promise<Totals> {
  const strip = page.getByLabel('本期收支')
  await expect(strip.locator('.hero-money')).toHaveCount(5)
  const figures = await strip.locator('.hero-money').allInnerTexts()
  return Object.fromEntries(NAMES.map((name, index) => [name, fen(figures[index] ?? '')])) as Totals
}

type Line = { readonly kind: string; readonly in: number; readonly out: number; readonly balance: number }

async function linesOf(page: Page): Promise<Line[]> {
  const rows = await listRows(page).all()
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('td').allInnerTexts()
      const [, , kind = '', , coming = '', going = '', balance = ''] = cells
      return { kind: kind.trim(), in: fen(coming), out: fen(going), balance: fen(balance) }
    }),
  )
}

/** The last column of the people now shown. */
async function sumOf(people: Locator): Promise<number> {
  const sums = await people.locator('tbody tr td:last-child').allInnerTexts()
  return sums.reduce((sum, text) => sum + fen(text), 0)
}

async function isOn(next: Locator): Promise<boolean> {
  return (await next.count()) > 0 && (await next.getAttribute('aria-disabled')) !== 'true'
}

async function chooseKind(page: Page, word: string): Promise<void> {
  await page.getByLabel('类型', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText(word, { exact: true }).click()
  await search(page)
}

/** The bank takes a payment back some seconds after it was made: asked for until it is there. */
async function expectKind(page: Page, word: string, shown: string): Promise<void> {
  await expect(async () => {
    await chooseKind(page, word)
    await expect(listRows(page).first().locator('td').nth(2)).toHaveText(shown, { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

test('payer sees a consistent balance on every line, and exports the fund flow and the account statement', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await visit(page, '/fundflow')
  await expect(listRows(page)).toHaveCount(10)
  const totals = await totalsOf(page)
  expect(totals.期初余额 + totals.收入 - totals.支出).toBe(totals.期末余额)
  const available = fen(await page.locator('.sider .hero-money').first().innerText())
  expect(totals.期末余额 - totals.其中在途冻结).toBe(available)

  // From the newest line back, each balance is the one before it plus what moved.
  const lines = await linesOf(page)
  expect(lines[0]?.balance).toBe(totals.期末余额)
  for (const [index, line] of lines.slice(0, -1).entries())
    expect(line.balance - line.in + line.out).toBe(lines[index + 1]?.balance)
  await expectAccessible(page)

  // The last page ends where the range opened.
  const count = Number(
    /共 ([\d,]+) 条/.exec(await page.getByText(/共 [\d,]+ 条/).innerText())?.[1]?.replace(',', ''),
  )
  await visit(page, `/fundflow?page=${Math.ceil(count / 10)}`)
  await expect(listRows(page)).toHaveCount(count % 10 || 10)
  const first = (await linesOf(page)).at(-1)
  expect((first?.balance ?? 0) - (first?.in ?? 0) + (first?.out ?? 0)).toBe(totals.期初余额)

  await visit(page, '/fundflow')
  await expect(listRows(page)).toHaveCount(10)
  await chooseKind(page, '充值')
  await expect(page).toHaveURL(/kind=recharge/)
  await expect(listRows(page)).not.toHaveCount(10)
  for (const { kind, out } of await linesOf(page)) expect([kind, out]).toEqual(['充值', 0])
  expect(await totalsOf(page)).toEqual(totals)
  await page
    .getByRole('button', { name: /^充值单 CZ\d{6}$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('转账回执')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '重置' }).click()
  await expect(listRows(page)).toHaveCount(10)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const exported = await coming
  expect(exported.suggestedFilename()).toMatch(/^资金流水-星河科技-\d{4}-\d{2}-\d{2}\.xlsx$/)
  const book = read(await readFile(await exported.path()))
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new Error('the file has no sheet')
  const table = utils.sheet_to_json<(string | number)[]>(sheet, { header: 1, defval: '' })
  // Every payment by itself, with its tax and fee.
  expect(table.length).toBeGreaterThan(count + 1)
  expect(Math.round(Number(table.at(-1)?.[8]) * 100)).toBe(totals.期末余额)

  await page.getByRole('button', { name: '下载月度账单' }).click()
  const dialog = page.getByRole('dialog', { name: '下载月度账单' })
  await expect(dialog.getByText('星河科技')).toBeVisible()
  await expectAccessible(page)
  const making = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载 PDF' }).click()
  const statement = await making
  expect(statement.suggestedFilename()).toMatch(/^对账单-星河科技-\d{4}-\d{2}\.pdf$/)
  expect((await readFile(await statement.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(dialog).toBeHidden()

  // A batch unfolds into its people, who come to the sum of its line.
  const batch = listRows(page).filter({ hasText: '发放' }).first()
  const [, , , , , paid = ''] = await batch.locator('td').allInnerTexts()
  await batch.getByRole('button', { name: /^展开批次/ }).press('Enter')
  const people = page.getByRole('table', { name: /^批次 \d+ 的收款人$/ })
  await expect(people.getByRole('link').first()).toBeVisible()
  const primary = await batch.getByRole('link').evaluate((link) => getComputedStyle(link).color)
  await expect(people.getByRole('link').first()).toHaveCSS('color', primary)
  let sum = await sumOf(people)
  const next = page.locator('.flow-people').getByRole('listitem', { name: '下一页' })
  for (let left = await isOn(next); left; left = await isOn(next)) {
    const first = await people.locator('tbody td').first().innerText()
    await next.click()
    await expect(people.locator('tbody td').first()).not.toHaveText(first)
    sum += await sumOf(people)
  }
  expect(sum).toBe(fen(paid))
  await expectAccessible(page)
  await people.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/exceldetail\?opId=\d+&row=\d+/)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('fund flow labels every kind, including returned payouts with tax and fee', async ({ page, logIn }) => {
  await logIn('pay3')
  await visit(page, '/fundflow')
  await page.getByText('近三月').click()
  await expect(page).toHaveURL(/from=/)
  const kinds = ['发放', '代扣个税', '服务费', '退票退回', '退回个税', '退还服务费', '充值']
  for (const word of kinds) await expectKind(page, word, word)
  await expectKind(page, '冲正退款', '退款')
})

test('manager switches the company, sees an empty fund flow, and retries a failed query', async ({
  page,
  logIn,
}) => {
  await logIn('manager2')
  await visit(page, '/fundflow')
  await expect(listRows(page)).toHaveCount(10)
  await page.getByLabel('供应商', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('旧港物流').click()
  await search(page)
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await expect(page.getByRole('button', { name: '下载月度账单' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: '清除条件' }).click()
  await expect(listRows(page)).toHaveCount(10)

  await page.route('**/paywages/api/fund/flow/batches?*', (route) =>
    route.fulfill({ status: 422, json: { status: 422, code: 'x', msg: '暂时查不到', data: null } }),
  )
  await search(page)
  await expect(page.getByText('暂时查不到')).toBeVisible()
  await page.unroute('**/paywages/api/fund/flow/batches?*')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(listRows(page)).toHaveCount(10)
})
