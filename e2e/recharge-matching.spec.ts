// Recharges are money that arrived: one is seen on the receiving account's statement, the other needs a manager (D50).

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { addRecharge, anotherPage, rowNamed } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'recharge matching', productSettings: { UNMATCHED_RECHARGE_YUAN: '0' } })

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/** As the bank exports the receiving account: one registered payment, and one that nobody tells of. */
function statementCsv(): Buffer {
  const lines = [
    '交易日期,流水号,支出金额,收入金额,余额,对方户名,对方账号,摘要',
    `${today()},R0001,,23456.78,523456.78,,\t33050161820000000123,充值款`,
    `${today()},R0002,,777.00,524233.78,无人登记有限公司,\t6222021202000010001,往来款`,
  ]
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}

test('a matched recharge is approved by the reviewer, an unmatched one by a manager', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay1')
  await visit(page, '/recharges')
  for (const yuan of ['23456.78', '34567.89']) await addRecharge(page, yuan)
  await expect(rowNamed(page, '23,456.78')).toContainText('未匹配到账')

  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check1', { page: reviewer })
  await visit(reviewer, '/rechargeverify')
  await rowNamed(reviewer, '23,456.78').getByRole('link', { name: '审核' }).click()
  await expect(reviewer.getByText('收款账户对账单中未匹配到这笔到账')).toBeVisible()
  await expect(reviewer.getByRole('button', { name: '拒绝' })).toBeVisible()
  await expect(reviewer.getByRole('button', { name: '审核通过' })).toHaveCount(0)
  await expectAccessible(reviewer)

  const manager = await anotherPage(browser, baseURL)
  await logIn('admin', { page: manager })
  await visit(manager, '/receivercredits')
  await manager.getByRole('button', { name: '上传收款对账单' }).first().click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByLabel('收款账户').click()
  await manager.getByTitle(/3305 0161 8000 0000 1001/).click()
  await dialog.getByLabel('对账单文件').setInputFiles({
    name: '收款账户.csv',
    mimeType: 'text/csv',
    buffer: statementCsv(),
  })
  await dialog.getByRole('button', { name: /上\s*传$/ }).click()
  await expectToast(manager, '读到 2 笔到账，新增 2 笔，匹配充值 1 笔')
  await expect(rowNamed(manager, '23,456.78')).toContainText('自动匹配')
  await expect(rowNamed(manager, '无人登记有限公司')).toContainText('未匹配充值')
  await expectAccessible(manager)

  await reviewer.reload()
  await expect(reviewer.getByText('已匹配到账').first()).toBeVisible()
  await reviewer.getByRole('button', { name: '审核通过' }).click()
  await reviewer.getByRole('dialog').getByRole('button', { name: '审核通过 ¥23,456.78' }).click()
  await expectToast(reviewer, '审核提交成功')

  const platform = await anotherPage(browser, baseURL)
  await logIn('manager1', { page: platform })
  await visit(platform, '/rechargeverify')
  await rowNamed(platform, '34,567.89').getByRole('link', { name: '审核' }).click()
  await expect(platform.getByText('未匹配到账 · 须由平台管理员审核通过')).toBeVisible()
  await platform.getByRole('button', { name: '审核通过' }).click()
  await platform.getByRole('dialog').getByRole('button', { name: '审核通过 ¥34,567.89' }).click()
  await expectToast(platform, '审核提交成功')
  await visit(page, '/recharges')
  await expect(rowNamed(page, '23,456.78')).toContainText('已匹配到账')
  await expect(rowNamed(page, '34,567.89')).toContainText('已通过')
})
