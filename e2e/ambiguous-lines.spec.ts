// A result whose lines could mean two payouts of one person: the payer assigns them, another confirms, and the history tells (ADR 134).

import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { confirmStart, fileLines, logInThree, payByFiles, saved, startBatch } from './bank-file-steps.ts'
import { test } from './product.ts'
import type { SheetLine } from './sheet.ts'
import { confirmChanges, rowNamed } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'ambiguous lines' })

/** One person, paid the same for two projects. */
function twoPayouts(): readonly [SheetLine, SheetLine] {
  const [[name, id, phone, bank, card, , month]] = fileLines([{ name: '赵文远', ending: '6612' }], 700) as [
    SheetLine,
  ]
  const payout = (remark: string): SheetLine => [name, id, phone, bank, card, '100.00', month, remark]
  return [payout('甲项目'), payout('乙项目')]
}

test('lines that could mean two payouts are assigned by one person and confirmed by another', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const { manager, reviewer } = await logInThree({ logIn, browser, baseURL })
  await payByFiles(manager, '通用代发（Excel）', '0188')
  await confirmChanges(browser, baseURL, '招商银行')

  const payouts = twoPayouts()
  const opId = await startBatch(page, reviewer, '同人两笔', payouts)
  await confirmStart(page, opId)
  const row = page.locator('.list-table tbody tr').first()
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: '下载', exact: true }).click()
  await saved(await download)
  await row.getByRole('button', { name: '已提交银行' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '已提交银行' }).click()
  await expectToast(page, '已登记，等待银行结果')

  // The bank prints neither our references nor the place.
  const lines = payouts.map(([name, , , , card, amount], index) =>
    [name, card, amount, index === 0 ? '成功' : '失败', index === 0 ? '' : '超过当日限额'].join(','),
  )
  const text = `\uFEFF${['户名,账号,金额,状态,失败原因', ...lines].join('\r\n')}\r\n`
  await row.getByRole('button', { name: '导入结果' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '选择结果文件' }).click()
  await (await chooser).setFiles({ name: '回盘.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByText('2 行可对应多笔，提交后须逐行指定')).toBeVisible()
  await page.getByRole('button', { name: '提交并指定 2 行' }).click()
  await expectToast(page, '已提交，请逐行指定对应的转账')

  const section = page.getByRole('region', { name: '指定对应的转账' })
  await expect(section.getByText('失败 · 超过当日限额')).toBeVisible()
  await visit(reviewer, `/bankfiles?opId=${opId}`)
  await reviewer.getByRole('button', { name: '查看结果' }).click()
  await expect(reviewer.getByText('2 行可对应多笔，还没有指定，暂不能复核')).toBeVisible()
  await expect(reviewer.getByRole('button', { name: /^确认入账/ })).toHaveCount(0)

  await section.getByLabel('第 2 行对应的转账').click()
  await page.locator('.ant-select-item-option', { hasText: '乙项目' }).click()
  await section.getByLabel('第 3 行对应的转账').click()
  // What one line has, another cannot take.
  await expect(page.locator('.ant-select-item-option-disabled', { hasText: '乙项目' }).last()).toBeVisible()
  await page.locator('.ant-select-item-option', { hasText: '甲项目' }).last().click()
  await expectAccessible(page)
  await section.getByRole('button', { name: '保存指定 2 行' }).click()
  await expectToast(page, '已保存，等待另一人复核')
  await expect(page.getByText('2 行可对应多笔，已由经办人指定')).toBeVisible()

  await reviewer.reload()
  await reviewer.getByRole('button', { name: '复核结果' }).click()
  await expect(reviewer.getByText(/文件第 2 笔 · 原表第 \d+ 行 · 乙项目/)).toBeVisible()
  await expectAccessible(reviewer)
  await reviewer.getByRole('button', { name: '确认入账 2 笔' }).click()
  await reviewer.getByRole('dialog').getByRole('button', { name: '确认入账 2 笔' }).click()
  await expectToast(reviewer, '已确认，正在入账')

  await expect(row).toContainText('已结清')
  await visit(page, `/exceldetail?opId=${opId}`)
  await expect(rowNamed(page, '乙项目')).toContainText('成功')
  await expect(rowNamed(page, '甲项目')).toContainText('超过当日限额')
  await rowNamed(page, '乙项目')
    .getByRole('button', { name: /转账记录/ })
    .click()
  await expect(page.getByRole('dialog').getByText('人工指定银行结果的行').first()).toBeVisible()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/回盘\.csv 第 2 行/)
      .first(),
  ).toBeVisible()
})
