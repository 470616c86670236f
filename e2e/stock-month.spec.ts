// The month turns: supported types begin again by themselves, whoever was off over the 1st, and the old month stays (spec §9).

import { expect, test } from './product.ts'
import { listRows } from './steps.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'a stock whose month passes' })

const DAY_MS = 24 * 3_600_000
const monthOf = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 7)

test('restart in a later month creates the invoice stock of that month', async ({ page, logIn, product }) => {
  await logIn('manager1')
  await visit(page, '/invoiceRest')
  const row = listRows(page).filter({ hasText: '星河科技' })
  await expect(row).toContainText('不足')

  // Two months, so that one of them passed while nobody was there.
  const days = 62
  await product.restart(days)
  const then = Date.now() + days * DAY_MS
  await page.clock.setSystemTime(then)
  await logIn('manager1')
  await visit(page, '/invoiceRest')
  await expect(row).toContainText(monthOf(then))
  await expect(row).toContainText('充足')
  await expect(row).toContainText('205')
  await expect(row).toContainText('系统 · ')
  await expect(row.getByRole('button', { name: '维护' })).toBeVisible()

  await visit(page, `/invoiceRest?month=${monthOf(Date.now())}`)
  await expect(row).toContainText('不足')
  await expect(row.getByRole('button', { name: '查看' })).toBeVisible()
  await expect(row.getByRole('button', { name: '维护' })).toHaveCount(0)
  await visit(page, `/invoiceRest?month=${monthOf(then - 31 * DAY_MS)}`)
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
})
