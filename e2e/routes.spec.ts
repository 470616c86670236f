// Every route of the specification is there and guarded; what is unknown, refused or down says so properly.

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { comeToRest, visit } from './visit.ts'

const SPEC_ROUTES = [
  '/exceldetail',
  '/paydetail',
  '/payimport',
  '/payexcels',
  '/basicinfo',
  '/pwdmodify',
  '/recharges',
  '/addaccount',
  '/addprovider',
  '/addrecharge',
  '/rechargeverify',
  '/auditrecharge',
  '/moneyview',
  '/limituser',
  '/accounts',
  '/enterpList',
  '/personList',
  '/personProof',
  '/providerProof',
  '/invoiceApply',
  '/invoiceManage',
  '/invoiceRest',
  '/usermanage',
  '/userdetail',
]
const MORE_ROUTES = [
  '/layout',
  '/userdetail?usidcard=1',
  '/pendingtransfers',
  '/unknowndebits',
  '/sheetlayouts',
  '/fundflow',
  '/receivercredits',
  '/taxfiling',
  '/taxyears',
  '/taxadjustments',
  '/taxtrial',
  '/providers',
  '/editprovider?providerId=1',
  '/editaccount?accountId=4',
  '/proposals',
  '/sessions',
  '/approvalpolicies',
  '/approvalpolicies?view=platform',
  '/approvalpolicy?providerId=1',
  '/retention',
  '/retentiondetail?providerId=1',
  '/approvalpolicy?platformId=1',
  '/payaccounts',
  '/bankformats',
  '/bankformat',
  '/bankformat?key=icbc-payroll&version=1&mode=view',
  '/bankfiles',
  '/auditlog',
]

const ROUTES = [...SPEC_ROUTES, ...MORE_ROUTES]
/** So few that a test of them ends in time on a machine that does ten other things. */
const AT_ONCE = 13

/** Ten rows, or the whole form, without scrolling. */
const ONE_SCREEN = new Set(['/recharges', '/rechargeverify', '/addrecharge', '/moneyview', '/taxtrial'])

for (let first = 0; first < ROUTES.length; first += AT_ONCE) {
  const routes = ROUTES.slice(first, first + AT_ONCE)
  test(`routes from ${routes[0]} to ${routes.at(-1)} open whole at 1280, without serious accessibility violations`, async ({
    page,
    logIn,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await logIn('admin')
    for (const route of routes) {
      await visit(page, route)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('页面不存在')).toHaveCount(0)
      expect(await comeToRest(page)).toBe(true)
      await expectAccessible(page)
      expect(await brokenOrCut(page), route).toEqual([])
      const { width, height } = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement
        return { width: scrollWidth, height: scrollHeight }
      })
      expect(width, route).toBe(1280)
      if (ONE_SCREEN.has(route)) expect(height, route).toBe(900)
    }
  })
}

/** Numbers that go on in a second line, and heads that reach past their column. */
function brokenOrCut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [...document.querySelectorAll('th')]
      .filter((head) => head.scrollWidth > head.clientWidth + 1)
      .map((head) => head.innerText)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (const { 0: number, index } of (text.textContent ?? '').matchAll(/[\d,.:•-]{5,}/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + number.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(number)
      }
    return found
  })
}

test('payer gets a permission message on manager pages', async ({ page, logIn }) => {
  await logIn('pay1')
  for (const route of [
    '/accounts',
    '/addaccount',
    '/providers',
    '/addprovider',
    '/proposals',
    '/payaccounts',
    '/bankformats',
    '/bankformat',
    '/auditlog',
    '/rechargeverify',
    '/invoiceManage',
    '/sheetlayouts',
    '/approvalpolicies',
    '/approvalpolicy?providerId=1',
    '/retention',
    '/retentiondetail?providerId=1',
  ]) {
    await page.goto(route)
    await expect(page.getByRole('heading', { name: '您没有访问此页面的权限' })).toBeVisible()
  }
})

test('unknown route shows a page-not-found message', async ({ page, logIn }) => {
  await logIn('pay1')
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
})

test('console whose styles do not load says so and loads again', async ({ page, logIn }) => {
  await logIn('pay1')
  await page.route('**/assets/antd-*.css', (route) => route.abort())
  await page.goto('/payexcels')
  await expect(page.getByRole('alert').getByText('页面没有加载成功')).toBeVisible()
  await page.unroute('**/assets/antd-*.css')
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('expired session redirects to the login page and back to the previous page', async ({
  page,
  logIn,
  context,
}) => {
  await logIn('manager1')
  await page.goto('/accounts?keyword=pay')
  await expect(page.getByRole('cell', { name: 'pay1' })).toBeVisible()
  await context.clearCookies()
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  // Loaded afresh, the login page has no router and still knows the way back.
  await page.reload()
  await page.getByLabel('账号', { exact: true }).fill('manager1')
  await page.getByLabel('密码', { exact: true }).fill('Paywages@2026')
  await page.getByLabel('密码', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/accounts\?keyword=pay/)
  await expect(page.getByRole('cell', { name: 'pay1' })).toBeVisible()
})

test('unreachable server shows an error with a retry in the list and keeps the filters', async ({
  page,
  logIn,
}) => {
  await logIn('manager1')
  await page.goto('/accounts')
  await expect(page.getByRole('cell', { name: 'pay1' })).toBeVisible()
  await page.route('**/paywages/api/accounts?**', (route) => route.abort())
  await page.getByLabel('账号或姓名').fill('check')
  await page.getByLabel('账号或姓名').press('Enter')
  await expect(page.getByText('暂未获取账号列表，请稍后重试')).toBeVisible()
  await expect(page.getByLabel('账号或姓名')).toHaveValue('check')
  await page.unroute('**/paywages/api/accounts?**')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('cell', { name: 'check1', exact: true })).toBeVisible()
})
