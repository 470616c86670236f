// Statements as clerks have them first: an Excel file with a debit that pays a whole batch, and the receipt of one payment (D32, D49).

import { utils, write } from '@e965/xlsx'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { chooseFiles, PDF, payBatch, today, views } from './bank-statement-steps.ts'
import { expect, test } from './product.ts'
import { idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import { anotherPage } from './steps.ts'
import { visit } from './visit.ts'

const PEOPLE = [
  { name: '程砚秋', cardNo: '6222021202000771234', yuan: '1211.31' },
  { name: '顾长卫', cardNo: '6222021202000775678', yuan: '1322.42' },
  { name: '贺知章', cardNo: '6222021202000779876', yuan: '1433.53' },
] as const
const SUM = '3,967.26'
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const paidLine = ({ name, cardNo, yuan }: (typeof PEOPLE)[number], index: number): SheetLine => {
  const phone = `1371238${5_600 + index}`
  return [name, idCardNo('19910808', 560 + index), phone, '中国工商银行', cardNo, yuan, thisMonth(), '整批']
}

function workbook(rows: readonly (readonly string[])[]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), '明细')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

const debitOfAll = () =>
  workbook([
    ['某某银行企业账户明细'],
    ['交易日期', '借方发生额', '贷方发生额', '对方户名', '对方账号', '摘要'],
    [today(), SUM, '', '代发过渡户', '', '代发劳务费 3笔'],
    ['日期不详', '88.00', '', '无名氏', '', '打印不清'],
    ['借方笔数', '9', '', '借方合计', SUM],
  ])

async function receiptPdf(browser: Browser): Promise<Buffer> {
  const [{ name, cardNo, yuan }] = PEOPLE
  const context = await browser.newContext()
  const page = await context.newPage()
  const pairs = [
    ['付款人户名', '云帆信息', '收款人户名', name],
    ['付款人账号', '33050161820000000123', '收款人账号', cardNo],
    ['金额(小写)', `¥${yuan}`, '交易日期', today()],
    ['交易流水号', `HD${Date.now()}`, '附言', '劳务费'],
  ]
  await page.setContent(`<style>body { font: 9pt 'Noto Sans CJK SC', sans-serif } td { padding: 2mm 4mm }</style>
    <h2>电子回单</h2><table>${pairs.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`)
  const pdf = await page.pdf({ format: 'A4', landscape: true })
  await context.close()
  return pdf
}

async function uploadOne(
  page: Page,
  name: string,
  mimeType: string,
  buffer: Buffer,
  answer = async (_: Page) => {},
): Promise<void> {
  await visit(page, '/bankstatements')
  await page.getByRole('button', { name: '上传银行对账单' }).first().click()
  await chooseFiles(page, [{ name, mimeType, buffer }])
  await page.getByRole('dialog').getByRole('button', { name: '上传', exact: true }).click()
  await answer(page)
  await expect(page).toHaveURL(/\/bankstatement\?statementId=\d+$/)
}

/** As somebody's own program writes it. */
const homemade = (index: number) => {
  const { name, cardNo, yuan } = PEOPLE[index] ?? PEOPLE[1]
  return workbook([
    ['哪天', '给谁', '打到哪', '多少钱'],
    [today(), name, cardNo, yuan],
  ])
}

async function nameColumns(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /表头不认识/ })
  await expect(dialog).toContainText('给谁')
  await expect(dialog.getByRole('button', { name: '按此读取' })).toBeDisabled()
  for (const [heading, kind] of [
    ['哪天', '交易日期'],
    ['给谁', '对方户名'],
    ['打到哪', '对方账号'],
    ['多少钱', '支出金额'],
  ] as const) {
    await dialog.getByRole('combobox', { name: `「${heading}」列的内容` }).click()
    await page.getByTitle(kind, { exact: true }).last().click()
  }
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '按此读取' }).click()
}

const wholeBatch = (page: Page) => page.getByRole('row', { name: /代发劳务费/ })

async function undo(page: Page): Promise<void> {
  await wholeBatch(page).getByRole('button', { name: '撤销' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('合并付款 3 笔')
  await dialog.getByRole('button', { name: '撤销关联' }).click()
  await expect(views(page)).toContainText(/已关联 0.*待选择 1/)
}

/** Only this payout's part of the page, and what is downloaded bears its number. */
async function lookAtReceipt(page: Page): Promise<void> {
  await visit(page, `/paydetail?name=${encodeURIComponent(PEOPLE[0].name)}`)
  await page.getByRole('row', { name: new RegExp(PEOPLE[0].name) }).click()
  const drawer = page.getByRole('dialog').first()
  const evidence = drawer.getByRole('button', { name: '下载凭证包' })
  await expect(evidence).toBeVisible()
  const place = await evidence.boundingBox()
  await drawer.getByRole('button', { name: '看回单' }).click()
  const picture = page.getByRole('img', { name: /^电子回单 · \d+-0002$/ })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(500)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载回单' }).click()
  expect((await download).suggestedFilename()).toMatch(/^回单-\d+-0002\.png$/)
  // It lies above the record, which stays where it is.
  expect(await evidence.boundingBox()).toEqual(place)
  await page.keyboard.press('Escape')
  await expect(picture).toBeHidden()
  const packed = page.waitForEvent('download')
  await evidence.click()
  expect((await packed).suggestedFilename()).toMatch(/^凭证包-\d+-0002\.zip$/)
}

test('Excel statement links a whole batch, which is undone, confirmed and undone; a receipt links one payment', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const reviewer = await anotherPage(browser, baseURL)
  await logIn('pay2')
  await logIn('check2', { page: reviewer })
  await payBatch(page, reviewer, '整批对账', PEOPLE.map(paidLine))
  await reviewer.context().close()

  await uploadOne(page, '企业明细.xlsx', EXCEL, debitOfAll())
  await expect(views(page)).toContainText(/全部 1.*已关联 1.*未识别 1/)
  await expect(wholeBatch(page)).toContainText('合并付款 3 笔')
  // The totals that it prints of itself are held against what was read.
  await expect(page.getByText(/有 1 行未能识别.*支出笔数：对账单印 9，读到 1/)).toBeVisible()
  await expectAccessible(page)
  const address = page.url()

  // Nothing vanishes: what was not understood is shown and exported.
  await views(page)
    .getByText(/^未识别/)
    .click()
  await expect(page.getByRole('row', { name: /日期无法识别/ })).toContainText('日期不详')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出未识别的行' }).click()
  expect((await download).suggestedFilename()).toBe('未识别的行-企业明细.xlsx')

  await visit(page, address)
  await undo(page)
  await expect(wholeBatch(page)).toContainText('可能是合并付款 3 笔，请人工确认')
  await wholeBatch(page).getByRole('button', { name: '选择' }).click()
  const dialog = page.getByRole('dialog', { name: '选择对应的发放明细' })
  await dialog.getByRole('radio', { name: /合并付款 3 笔/ }).check()
  await expect(dialog).toContainText(SUM)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '关联所选明细' }).click()
  await expect(wholeBatch(page)).toContainText('人工选择')
  await undo(page)

  await uploadOne(page, '回单.pdf', PDF, await receiptPdf(browser))
  await expect(views(page)).toContainText(/全部 1.*已关联 1/)
  await expect(page.getByRole('row', { name: new RegExp(PEOPLE[0].name) })).toContainText('已关联')
  await lookAtReceipt(page)

  // Headings that nobody knows are named once; the next statement of the layout asks nothing.
  await uploadOne(page, '自制.xlsx', EXCEL, homemade(1), nameColumns)
  await expect(views(page)).toContainText(/全部 1.*已关联 1/)
  await uploadOne(page, '自制二.xlsx', EXCEL, homemade(2))
  await expect(views(page)).toContainText(/全部 1.*已关联 1/)
})
