// Devices one is logged in on: listed, ended one by one or all, by oneself and by a manager, who tells the owner (D9).

import type { Browser } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { anotherPage, listRows } from './steps.ts'
import { expectToast } from './toasts.ts'

// It counts somebody's sessions: nobody else's tests run on that product.
test.use({ productOf: 'sessions' })

test('one ends another device, then all others; a manager ends the rest and the owner is told', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const open = async (b: Browser) => {
    const other = await anotherPage(b, baseURL)
    await logIn('pay1', { page: other })
    return other
  }
  const others = [await open(browser), await open(browser), await open(browser)]
  await logIn('pay1')
  await page.goto('/sessions')
  await expect(listRows(page)).toHaveCount(4)
  await expect(listRows(page).first()).toContainText('本机')
  await expect(listRows(page).first()).toContainText('与当前网络相同')
  await expect(listRows(page).first().getByText('退出', { exact: true })).toHaveCount(0)
  await expectAccessible(page)

  await listRows(page).nth(1).getByText('退出', { exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^退出 / })
    .click()
  await expectToast(page, '已退出该设备')
  await expect(listRows(page)).toHaveCount(3)

  await page.getByRole('button', { name: '退出其他所有设备' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出其他所有设备' }).click()
  await expectToast(page, '已退出其他所有设备')
  await expect(listRows(page)).toHaveCount(1)
  for (const other of others) {
    await other.goto('/payexcels')
    await expect(other.getByText('登录已失效，请重新登录')).toBeVisible()
  }

  const manager = await anotherPage(browser, baseURL)
  await logIn('manager1', { page: manager })
  await manager.goto('/accounts')
  await manager.getByRole('row', { name: /pay1 / }).getByText('编辑', { exact: true }).click()
  const devices = manager.getByRole('region', { name: '登录设备' })
  await expect(devices.locator('tbody tr.list-row:not(:has(.skeleton-bar))')).toHaveCount(1)
  await expectAccessible(manager)
  await devices.getByRole('button', { name: '退出所有设备' }).click()
  await manager.getByRole('dialog').getByRole('button', { name: '退出所有设备' }).click()
  await expectToast(manager, '已退出所有设备')
  await expect(devices.getByText('没有登录中的设备')).toBeVisible()

  await page.goto('/payexcels')
  await expect(page.getByText('登录已失效，请重新登录')).toBeVisible()
  await logIn('pay1')
  await page.goto('/layout')
  await expect(page.getByRole('button', { name: '知道了 您的登录已被管理员结束' })).toBeVisible()
})
