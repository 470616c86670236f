// A sheet with headings of its own: the clerk says once what its columns are, and the next one of that layout is read at once.

import { utils, write } from '@e965/xlsx'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { idCardNo, thisMonth } from './sheet.ts'
import { uploadSheet } from './steps.ts'

const HEADINGS = ['序号', '主播', '证照', '联络', '哪家银行', '打款账户', '分成', '账期', '说明']

function streamers(first: number): Buffer {
  const rows = [0, 1, 2].map((index) => [
    String(index + 1),
    `周小${'甲乙丙'[index]}`,
    idCardNo('19910203', first + index),
    `1381234${3_000 + first + index}`,
    '中国工商银行',
    `62220212020004${String(first + index).padStart(5, '0')}`,
    `${2_000 + first + index}.50`,
    thisMonth(),
    '分成',
  ])
  const sheet = utils.aoa_to_sheet([['十一月主播分成'], HEADINGS, ...rows])
  return write({ SheetNames: ['分成'], Sheets: { 分成: sheet } }, { type: 'buffer', bookType: 'xlsx' })
}

test('clerk names the columns of a sheet once, and the next sheet of that layout asks nothing', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await page.goto('/payexcels')
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

  await page.goto('/payexcels')
  await uploadSheet(page, '主播分成-第2期.xlsx', streamers(400))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  await expect(dialog).toHaveCount(0)
})
