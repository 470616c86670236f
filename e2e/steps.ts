// Steps that several journeys take: another person's browser, a sheet, a recharge.

import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { expect, logInByCall } from './product.ts'
import { receiptPng } from './receipt.ts'
import { recordToasts } from './toasts.ts'
import { followPages, visit } from './visit.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The rows of a list that hold records: the grey ones that stand there while it loads are none. */
export const listRows = (page: Page): Locator => page.locator('tbody tr.list-row:not(:has(.skeleton-bar))')

/** So many days ago in Shanghai, as dates are written. */
export const dayBefore = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

/** There are records, and each of them says so: those of the question before stay until the new ones are there. */
export async function expectEveryRow(page: Page, words: string): Promise<void> {
  await expect(async () => {
    const rows = await listRows(page).allInnerTexts()
    expect(rows).not.toHaveLength(0)
    for (const row of rows) expect(row).toContain(words)
  }).toPass({ timeout: 30_000 })
}

/** What was proposed about it is confirmed by the second super manager, by the calls alone. */
export async function confirmChanges(
  browser: Browser,
  baseURL: string | undefined,
  object: string,
): Promise<void> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  await logInByCall(context, baseURL, 'admin2', {})
  const listed = await context.request.get('/paywages/api/proposals?size=100')
  const { data } = (await listed.json()) as {
    data: { proposalId: number; objectName: string; actions: string[] }[]
  }
  const mine = data.filter(
    ({ objectName, actions }) => objectName.includes(object) && actions.includes('confirm'),
  )
  expect(mine).not.toHaveLength(0)
  for (const { proposalId } of mine) {
    const reply = await context.request.post('/paywages/api/proposal/confirm', { data: { proposalId } })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  await context.close()
}

export async function anotherPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ viewport, locale: 'zh-CN', ...(baseURL ? { baseURL } : {}) })
  await recordToasts(context)
  await followPages(context)
  return context.newPage()
}

export async function downloadTemplate(page: Page): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page
    .getByRole('link', { name: '下载模板' })
    .or(page.getByRole('button', { name: '下载模板' }))
    .click()
  return readFile(await (await download).path())
}

export async function uploadSheet(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '新建发放' }).click()
  await (await chooser).setFiles({ name, mimeType: XLSX, buffer })
}

/** A figure of the balance card, in fen. */
export async function balanceFigure(page: Page, label: string): Promise<number> {
  const card = page.getByRole('region', { name: '账户余额' })
  const text = await card.locator('dl > div', { hasText: label }).first().locator('dd').first().innerText()
  return Math.round(Number(text.replace(/[^\d.]/g, '')) * 100)
}

export async function attachReceipt(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '选择文件' }).click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

/** Sends the form and agrees to the question that follows. */
export async function submitRecharge(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提交审核', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '提交审核 ¥' }).click()
}

/** Open once its payer is filled in. */
export async function openRechargeForm(page: Page): Promise<void> {
  await visit(page, '/addrecharge')
  await expect(page.getByLabel('付款账号')).not.toHaveValue('')
}

export async function addRecharge(page: Page, yuan: string): Promise<void> {
  await openRechargeForm(page)
  await page.getByLabel('转账金额').fill(yuan)
  await attachReceipt(page, '回执.png', receiptPng())
  await expect(page.getByRole('button', { name: '放大查看 回执.png' })).toBeVisible()
  await submitRecharge(page)
  await expect(page).toHaveURL(/\/recharges$/)
}

export const rowNamed = (page: Page, words: string) =>
  page.getByRole('row', { name: new RegExp(words) }).first()

/** Ticks every high risk that the dialog of an approval asks about, each with a word. */
export async function checkRisks(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (const tick of await dialog.getByRole('checkbox').all()) await tick.check()
  for (const word of await dialog.getByRole('textbox').all()) await word.fill('已与经办人核对')
}

/** On the check page: opens the dialog of the approval, ticks what it asks about, and approves. */
export async function approve(page: Page, decision: '审核通过' | '复核通过'): Promise<void> {
  await page.getByRole('button', { name: decision, exact: true }).click()
  await checkRisks(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${decision} `) })
    .click()
}
