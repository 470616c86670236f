// Where the second factor is demanded, as it is outside of the demo: people of before are led to set it up at the next login, then pay; a login has one screen more (D48).

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { oneTimeCode } from './one-time-code.ts'
import { expect, PASSWORD, test } from './product.ts'
import { fillTemplate, idCardNo, thisMonth } from './sheet.ts'
import { anotherPage, approve, downloadTemplate, rowNamed, uploadSheet } from './steps.ts'
import { expectToast } from './toasts.ts'

test.use({ productOf: 'a demanded factor', productSettings: { SECOND_FACTOR: 'demanded' } })

async function typePassword(page: Page, account: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('账号', { exact: true }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
}

/** The first login after the update: nothing else opens until the app is set up. Tells its secret. */
async function setUpApp(page: Page, account: string): Promise<string> {
  await typePassword(page, account)
  await expect(page).toHaveURL(/\/secondfactor$/)
  await expect(page.getByText('请先绑定二次验证')).toBeVisible()
  await page.goto('/payexcels')
  await expect(page).toHaveURL(/\/secondfactor$/)
  await page.getByRole('button', { name: '绑定动态口令' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: '动态口令二维码' })).toBeVisible()
  const secret = /[A-Z2-7]{32}/.exec(await dialog.innerText())?.[0] ?? ''
  await dialog.getByLabel('验证码').fill(oneTimeCode(secret, -1))
  await dialog.getByRole('button', { name: '完成绑定' }).click()
  await page.getByRole('button', { name: '我已保存' }).click()
  await expect(page).toHaveURL(/\/layout$/)
  return secret
}

test('payer and reviewer of before set up their apps at the next login, and pay a sheet', async ({
  page,
  browser,
  baseURL,
}) => {
  const secret = await setUpApp(page, 'pay1')
  await expectAccessible(page)
  await page.goto('/payexcels')
  const line = [
    '郑重',
    idCardNo('19910303', 781),
    '13812347781',
    '中国工商银行',
    '6222021202000077781',
    '62.00',
  ]
  const template = await downloadTemplate(page)
  await uploadSheet(page, '须二次验证.xlsx', fillTemplate(template, [[...line, thisMonth(), ''] as never]))
  await approve(page, '审核通过')
  await expectToast(page, '操作成功，审核已通过，等待复核')

  const reviewer = await anotherPage(browser, baseURL)
  await setUpApp(reviewer, 'check1')
  await reviewer.goto('/payexcels')
  await rowNamed(reviewer, '须二次验证').getByText('复核', { exact: true }).click()
  await approve(reviewer, '复核通过')
  await expectToast(reviewer, '操作成功，复核已通过，等待付款岗转账')
  await reviewer.context().close()

  // Password, one screen with a code, and the workbench.
  await page.getByRole('button', { name: '退出登录' }).click()
  await typePassword(page, 'pay1')
  await expect(page.getByLabel('验证码')).toBeFocused()
  await page.getByLabel('验证码').fill(oneTimeCode(secret))
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(page).toHaveURL(/\/layout$/)

  await page.goto('/payexcels')
  await rowNamed(page, '须二次验证').getByText('开始转账', { exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^转出 / })
    .click()
  await expectToast(page, '操作成功，转账已开始，等待银行处理')
})

test('the app can be replaced by nobody who has the password alone', async ({ page }) => {
  await typePassword(page, 'pay1')
  await expect(page.getByLabel('验证码')).toBeFocused()
  // The cookie of the half-done login opens nothing, and sets up no other app.
  for (const path of ['/factor/totp/start', '/excel/enable', '/proposal/confirm']) {
    const reply = await page.request.post(`/paywages/api${path}`, { data: {} })
    expect(((await reply.json()) as { code: string }).code, path).toBe('factor-needed')
  }
  await page.goto('/payexcels')
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
})
