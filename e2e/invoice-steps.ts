// Steps on /invoiceApply that several journeys take: apply, audit, choose files.

import type { FileChooser, Locator, Page } from '@playwright/test'
import type { Sample } from './invoice-samples.ts'
import { expect } from './product.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

export const dialogOf = (page: Page, title: string): Locator =>
  page.getByRole('dialog').filter({ has: page.getByText(title, { exact: true }) })

export async function openInvoices(page: Page, query = ''): Promise<void> {
  await visit(page, `/invoiceApply${query}`)
  await expect(page.getByRole('heading', { name: '发票申请' })).toBeVisible()
}

/** A figure of the strip, in fen; below zero it bears a minus. */
export async function quotaFigure(page: Page, label: string): Promise<number> {
  const figure = page.locator('.totals-strip .total', { hasText: label }).locator('.total-figure')
  await expect(figure).toContainText('¥')
  const text = await figure.innerText()
  return Math.round(Number(text.replace('−', '-').replace(/[^\d.-]/g, '')) * 100)
}

export async function chooseType(page: Page, type: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('发票类型').click()
  await page.locator('.ant-select-dropdown:visible').getByText(type, { exact: true }).click()
}

/** Typed, because a long list shows only some of its options. */
export async function chooseCategory(page: Page, category: string): Promise<void> {
  const field = page.getByRole('dialog').getByLabel('开票类目')
  await field.click()
  await field.fill(category)
  await page.locator('.ant-select-dropdown:visible').getByText(category, { exact: true }).click()
}

export const grouped = (fen: number) =>
  (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

type Wanted = { readonly type?: string; readonly yuan: string; readonly remark?: string }

/** Gives the number of the application. */
export async function applyForInvoice(page: Page, wanted: Wanted): Promise<string> {
  await openInvoices(page)
  await page.getByRole('button', { name: '新增发票申请' }).first().click()
  await chooseType(page, wanted.type ?? '增值税普通发票（电子）')
  await chooseCategory(page, '信息技术服务')
  await page.getByRole('dialog').getByLabel('开票金额').fill(wanted.yuan)
  await page
    .getByRole('dialog')
    .getByLabel('留言')
    .fill(wanted.remark ?? '')
  const answer = page.waitForResponse('**/paywages/api/invoice/add')
  await page.getByRole('button', { name: '提交申请' }).click()
  expect((await answer).status()).toBe(200)
  // The word of an earlier one may still stand there, as after the other steps.
  await expectToast(page, '发票申请新增成功')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: '待审核' }).first()
  await expect(row).toContainText(grouped(Math.round(Number(wanted.yuan) * 100)))
  return (await row.getByRole('button', { name: /查看申请/ }).innerText()).trim()
}

export const rowOf = (page: Page, applicationNo: string): Locator =>
  page.getByRole('row').filter({ hasText: applicationNo })

export async function look(page: Page, applicationNo: string): Promise<Locator> {
  await openInvoices(page, `?applicationNo=${applicationNo}`)
  await rowOf(page, applicationNo)
    .getByRole('button', { name: `查看申请 ${applicationNo}` })
    .click()
  const drawer = page.getByRole('dialog').filter({ hasText: applicationNo })
  await expect(drawer.getByText('处理进度')).toBeVisible()
  return drawer
}

/** With a reason it is refused. */
export async function audit(page: Page, applicationNo: string, reason?: string): Promise<void> {
  await openInvoices(page, `?applicationNo=${applicationNo}`)
  await rowOf(page, applicationNo).getByRole('button', { name: '审核', exact: true }).click()
  const dialog = dialogOf(page, '审核发票申请')
  await dialog.getByLabel(reason === undefined ? '同意' : '拒绝', { exact: true }).check()
  if (reason !== undefined) await dialog.getByLabel('拒绝原因').fill(reason)
  await dialog.getByRole('button', { name: '提交审核' }).click()
  await page.getByRole('button', { name: reason === undefined ? /^同意开票 ¥/ : /^拒绝开票 ¥/ }).click()
  await expectToast(page, '操作成功')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

export async function openResult(page: Page, applicationNo: string): Promise<Locator> {
  await openInvoices(page, `?applicationNo=${applicationNo}`)
  await rowOf(page, applicationNo).getByRole('button', { name: '编辑' }).click()
  return dialogOf(page, '编辑开票结果')
}

export const chooseFiles = (page: Page, files: readonly Sample[]): Promise<void> =>
  choose(page, (chooser) => chooser.setFiles(files.map((file) => ({ ...file }))))

export const choosePaths = (page: Page, paths: readonly string[]): Promise<void> =>
  choose(page, (chooser) => chooser.setFiles([...paths]))

async function choose(page: Page, set: (chooser: FileChooser) => Promise<void>): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^(选择文件|继续添加)$/ }).click()
  await set(await chooser)
}

export const uploadedFiles = (dialog: Locator): Locator =>
  dialog.getByRole('list', { name: '已选择的文件' }).getByRole('listitem')

export async function enterResult(
  page: Page,
  applicationNo: string,
  files: readonly Sample[],
): Promise<void> {
  const dialog = await openResult(page, applicationNo)
  await chooseFiles(page, files)
  await expect(uploadedFiles(dialog)).toHaveCount(files.length)
  await dialog.getByRole('button', { name: '确认开票' }).click()
  await expectToast(page, '发票信息已编辑')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
