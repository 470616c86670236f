// 税费试算: vectors typed by hand, gross and net, a person's own history, what is refused, and who may look at whom.

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { anotherPage } from './steps.ts'
import { visit } from './visit.ts'

// Each is one long talk with the page.

async function openCalculator(page: Page): Promise<void> {
  await visit(page, '/taxtrial')
  await expect(page.getByRole('heading', { name: '税费试算' })).toBeVisible()
  // The company's terms are there.
  await expect(page.getByLabel('服务费率（每万元）')).not.toHaveValue('')
}

const choose = (page: Page, group: string, word: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(word, { exact: true }).click()
const amount = (page: Page) => page.getByLabel('金额（元）')
const answer = (page: Page) => page.getByRole('region', { name: '试算结果' })
const line = (page: Page, label: string) =>
  answer(page).locator('.amount-lines > div').filter({ hasText: label }).locator('dd')

async function attempt(page: Page, yuan: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/tax/trial'))
  await amount(page).fill(yuan)
  await amount(page).press('Enter')
  await answered
}

const options = (page: Page) => page.locator('.ant-select-item-option')

type Person = { readonly uname: string; readonly ucardid: string }
const wordsOf = ({ uname, ucardid }: Person) =>
  `${uname} · ${ucardid.replace(/\*+/, (stars) => ` ${'•'.repeat(stars.length)} `)}`

/** The first of a list, as the company's own account is told. */
async function firstOf(page: Page, path: string): Promise<Person> {
  const { data } = await (await page.request.get(`/paywages/api${path}?size=1`)).json()
  return data[0]
}

async function pickDay(page: Page, day: string): Promise<void> {
  await page.getByLabel('发放日期').fill(day)
  await page.getByLabel('发放日期').press('Enter')
  await expect(page.getByLabel('发放日期')).toHaveValue(day)
}

test('tax calculator computes cost and net, from gross and from net, by both methods', async ({
  page,
  logIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn('pay3', { brand: 2 })
  await openCalculator(page)
  await expect(answer(page).getByText('还没有试算')).toBeVisible()
  await expectAccessible(page)

  await attempt(page, '10000')
  await expect(line(page, '个人所得税')).toHaveText('−¥90.00')
  await expect(line(page, '实发金额')).toHaveText('¥9,910.00')
  await expect(line(page, '总成本')).toHaveText('¥10,580.00')
  await expect(answer(page).getByRole('listitem')).toContainText([/应纳税所得额3,000\.00 元/])
  await expectAccessible(page)
  await answer(page).getByRole('button', { name: '复制结果' }).click()
  await expect(answer(page).getByRole('button', { name: '已复制' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('实发金额：9,910.00 元')

  await choose(page, '金额类型', '实发')
  await expect(answer(page).getByText('条件已修改，按回车或点击试算更新结果')).toBeVisible()
  await attempt(page, '9910')
  await expect(line(page, '税前金额')).toHaveText(['¥10,000.00', '¥10,580.00'])
  await expect(answer(page).getByText('需发放的税前金额')).toBeVisible()

  await choose(page, '金额类型', '税前')
  await choose(page, '计算方式', '按次预扣')
  await attempt(page, '62500')
  await expect(line(page, '个人所得税')).toHaveText('−¥13,000.00')
  await page.getByLabel('服务费率（每万元）').fill('0')
  await attempt(page, '801')
  await expect(line(page, '个人所得税')).toHaveText('−¥0.20')
  await expect(line(page, '总成本')).toHaveText('¥801.00')

  await attempt(page, '999999999.99')
  await expect(line(page, '税前金额').first()).toHaveText('¥999,999,999.99')
  await amount(page).fill('0')
  await amount(page).press('Enter')
  await expect(page.getByText('请输入大于 0 的金额，最多两位小数')).toBeVisible()
})

test('tax calculator uses manually entered months and rejects invalid ones', async ({ page, logIn }) => {
  await logIn('pay3', { brand: 2 })
  await openCalculator(page)
  await pickDay(page, '2026-03-12')
  await choose(page, '历史来源', '手工填写')
  await page.getByLabel('第 1 行收入（元）').fill('30000')
  await page.getByLabel('第 1 行已扣税额（元）').fill('570')
  await page.getByRole('button', { name: '添加月份' }).click()
  await expect(page.getByLabel('第 2 行月份')).toHaveValue('2026-02')
  await page.getByLabel('第 2 行收入（元）').fill('30000')
  await page.getByLabel('第 2 行已扣税额（元）').fill('710')
  await expectAccessible(page)
  await attempt(page, '30000')
  await expect(line(page, '个人所得税')).toHaveText('−¥1,900.00')
  await expect(answer(page).getByRole('row', { name: '合计' })).toContainText('60,000.00')

  await page.getByLabel('第 2 行已扣税额（元）').fill('30000.01')
  await attempt(page, '30000')
  const wrong = page.getByText('2026-02 的已扣税额不能大于收入')
  await expect(wrong).toBeVisible()
  await page.getByRole('button', { name: '删除第 2 行' }).click()
  await expect(wrong).toHaveCount(0)
  await attempt(page, '30000')
  await expect(answer(page).getByRole('row', { name: '合计' })).toContainText('570.00')

  await choose(page, '历史来源', '无')
  await pickDay(page, '2025-09-30')
  await attempt(page, '30000')
  await expect(page.getByText('该日期没有适用的税率表')).toBeVisible()
})

test('tax calculator uses the history of a person in scope, and a manager can choose the company', async ({
  page,
  browser,
  baseURL,
  logIn,
}) => {
  await logIn('pay3', { brand: 2 })
  await openCalculator(page)
  await choose(page, '历史来源', '选择人员')
  await amount(page).fill('10000')
  await amount(page).press('Enter')
  await expect(page.getByText('请选择人员')).toBeVisible()
  const person = page.getByRole('combobox', { name: '人员' })
  await person.click()
  const newest = await firstOf(page, '/users')
  await expect(options(page).first()).toHaveText(wordsOf(newest))
  const paid = await firstOf(page, '/tax/personal/list')
  await person.fill(paid.uname)
  // Nobody else: the people from before stay until the answer is there.
  await expect(options(page).filter({ hasNotText: paid.uname })).toHaveCount(0)
  await options(page)
    .filter({ hasText: wordsOf(paid) })
    .click()
  await attempt(page, '10000')
  await expect(answer(page).getByRole('heading', { name: '计入的历史' })).toBeVisible()
  const total = await answer(page).getByRole('row', { name: '合计' }).innerText()
  const tax = await line(page, '个人所得税').innerText()
  await expectAccessible(page)

  // The same months typed give the same tax.
  await answer(page).getByRole('button', { name: '转为手工调整' }).click()
  await expect(page.getByLabel('第 1 行收入（元）')).toBeFocused()
  await attempt(page, '10000')
  await expect(line(page, '个人所得税')).toHaveText(tax)
  expect(await answer(page).getByRole('row', { name: '合计' }).innerText()).toBe(total)

  const manager = await anotherPage(browser, baseURL)
  await logIn('manager1', { page: manager })
  await openCalculator(manager)
  await expect(manager.getByLabel('供应商', { exact: true })).toBeVisible()
  await choose(manager, '历史来源', '选择人员')
  const found = manager.waitForResponse((response) => response.url().includes('/users?userName='))
  await manager.getByRole('combobox', { name: '人员' }).fill(paid.uname)
  await found
  await expect(options(manager).filter({ hasNotText: paid.uname })).toHaveCount(0)
  await expect(options(manager).filter({ hasText: wordsOf(paid) })).toHaveCount(0)
  await manager.context().close()
})
