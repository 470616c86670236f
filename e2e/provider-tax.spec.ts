// A provider's tax settings: what a month without income does, and the day its basic information was filed.

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { confirmChanges } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option).click()
}

/** The example published with the announcement: what October bears after August and September without income. */
async function octoberTax(page: Page): Promise<{ readonly tax: number; readonly start: string }> {
  const reply = await page.request.post('/paywages/api/tax/trial', {
    data: {
      providerId: 3,
      amount: 7200,
      isNet: 0,
      taxMethod: 'cumulative',
      day: '2026-10-15',
      history: [
        { month: '2026-06', money: 7000, tax: 18 },
        { month: '2026-07', money: 7500, tax: 30 },
      ],
    },
  })
  const { data } = await reply.json()
  const trace: { label: string; value: string }[] = data.trace
  return {
    tax: data.personalTax,
    start: trace.find(({ label }) => label === '累计起算月份')?.value ?? '',
  }
}

test('super manager chooses what a month without income does, and is warned without a day of filing', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('admin')
  expect(await octoberTax(page)).toEqual({ tax: 22.8, start: '2026-10（2026-09 无收入，累计重新起算）' })
  await visit(page, '/editprovider?providerId=3')
  await expect(page.getByText('自中断后首月重新累计')).toBeVisible()
  const filed = page.getByLabel('平台基本信息报送日期')
  await expect(filed).toHaveValue('2025-10-20')
  const warning = page.getByText('尚未填写平台基本信息报送日期')
  await expect(warning).toHaveCount(0)
  await filed.hover()
  await page.locator('.ant-picker-clear').click()
  await expect(warning).toBeVisible()
  await expectAccessible(page)
  await filed.fill('2025-10-21')
  await filed.press('Enter')
  await expect(warning).toHaveCount(0)
  await choose(page, '收入中断后', /仅减除费用月数/)
  await expect(page.getByText('中断后的首笔税额可能较高')).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '已提交，待另一位管理员确认')
  await confirmChanges(browser, baseURL, '远山服务')
  expect(await octoberTax(page)).toEqual({
    tax: 322.8,
    start: '2026-06（2026-09 无收入，仅减除费用月数重新起算）',
  })

  await visit(page, '/editprovider?providerId=3')
  await expect(filed).toHaveValue('2025-10-21')
  await choose(page, '收入中断后', /公告示例/)
  await page.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '已提交，待另一位管理员确认')
  await confirmChanges(browser, baseURL, '远山服务')
  expect((await octoberTax(page)).tax).toBe(22.8)
})
