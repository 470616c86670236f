// Steps of the bank statement journeys: people who are paid, the batch that pays them, the PDF that lists them, its upload.

import type { Page } from '@playwright/test'
import { expect } from './product.ts'
import { fillTemplate, idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import type { PrintedLine } from './statement-pdf.ts'
import { approve, downloadTemplate, rowNamed, uploadSheet } from './steps.ts'
import { visit } from './visit.ts'

export const PDF = 'application/pdf'

export const PEOPLE = {
  plain: { name: '柳如烟', cardNo: '6222021202000881234', yuan: '1,811.37', sequence: 410 },
  /** The bank's answer is a refusal; the statement will show the money going out all the same. */
  refused: { name: '闻人杰', cardNo: '6222021202000880001', yuan: '1,722.46', sequence: 411 },
  /** Paid twice alike on one day. */
  duplicate: { name: '白景行', cardNo: '6222021202000885678', yuan: '1,633.55', sequence: 412 },
  unlisted: { name: '慕容雪', cardNo: '6222021202000889876', yuan: '1,544.64', sequence: 413 },
  /** The money arrives, and comes back after ten seconds. */
  returning: { name: '东方朔', cardNo: '6222021202000880006', yuan: '1,455.73', sequence: 414 },
  late: { name: '司徒静', cardNo: '6222021202000884321', yuan: '1,366.82', sequence: 415 },
} as const

export type Who = keyof typeof PEOPLE

export const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

export function sheetLine(who: Who, remark = '对账'): SheetLine {
  const { name, cardNo, yuan, sequence } = PEOPLE[who]
  const phone = `1371239${String(4_000 + sequence)}`
  const id = idCardNo('19900909', sequence)
  return [name, id, phone, '中国工商银行', cardNo, yuan.replace(',', ''), thisMonth(), remark]
}

export function printed(who: Who, reference = ''): PrintedLine {
  const { name, cardNo, yuan } = PEOPLE[who]
  return { day: today(), reference, name, cardNo, yuan, remark: '劳务报酬' }
}

/** Pays the people of the sheet, through both approvals, and tells the batch, whose page is open then. */
export async function payBatch(
  page: Page,
  reviewer: Page,
  fileName: string,
  lines: readonly SheetLine[],
): Promise<string> {
  await visit(page, '/payexcels')
  await uploadSheet(page, `${fileName}.xlsx`, fillTemplate(await downloadTemplate(page), lines))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  const opId = new URL(page.url()).searchParams.get('opId') ?? ''
  await approve(page, '审核通过')
  await expect(page).toHaveURL(/\/payexcels/)
  await visit(reviewer, '/payexcels')
  await rowNamed(reviewer, fileName).getByText('复核', { exact: true }).click()
  await approve(reviewer, '复核通过')
  await expect(rowNamed(reviewer, fileName)).toContainText('待转账')
  await visit(page, '/payexcels')
  await rowNamed(page, fileName).getByText('开始转账').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^转出 / })
    .click()
  await expect(page).toHaveURL(new RegExp(`/exceldetail\\?opId=${opId}`))
  const progress = page.getByRole('progressbar', { name: '转账进度' })
  await expect(progress).toHaveAttribute('aria-valuenow', '100', { timeout: 60_000 })
  return opId
}

type ChosenFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

/** In the upload dialog, which is open. */
export async function chooseFiles(page: Page, files: ChosenFile[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '上传银行对账单' })
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: '选择文件' }).click()
  await (await chooser).setFiles(files)
}

export const lineOf = (page: Page, who: Who) => rowNamed(page, PEOPLE[who].name)
export const views = (page: Page) => page.getByLabel('按结果筛选')
