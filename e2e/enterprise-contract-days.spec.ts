// What the days do to an enterprise contract: in force on its first, pointed out before its last, expired after it (D29).

import type { Page } from '@playwright/test'
import { addContract, openContracts, rowOf, saveContract, signedPdf } from './enterprise-contract-steps.ts'
import { expect, test } from './product.ts'
import { listRows } from './steps.ts'

test.use({ productOf: 'contracts whose days pass' })

const DAY_MS = 24 * 3_600_000

/** The product and the person who looks at it live on the same day. */
async function onDay(page: Page, restart: (daysAhead: number) => Promise<void>, days: number): Promise<void> {
  await restart(days)
  await page.clock.setSystemTime(Date.now() + days * DAY_MS)
}

test('signed enterprise contract becomes effective by date, is flagged before its end, and expires', async ({
  page,
  logIn,
  browser,
  product,
}) => {
  await logIn('admin')
  const company = '四季会展服务有限公司'
  const contract = await addContract(page, company)
  const unsigned = await addContract(page, '未签会展服务有限公司')
  const paper = await signedPdf(browser, '双方签署')
  await saveContract(page, contract, { from: 1, to: 40, paper })
  await saveContract(page, unsigned, { from: 1, to: 40 })
  await openContracts(page, `?contractNo=${contract.contractNo}`)
  await expect(rowOf(page, company)).toContainText('未生效')
  await rowOf(page, company).getByRole('button', { name: '详情' }).click()
  await expect(page.getByText(/^\d{4}-\d\d-\d\d 自动生效$/)).toBeVisible()

  await onDay(page, product.restart, 20)
  await logIn('manager1')
  await openContracts(page, '?ending=1')
  await expect(page.getByRole('checkbox', { name: '30 天内到期' })).toBeChecked()
  const row = rowOf(page, company)
  await expect(row).toContainText('生效中')
  await expect(row).toContainText('还剩 20 天')
  await row.getByRole('button', { name: '详情' }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: '合同记录' })
  const begun = drawer.getByRole('listitem').filter({ hasText: '合同生效' })
  await expect(begun).toContainText('系统 · ')
  // Nobody signed the other one: its days pass without it.
  await openContracts(page, `?contractNo=${unsigned.contractNo}`)
  await expect(listRows(page)).toContainText(['未生效'])

  await onDay(page, product.restart, 41)
  await logIn('manager1')
  await openContracts(page, `?contractNo=${contract.contractNo}`)
  await expect(row).toContainText('已到期')
  await expect(row).not.toContainText('还剩')
  await expect(row.getByRole('button', { name: '编辑' })).toHaveCount(0)
  await row.getByRole('button', { name: '详情' }).click()
  await expect(drawer.getByRole('listitem').filter({ hasText: '合同到期' })).toContainText('系统 · ')
  // The company lacks one again.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '生成企业合同' }).click()
  const question = page.getByRole('dialog', { name: '生成企业合同？' })
  await expect(question.getByRole('listitem').filter({ hasText: company })).toBeVisible()
})
