// The statement of a paying account: it brings results that a second person confirms, bears them out, and contradicts what it does not show (ADR 85).

import { readFile } from 'node:fs/promises'
import { read, utils, write } from '@e965/xlsx'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { confirmStart, logInThree, payByFiles, startBatch } from './bank-file-steps.ts'
import { chooseFiles, today } from './bank-statement-steps.ts'
import { test } from './product.ts'
import { idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import { confirmChanges, rowNamed } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'bank file statements' })

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const NAMES = ['章惇远', '曾布衣', '吕惠生'] as const
const BATCH = '按对账单入账'

const lines = (): SheetLine[] =>
  NAMES.map((name, index) => [
    name,
    idCardNo('19870707', 700 + index),
    `1371234${7_700 + index}`,
    '中国工商银行',
    `62220212020007771${10 + index}`,
    `10${index}1.50`,
    thisMonth(),
    '银行文件',
  ])

type Payment = {
  readonly reference: string
  readonly name: string
  readonly cardNo: string
  readonly yuan: string
}

function workbook(rows: readonly (readonly string[])[]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), '明细')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

const statement = (title: string, paid: readonly Payment[]) =>
  workbook([
    [title],
    ['交易日期', '借方发生额', '贷方发生额', '对方户名', '对方账号', '摘要'],
    ...paid.map(({ name, cardNo, yuan }) => [today(), yuan, '', name, cardNo, '代发']),
  ])

const result = (paid: readonly Payment[]) =>
  workbook([
    ['业务参考号', '收款人户名', '收款账号', '金额（元）', '状态'],
    ...paid.map(({ reference, name, cardNo, yuan }) => [reference, name, cardNo, yuan, '成功']),
  ])

/** Downloaded and said to be at the bank; what the file pays. */
async function submitFile(page: Page): Promise<Payment[]> {
  const row = page.locator('tbody tr').first()
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: '下载', exact: true }).click()
  const book = read(await readFile(await (await download).path()))
  const rows = utils.sheet_to_json<string[]>(Object.values(book.Sheets)[0] ?? {}, { header: 1, raw: false })
  await row.getByRole('button', { name: '已提交银行' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '已提交银行' }).click()
  await expectToast(page, '已登记，等待银行结果')
  return rows.slice(1).map(([, reference = '', name = '', cardNo = '', , yuan = '']) => ({
    reference,
    name,
    cardNo,
    yuan: yuan.replace(',', ''),
  }))
}

async function importFile(page: Page, name: string, buffer: Buffer, count: number): Promise<void> {
  await page.getByRole('button', { name: '导入结果' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '选择结果文件' }).click()
  await (await chooser).setFiles({ name, mimeType: EXCEL, buffer })
  await page.getByRole('button', { name: `提交复核 ${count} 笔` }).click()
  await expectToast(page, '已提交复核')
}

async function confirmResult(reviewer: Page, opId: string, count: number): Promise<void> {
  await visit(reviewer, `/bankfiles?opId=${opId}`)
  await reviewer.getByRole('button', { name: '复核结果' }).click()
  await reviewer.getByRole('button', { name: `确认入账 ${count} 笔` }).click()
  await reviewer
    .getByRole('dialog')
    .getByRole('button', { name: `确认入账 ${count} 笔` })
    .click()
  await expectToast(reviewer, '已确认，正在入账')
}

test('a statement brings results, bears them out, and contradicts a result that it does not show', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const { manager, reviewer } = await logInThree({ logIn, browser, baseURL })
  await payByFiles(manager, '通用代发（Excel）', '0288')
  await confirmChanges(browser, baseURL, '招商银行')
  const opId = await startBatch(page, reviewer, BATCH, lines())
  await confirmStart(page, opId)
  await expect(page.locator('tbody tr').first()).toContainText('待下载')
  const paid = await submitFile(page)

  await visit(page, '/layout')
  await expect(page.getByText(`${BATCH}.xlsx · 1 个银行文件`).first()).toBeVisible()
  await visit(page, `/bankfiles?opId=${opId}`)
  await importFile(page, '账户明细.xlsx', statement('企业账户明细', paid.slice(0, 2)), 2)
  await confirmResult(reviewer, opId, 2)
  await visit(page, `/exceldetail?opId=${opId}`)
  await expect(rowNamed(page, NAMES[0])).toContainText('成功')
  await expect(rowNamed(page, NAMES[2])).toContainText('处理中')
  await expect(async () => {
    await page.reload()
    await page.getByRole('button', { name: new RegExp(`${NAMES[0]}的转账记录`) }).click()
    await expect(page.getByRole('dialog').getByText('对账单已印证')).toBeVisible({ timeout: 5_000 })
  }).toPass()

  // Whoever says that the third was paid is contradicted by the next statement of the day.
  await visit(page, `/bankfiles?opId=${opId}`)
  await importFile(page, '回盘.xlsx', result(paid.slice(2)), 1)
  await confirmResult(reviewer, opId, 1)
  await expect(page.locator('tbody tr').first()).toContainText('已结清')
  await visit(page, '/bankstatements')
  await page.getByRole('button', { name: '上传银行对账单' }).first().click()
  await chooseFiles(page, [
    { name: '次日明细.xlsx', mimeType: EXCEL, buffer: statement('企业账户明细（续）', paid.slice(0, 2)) },
  ])
  await page.getByRole('dialog').getByRole('button', { name: '上传', exact: true }).click()
  await expect(page).toHaveURL(/\/bankstatement\?statementId=\d+$/)

  await expect(async () => {
    await visit(manager, '/layout')
    await expect(manager.getByText(`${BATCH}.xlsx · 1 笔与对账单不符`).first()).toBeVisible({
      timeout: 5_000,
    })
  }).toPass()
  await visit(manager, `/bankfiles?opId=${opId}`)
  await expect(manager.getByText(/第 3 笔：结果为成功，对账单没有扣款/)).toBeVisible()
  await expectAccessible(manager)
  await manager.getByRole('button', { name: '记录核查结果' }).click()
  await manager.getByRole('dialog').getByLabel('核查结果').fill('已向银行查询，该笔未执行')
  await expectAccessible(manager)
  await manager.getByRole('dialog').getByRole('button', { name: '记录核查结果' }).click()
  await expectToast(manager, '已记录')
  await expect(manager.getByText(/已核查：已向银行查询，该笔未执行/)).toBeVisible()
})
