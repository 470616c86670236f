// After a restore: an order that the bank has accepted only is shown as such, and a bank that does not tell them waits for two managers (ADR 128).

import { expectAccessible } from './accessibility.ts'
import { changeInDatabase } from './database.ts'
import { expect, test } from './product.ts'
import { confirmChanges, listRows } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'accepted orders' })

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
     values ('PW202611170003R2Xa1b2c3d4e5f6', '', 386420, now(), '王小明', '8888', 'no-batch', 'accepted', now())`,
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
  const [row, notice] = [listRows(page).first(), page.getByRole('note')]
  await expect(row).toContainText('银行已受理，尚未执行')
  await expect(notice).toContainText('数据库恢复后，转账暂停发送')
  await expectAccessible(page)
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
