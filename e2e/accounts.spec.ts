// Providers, platforms and accounts from the super manager's screen to the newcomer's first login.

import { expect, type Page } from '@playwright/test'
import { test } from './product.ts'
import { anotherPage } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

const FIRST = 'First-pass-1'
const SECOND = 'Second-pass-2'

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}

test('super manager adds a platform, a provider and an account, and the new user changes the first password', async ({
  page,
  logIn,
  browser,
  baseURL,
  logInOnPage,
}) => {
  await logIn('admin')
  await visit(page, '/addprovider')
  await page.getByRole('button', { name: '新增平台' }).click()
  await page.getByRole('dialog').getByLabel('平台名称').fill('长风平台')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /新增|保存|确定/ })
    .click()
  await expectToast(page, '新增成功')
  await page.getByLabel('供应商名称').fill('长风人力资源服务有限公司杭州第一分公司')
  await expect(
    page.locator('.ant-select-selection-item, .ant-select-content').getByText('长风平台').first(),
  ).toBeVisible()
  // What is typed stays, and the field says what is wrong with it.
  await page.getByLabel('服务费率（每万元）').fill('10001')
  await page.getByLabel('服务费率（每万元）').blur()
  await expect(page.getByText('服务费率须在 0 至 10,000 之间，最多两位小数')).toBeVisible()
  await expect(page.getByLabel('服务费率（每万元）')).toHaveValue('10,001.00')
  await page.getByLabel('服务费率（每万元）').fill('650.25')
  await page.getByLabel('人员月限额（元）').fill('100000')
  await page.getByRole('button', { name: '新增供应商' }).click()
  await expect(page.getByText('确认提高人员月限额？')).toBeVisible()
  await page.getByRole('button', { name: '确认限额并提交' }).click()
  await expect(page).toHaveURL(/\/providers/)
  await expect(page.getByRole('cell', { name: '长风人力资源服务有限公司杭州第一分公司' })).toBeVisible()
  await expect(page.getByText('6.5025%')).toBeVisible()

  await visit(page, '/addaccount')
  await page.getByRole('button', { name: '新增账号' }).click()
  for (const message of ['请输入账号', '请输入密码', '请选择供应商', '请输入选择平台'])
    await expect(page.getByText(message, { exact: true }).first()).toBeVisible()
  await page.getByRole('textbox', { name: '账号', exact: true }).fill('changfeng1')
  await page.getByRole('textbox', { name: '姓名' }).fill('韩长风')
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(FIRST)
  await page.getByRole('textbox', { name: '确认密码' }).fill('something else')
  await choose(page, '供应商', '长风人力资源服务有限公司杭州第一分公司')
  await choose(page, '平台', '长风平台')
  await page.getByRole('button', { name: '新增账号' }).click()
  await expect(page.getByText('两次密码输入不一致，请重新输入')).toBeVisible()
  await page.getByRole('textbox', { name: '确认密码' }).fill(FIRST)
  await expect(page.getByText('付款岗', { exact: true })).toBeVisible()
  await expect(page.getByText('复核岗', { exact: true })).toBeVisible()
  const pay = page.getByRole('switch', { name: '转账权限' })
  const check = page.getByRole('switch', { name: '审核权限' })
  await pay.click()
  await check.click()
  await expect(page.getByText('确认赋予该账号审核权限')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(check).not.toBeChecked()
  await expect(pay).toBeChecked()
  await page.getByRole('button', { name: '新增账号' }).click()
  await expect(page).toHaveURL(/\/accounts/)
  await expectToast(page, '已提交，待另一位管理员确认')
  await expect(page.getByRole('cell', { name: 'changfeng1' })).toHaveCount(0)
  const second = await anotherPage(browser, baseURL)
  await logIn('admin2', { page: second })
  await visit(second, '/proposals')
  await second.getByRole('button', { name: /changfeng1/ }).click()
  await expect(second.getByRole('heading', { name: /新增账号 · changfeng1/ })).toBeVisible()
  await expect(second.getByRole('row', { name: /转账权限/ })).toContainText('是')
  await second.getByRole('button', { name: '确认变更' }).click()
  await second.getByRole('dialog').getByRole('button', { name: '确认变更' }).click()
  await expectToast(second, '操作成功')
  await second.context().close()
  await page.reload()
  await expect(page.getByRole('cell', { name: 'changfeng1' })).toBeVisible()

  const newcomer = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage()
  await logInOnPage('changfeng1', { page: newcomer, password: FIRST })
  await expect(newcomer).toHaveURL(/\/pwdmodify/)
  await newcomer.goto('/payexcels')
  await expect(newcomer).toHaveURL(/\/pwdmodify/)
  await newcomer.getByRole('textbox', { name: '旧密码' }).fill(FIRST)
  await newcomer.getByRole('textbox', { name: '新密码', exact: true }).fill(SECOND)
  await newcomer.getByRole('textbox', { name: '确认密码' }).fill(SECOND)
  await newcomer.getByRole('button', { name: /修改密码|确认修改|保存/ }).click()
  await expect(newcomer).toHaveURL((url) => url.pathname === '/')
  await logInOnPage('changfeng1', { page: newcomer, password: SECOND })
  await expect(newcomer).toHaveURL(/\/layout/)

  await page
    .getByRole('row', { name: /changfeng1/ })
    .getByText('停用')
    .click()
  await page.getByRole('button', { name: '停用 changfeng1' }).click()
  await expect(page.getByRole('row', { name: /changfeng1/ }).getByText('已停用')).toBeVisible()
  await newcomer.goto('/payexcels')
  await expect(newcomer).toHaveURL((url) => url.pathname === '/')
  await newcomer.context().close()
})

test('manager opens the basic info from the account list, with the rate as a percentage', async ({
  page,
  logIn,
}) => {
  await logIn('manager1')
  await visit(page, '/accounts')
  await page.getByRole('cell', { name: 'pay2' }).click()
  await expect(page).toHaveURL(/\/basicinfo\?accountId=\d+/)
  await expect(page.getByText('杭州云帆信息技术有限公司')).toBeVisible()
  await expect(page.getByText('7.205%')).toBeVisible()
})

test('manager opens entries of the audit log', async ({ page, logIn }) => {
  await logIn('manager1')
  await visit(page, '/auditlog')
  await expect(page.getByRole('row', { name: /登录/ }).first()).toBeVisible()
  await page.getByRole('row', { name: /登录/ }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
