// After a restore: an order that the bank has accepted only is shown as such, and a bank that does not tell them waits for two managers (ADR 128).

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { changeInDatabase } from './database.ts'
import { expect, test } from './product.ts'
import { confirmChanges, listRows } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'accepted orders' })

/** On a small laptop days, numbers of transfers up to the mark of their batch, and nine digits of yuan stand in one line, inside their columns. */
async function expectWholeNumbers(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.locator('.list-table')).toHaveAttribute('data-scrolls', 'false')
  await expect(page.getByRole('cell', { name: '123,456,789.00' })).toBeVisible()
  const texts = 'td:nth-child(1) .two-lines-first, td:nth-child(2) .unbroken, td:nth-child(4) .money-cell'
  const misfits = await listRows(page)
    .locator(texts)
    .evaluateAll((all) =>
      all
        .filter((text) => {
          const range = document.createRange()
          range.selectNodeContents(text)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          const end = text.closest('td')?.getBoundingClientRect().right ?? 0
          return lines.size > 1 || range.getBoundingClientRect().right > end - 12
        })
        .map((text) => text.textContent),
    )
  expect(misfits).toEqual([])
}

test('accepted order is shown as not executed, and a held sending is released by two managers', async ({
  page,
  logIn,
  product,
  browser,
  baseURL,
}) => {
  await changeInDatabase(
    product,
    `insert into unknown_debits (reference, bank_serial, amount_fen, executed_at, name, card_tail, cause, outcome, found_at)
     values ('PW202611170003R2Xa1b2c3d4e5f6', '', 386420, now(), '王小明', '8888', 'no-batch', 'accepted', now()),
       ('PW202611170001R100000Xa1b2c3d4e5f7', '2026111712345678', 12345678900, now() - interval '1 day',
        '阿卜杜拉·买买提·吐尔逊江·艾合买提·努尔艾力·居马洪·哈克', '0123', 'content-changed', null, now() - interval '1 minute')`,
    [],
  )
  // As a bank without the call leaves it after a restore.
  await changeInDatabase(
    product,
    'update sending_gate set restored_at = now(), accepted_asked_for = null',
    [],
  )
  await logIn('admin')
  await visit(page, '/unknowndebits')
  const [row, notice] = [listRows(page).filter({ hasText: '王小明' }), page.getByRole('note')]
  await expect(row).toContainText('银行已受理，尚未执行')
  await expect(notice).toContainText('数据库恢复后，转账暂停发送')
  await expectAccessible(page)
  await expectWholeNumbers(page)
  await row.getByText('提交核实意见').click()
  await expect(page.getByRole('radio')).toHaveCount(1)
  await expect(page.getByRole('dialog')).toContainText('与本系统无关')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await notice.getByRole('button', { name: '登记网银核对' }).click()
  await page.getByRole('dialog').getByLabel('核对结果').fill('网银中没有其他已受理未执行的付款')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: '提交核对结果' }).click()
  await expectToast(page, '已提交，待另一位管理员确认')
  await expect(notice).toBeVisible()
  await confirmChanges(browser, baseURL, '转账发送')
  await page.reload()
  await expect(row).toContainText('银行已受理，尚未执行')
  await expect(notice).toHaveCount(0)
})
