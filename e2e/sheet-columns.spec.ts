// A sheet with headings of its own: the clerk says once what its columns are, and the next one of that layout is read at once.

import { utils, write } from '@e965/xlsx'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { idCardNo, thisMonth } from './sheet.ts'
import { uploadSheet } from './steps.ts'
import { visit } from './visit.ts'

const HEADINGS = ['序号', '主播', '证照', '联络', '哪家银行', '打款账户', '分成', '账期', '寄语']

function bookOf(cells: readonly (readonly string[])[]): Buffer {
  const sheet = utils.aoa_to_sheet(cells.map((row) => [...row]))
  return write({ SheetNames: ['分成'], Sheets: { 分成: sheet } }, { type: 'buffer', bookType: 'xlsx' })
}

function streamers(first: number, headings: readonly string[] = HEADINGS): Buffer {
  const rows = [0, 1, 2].map((index) => [
    String(index + 1),
    `周小${'甲乙丙'[index]}`,
    idCardNo('19910203', first + index),
    `1381234${3_000 + first + index}`,
    '中国工商银行',
    `62220212020004${String(first + index).padStart(5, '0')}`,
    `${2_000 + first + index}.50`,
    thisMonth(),
    ['辛苦了', '谢谢你', '加油'][index] ?? '',
  ])
  return bookOf([['十一月主播分成'], headings, ...rows])
}

test('clerk names the columns of a sheet once, and the next sheet of that layout asks nothing', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await visit(page, '/payexcels')
  await uploadSheet(page, '主播分成-第1期.xlsx', streamers(300))
  const dialog = page.getByRole('dialog', { name: '请确认表头对应的字段' })
  await expect(dialog).toContainText('表头在第 2 行，共 3 行')
  await expect(dialog.getByRole('row', { name: /打款账户/ })).toContainText('银行卡号')
  await expect(dialog.getByText(/6222 •••• 0300/)).toBeVisible()
  // Two columns hold words that could be names: nothing is taken for one unasked.
  await expect(dialog.getByText('还需选择：姓名')).toBeVisible()
  const submit = dialog.getByRole('button', { name: '校验 3 行' })
  await expect(submit).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: /B 列「主播」/ }).check()
  await expect(dialog.getByRole('combobox', { name: 'B 列对应字段' })).toBeVisible()
  await submit.click()
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  await expect(page.getByText('周小甲').first()).toBeVisible()

  await visit(page, '/payexcels')
  await uploadSheet(page, '主播分成-第2期.xlsx', streamers(400))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  await expect(dialog).toHaveCount(0)
})

test('manager sees the remembered headings and deletes them, and the next sheet asks again', async ({
  page,
  logIn,
}) => {
  const headings = HEADINGS.with(1, '达人').with(8, '结语')
  await logIn('pay1')
  await visit(page, '/payexcels')
  await uploadSheet(page, '达人分成-第1期.xlsx', streamers(500, headings))
  const dialog = page.getByRole('dialog', { name: '请确认表头对应的字段' })
  await dialog.getByRole('radio', { name: /B 列「达人」/ }).check()
  await dialog.getByRole('button', { name: '校验 3 行' }).click()
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)

  await logIn('manager1')
  await visit(page, '/sheetlayouts')
  const row = page.getByRole('row', { name: /达人 → 姓名/ })
  await expect(row).toContainText('陈静')
  await expectAccessible(page)
  await row.getByRole('button', { name: '删除' }).click()
  const question = page.getByRole('dialog', { name: '删除这种表头？' })
  await expect(question).toContainText('下次上传同样的表头会重新询问')
  await question.getByRole('button', { name: '删除' }).click()
  await expect(row).toHaveCount(0)

  await logIn('pay1')
  await visit(page, '/payexcels')
  await uploadSheet(page, '达人分成-第2期.xlsx', streamers(600, headings))
  await expect(dialog).toBeVisible()
})

test('title, two-line heading and total are left out and told; a total that differs asks', async ({
  page,
  logIn,
}) => {
  const upper = ['姓名', '身份证号', '手机号', '收款信息', '', '实发金额', '所属月份', '备注']
  const sheet = (said: string, first: number) =>
    bookOf([
      ['十一月劳务费'],
      upper,
      ['', '', '', '开户行', '银行卡号'],
      ...[0, 1].map((index) => [
        ...[`吴小${'丁戊'[index]}`, idCardNo('19910203', first + index), `1381234${4_000 + first + index}`],
        ...[
          '中国工商银行',
          `62220212020004${String(first + index).padStart(5, '0')}`,
          '100.50',
          thisMonth(),
          '',
        ],
      ]),
      ['合计', '', '', '', '', said],
    ])
  await logIn('pay1')
  await visit(page, '/payexcels')
  await uploadSheet(page, '劳务费-合计相符.xlsx', sheet('201.00', 700))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  await expect(page.getByText('第 6 行是合计行，已跳过；合计 201.00 与明细一致')).toBeVisible()
  await expect(page.getByText(/第 1 行是标题行，已跳过/)).toBeVisible()

  await visit(page, '/payexcels')
  await uploadSheet(page, '劳务费-合计不符.xlsx', sheet('301.00', 710))
  const question = page.getByRole('dialog').filter({ hasText: '301.00' })
  await expect(question).toContainText('201.00')
  await question.getByRole('button', { name: '仍要上传' }).click()
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  await expect(page.getByText('合计 301.00 与明细 201.00 不一致')).toBeVisible()

  await logIn('manager1')
  await visit(page, '/auditlog')
  await page
    .getByRole('row')
    .filter({ hasText: '上传发放表' })
    .filter({ hasText: '劳务费-合计不符' })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText('合计 301.00 与明细 201.00 不一致')
})
