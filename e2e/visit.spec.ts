// Going from page to page within the console ends where a test asked for, with what the right person sees.

import { expect, test } from './product.ts'
import { receiptPng } from './receipt.ts'
import { attachReceipt, openRechargeForm, submitRecharge } from './steps.ts'
import { visit } from './visit.ts'

test('a form that leads away once it is saved, and another login, keep nobody from the page they go to', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await openRechargeForm(page)
  await page.getByLabel('转账金额').fill('321.00')
  await attachReceipt(page, '回执.png', receiptPng())
  await expect(page.getByRole('button', { name: '放大查看 回执.png' })).toBeVisible()
  const answered = Promise.withResolvers<void>()
  await page.route('**/paywages/api/recharge/add', async (route) => {
    await answered.promise
    await route.fallback()
  })
  await submitRecharge(page)
  const went = visit(page, '/paydetail')
  answered.resolve()
  await went
  await expect(page).toHaveURL(/\/paydetail$/)
  await expect(page.getByRole('heading', { name: '明细查询' })).toBeVisible()
  // The list that it led to has been on the way.
  await page.goBack()
  await expect(page).toHaveURL(/\/recharges$/)

  await logIn('check1')
  await visit(page, '/payexcels')
  await expect(page.getByRole('banner')).toContainText('check1')
})
