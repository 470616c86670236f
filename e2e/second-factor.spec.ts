// The second factor: an authenticator app is set up, asked at login and again before a review; a recovery code stands in for it (D48).

import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { changeInDatabase } from './database.ts'
import { oneTimeCode } from './one-time-code.ts'
import { expect, PASSWORD, test } from './product.ts'
import { fillTemplate, idCardNo, thisMonth } from './sheet.ts'
import { anotherPage, checkRisks, confirmChanges, downloadTemplate, rowNamed, uploadSheet } from './steps.ts'
import { expectToast } from './toasts.ts'

const OF_CHECK1 = "where account_id = (select account_id from accounts where account = 'check1')"

test.afterEach(async ({ product }) => {
  // Other journeys log in as the same person.
  await changeInDatabase(
    product,
    `update passkeys set removed_at = now() ${OF_CHECK1} and removed_at is null`,
    [],
  )
  for (const table of ['account_totps', 'recovery_codes'])
    await changeInDatabase(product, `delete from ${table} ${OF_CHECK1}`, [])
})

// Whoever has a factor is asked for it from then on: nobody else's tests run on that product.
test.use({ productOf: 'second factors' })

type LogIn = (account: string, options: { page: Page }) => Promise<void>

/** A sheet of one person that waits for its review. */
async function uploadForReview(
  browser: Browser,
  baseURL: string | undefined,
  logIn: LogIn,
  { name, number }: { name: string; number: number },
) {
  const payer = await anotherPage(browser, baseURL)
  await logIn('pay1', { page: payer })
  await payer.goto('/payexcels')
  const line = [
    '验一',
    idCardNo('19910303', number),
    `13812347${number}`,
    '中国工商银行',
    `6222021202000077${number}`,
    '61.00',
  ]
  const template = await downloadTemplate(payer)
  await uploadSheet(payer, `${name}.xlsx`, fillTemplate(template, [[...line, thisMonth(), ''] as never]))
  await payer.getByRole('button', { name: '审核通过', exact: true }).click()
  await checkRisks(payer)
  await payer
    .getByRole('dialog')
    .getByRole('button', { name: /^审核通过 / })
    .click()
  await expectToast(payer, '操作成功，审核已通过，等待复核')
  await payer.context().close()
}

async function typePassword(page: Page, account: string, site = ''): Promise<void> {
  await page.goto(`${site}/`)
  await page.getByLabel('账号', { exact: true }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
}

test('an app is set up, asked at login and before a review, and a recovery code stands in', async ({
  page,
  logIn,
  browser,
  baseURL,
  product,
}) => {
  await logIn('check1')
  await page.goto('/secondfactor')
  await page.getByRole('button', { name: '绑定动态口令' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: '动态口令二维码' })).toBeVisible()
  await expectAccessible(page)
  const secret = /[A-Z2-7]{32}/.exec(await dialog.innerText())?.[0] ?? ''
  await dialog.getByLabel('验证码').fill('000000')
  await dialog.getByRole('button', { name: '完成绑定' }).click()
  await expect(dialog.getByText('验证码不正确，请核对手机时间后重试')).toBeVisible()
  await dialog.getByLabel('验证码').fill(oneTimeCode(secret, -1))
  await dialog.getByRole('button', { name: '完成绑定' }).click()
  const codes = page.getByRole('dialog').filter({ hasText: '请保存恢复码' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const [recovery = '', second = ''] = await codes.getByRole('listitem').allInnerTexts()
  await codes.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByText('还有 10 个可用')).toBeVisible()

  await page.getByRole('button', { name: '退出登录' }).click()
  await typePassword(page, 'check1')
  const code = page.getByLabel('验证码')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill('123456')
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(page.getByRole('alert')).toHaveText('验证码不正确，请核对手机时间后重试')
  await code.fill(oneTimeCode(secret))
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(page).toHaveURL(/\/layout$/)

  await uploadForReview(browser, baseURL, logIn, { name: '二次验证', number: 771 })

  // Six minutes later it is asked for again, and the review goes on by itself.
  await changeInDatabase(
    product,
    `update sessions set factor_at = factor_at - interval '6 min' ${OF_CHECK1}`,
    [],
  )
  await page.goto('/payexcels')
  await rowNamed(page, '二次验证').getByText('复核', { exact: true }).click()
  await page.getByRole('button', { name: '复核通过', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^复核通过 / })
    .click()
  const again = page.getByRole('dialog').filter({ hasText: '请再次验证身份' })
  await again.getByLabel('验证码').fill(recovery)
  await again.getByRole('button', { name: '验证', exact: true }).click()
  await expectToast(page, '操作成功，复核已通过，等待付款岗转账')

  await page.getByRole('button', { name: '退出登录' }).click()
  await typePassword(page, 'check1')
  await code.fill(recovery)
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(page.getByRole('alert')).toHaveText('验证码不正确，请核对手机时间后重试')
  await code.fill(second)
  await code.press('Enter')
  await expect(page).toHaveURL(/\/layout$/)
  await page.goto('/secondfactor')
  await expect(page.getByText('还有 8 个可用')).toBeVisible()
})

test('a passkey is added, given at login, and signs a review', async ({
  page,
  logIn,
  browser,
  baseURL,
  product,
}) => {
  // Passkeys belong to a host name, and an address is none.
  const site = product.address.replace('127.0.0.1', 'localhost')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await typePassword(page, 'check1', site)
  await expect(page).toHaveURL(/\/layout$/)
  await page.goto(`${site}/secondfactor`)
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('办公电脑')
  await dialog.getByRole('button', { name: '添加通行密钥' }).click()
  await page.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByText('办公电脑')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: '退出登录' }).click()
  await typePassword(page, 'check1', site)
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await expect(page).toHaveURL(/\/layout$/)

  await uploadForReview(browser, baseURL, logIn, { name: '通行密钥', number: 772 })
  await page.goto(`${site}/payexcels`)
  await rowNamed(page, '通行密钥').getByText('复核', { exact: true }).click()
  await page.getByRole('button', { name: '复核通过', exact: true }).click()
  await checkRisks(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^复核通过 / })
    .click()
  const signing = page.getByRole('dialog').filter({ hasText: '请用通行密钥确认' })
  await signing.getByRole('button', { name: '使用通行密钥' }).click()
  await expectToast(page, '操作成功，复核已通过，等待付款岗转账')

  await page.goto(`${site}/secondfactor`)
  await page.getByRole('button', { name: '删除 办公电脑' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await signing.getByRole('button', { name: '使用通行密钥' }).click()
  await expectToast(page, '已删除通行密钥')
  await expect(page.getByText('办公电脑')).toHaveCount(0)
})

test('a lost app is taken away by two managers, and its holder is offered a new one', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('check1')
  const started = await page.request.post('/paywages/api/factor/totp/start', { data: {} })
  const { secret } = ((await started.json()) as { data: { secret: string } }).data
  const confirm = { code: oneTimeCode(secret) }
  const set = await page.request.post('/paywages/api/factor/totp/confirm', { data: confirm })
  expect(set.status(), await set.text()).toBe(200)

  const manager = await anotherPage(browser, baseURL)
  await logIn('manager1', { page: manager })
  await manager.goto('/accounts')
  await rowNamed(manager, 'check1').getByText('编辑', { exact: true }).click()
  await manager.getByRole('button', { name: '重置二次验证' }).click()
  await manager.getByRole('dialog').getByRole('button', { name: '重置 check1 的二次验证' }).click()
  await expectToast(manager, '已提交，待另一位管理员确认')

  // Until somebody else has confirmed it, the app is still asked for.
  await typePassword(page, 'check1')
  await expect(page.getByLabel('验证码')).toBeFocused()
  await confirmChanges(browser, baseURL, 'check1')

  await typePassword(page, 'check1')
  await expect(page).toHaveURL(/\/layout$/)
  await page.getByRole('button', { name: /展开其余/ }).click()
  await expect(page.getByRole('button', { name: '知道了 您的二次验证已被重置，请重新绑定' })).toBeVisible()
  await page.goto('/secondfactor')
  await expect(page.getByRole('button', { name: '绑定动态口令' })).toBeVisible()
})
