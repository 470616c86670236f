// Logging in: every demo account with its menu, both brands, mistakes, lockout, guests.

import { expect, PASSWORD, test } from './product.ts'

const EVERYONE = [
  '工作台',
  '资金发放',
  '明细查询',
  '结算规则',
  '待处理转账',
  '资金汇总',
  '资金流水',
  '人员管理',
  '企业合同',
  '个人合同',
  '发票申请',
  '发票库存',
  '供应商完税证明',
  '个人完税证明',
  '年度收入纳税汇总',
  '报税申报',
  '税前调整',
  '税费试算',
  '基本信息',
  '密码修改',
  '二次验证',
  '登录设备',
]

/** What each role sees beside that (spec §2, §6, D37). */
const ROLES: Record<string, { chip: string; menu: string[] }> = {
  admin: {
    chip: '超级管理员',
    menu: [
      '发放表表头',
      '账户充值',
      '充值审核',
      '到账核对',
      '发票类目',
      '账号列表',
      '待确认变更',
      '审批策略',
      '个人信息保存期限',
      '付款账户',
      '银行格式',
      '供应商列表',
      '新增供应商',
      '操作日志',
    ],
  },
  manager1: {
    chip: '管理员',
    menu: [
      '发放表表头',
      '账户充值',
      '充值审核',
      '到账核对',
      '发票类目',
      '账号列表',
      '待确认变更',
      '审批策略',
      '个人信息保存期限',
      '付款账户',
      '银行格式',
      '操作日志',
    ],
  },
  pay1: { chip: '付款岗', menu: ['账户充值'] },
  check1: { chip: '复核岗', menu: ['充值审核'] },
}

for (const [account, { chip, menu }] of Object.entries(ROLES)) {
  test(`${account} sees exactly the menu of its rights`, async ({ page, logInOnPage }) => {
    await logInOnPage(account)
    await expect(page).toHaveURL(/\/layout$/)
    await expect(page.getByRole('banner').getByText(chip, { exact: true })).toBeVisible()
    const nav = page.getByRole('navigation', { name: '主菜单' })
    const seen: string[] = await nav.locator(':scope > ul > li > a').allInnerTexts()
    for (const section of await nav.getByRole('button').all()) {
      await section.click()
      await expect(section).toHaveAttribute('aria-expanded', 'true')
      // One section at a time is open.
      await expect(nav.locator('button[aria-expanded="true"]')).toHaveCount(1)
      seen.push(...(await nav.locator('button[aria-expanded="true"] + ul a').allInnerTexts()))
    }
    expect(seen.map((text) => text.trim()).sort()).toEqual([...EVERYONE, ...menu].sort())
  })
}

for (const account of ['manager2', 'pay2', 'pay3', 'check2', 'check3']) {
  test(`${account} logs in and out`, async ({ page, logInOnPage }) => {
    await logInOnPage(account, { brand: 2 })
    await expect(page.getByText('远山结算').first()).toBeVisible()
    await page.getByRole('button', { name: '退出登录' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/')
    await page.goto('/accounts')
    await expect(page).toHaveURL((url) => url.pathname === '/')
  })
}

test('account without console rights is rejected with a message', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('账号', { exact: true }).fill('guest1')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('alert')).toHaveText('暂无支付权限，请联系管理员')
  // The password was right.
  await expect(page.getByLabel('密码', { exact: true })).not.toHaveAttribute('aria-invalid', 'true')
})

test('login keeps typed values on errors and locks the account after five failures', async ({ page }) => {
  await page.goto('/')
  const account = page.getByLabel('账号', { exact: true })
  const password = page.getByLabel('密码', { exact: true })
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('alert')).toHaveText('账号不能为空')
  await expect(account).toBeFocused()
  await account.fill('nobody-here')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('alert')).toHaveText('密码不能为空')
  for (let failure = 1; failure <= 5; failure++) {
    await password.fill(`wrong-${failure}`)
    const answered = page.waitForResponse('**/paywages/api/login')
    await password.press('Enter')
    expect((await answered).status()).toBe(401)
    await expect(page.getByRole('alert')).toHaveText('账号或密码错误')
  }
  await password.fill('wrong-6')
  await password.press('Enter')
  await expect(page.getByRole('alert')).toContainText('账号已锁定，请 15 分钟后再试')
  await expect(account).toHaveValue('nobody-here')
})

test('login page shows the name and texts of each brand', async ({ page }) => {
  await page.goto('/?plat=1')
  await expect(page).toHaveTitle(/星河薪付/)
  await expect(page.getByText('星河科技有限公司')).toBeVisible()
  await page.goto('/?plat=2')
  await expect(page).toHaveTitle(/远山结算/)
  await expect(page.getByText('灵活用工发放与完税服务')).toBeVisible()
})
