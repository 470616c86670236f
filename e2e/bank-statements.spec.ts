// Bank statements: linked line by line, decided where several fit, matched again when the bank has spoken, read by those who may (D32).

import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import {
  chooseFiles,
  lineOf,
  PDF,
  PEOPLE,
  payBatch,
  printed,
  sheetLine,
  today,
  views,
  type Who,
} from './bank-statement-steps.ts'
import { expect, test } from './product.ts'
import { statementPdf } from './statement-pdf.ts'
import { anotherPage, rowNamed } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

const FILE = '招商银行对账单.pdf'

/** The number under which the bank got a row's transfer, as its history shows it. */
async function referenceOf(page: Page, who: Who): Promise<string> {
  await page.getByRole('button', { name: new RegExp(`${PEOPLE[who].name}的转账记录`) }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('转账编号')
  const reference = /PW[\w-]+/.exec(await drawer.innerText())?.[0] ?? ''
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  expect(reference).not.toBe('')
  return reference
}

async function printStatement(browser: Browser, refusedReference: string): Promise<Buffer> {
  const stranger = { ...printed('plain'), name: '欧阳长风', cardNo: '6222021202000880999' }
  return statementPdf(browser, [
    [printed('plain'), printed('refused', refusedReference)],
    [printed('duplicate'), stranger],
  ])
}

test('payer uploads a bank statement that links paid rows, and resolves an ambiguous line', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const reviewer = await anotherPage(browser, baseURL)
  await logIn('pay2')
  await logIn('check2', { page: reviewer })
  const opId = await payBatch(page, reviewer, '对账发放', [
    ...[sheetLine('plain'), sheetLine('refused')],
    ...[sheetLine('duplicate', '上半月'), sheetLine('duplicate', '下半月')],
    sheetLine('unlisted'),
  ])
  await expect(lineOf(page, 'refused')).toContainText('账户不存在', { timeout: 30_000 })
  const pdf = await printStatement(browser, await referenceOf(page, 'refused'))

  // What is no PDF never leaves the browser, or is refused by its content; nothing is kept of it.
  await visit(page, '/paydetail')
  await page.getByRole('button', { name: '上传银行对账单' }).click()
  const dialog = page.getByRole('dialog', { name: '上传银行对账单' })
  await expect(dialog).toContainText('云帆信息')
  await expect(dialog.getByRole('button', { name: '上传', exact: true })).toBeDisabled()
  await chooseFiles(page, [{ name: '对账单.docx', mimeType: 'x/y', buffer: pdf }])
  await expect(dialog.getByRole('alert')).toHaveText('对账单.docx：请选择 pdf 文件上传')
  await chooseFiles(page, [{ name: '假.pdf', mimeType: PDF, buffer: Buffer.from('no statement') }])
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: '上传', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请选择 pdf 文件上传')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '移除 假.pdf' }).click()

  // The same file chosen twice goes once; the result opens by itself.
  const file = { name: FILE, mimeType: PDF, buffer: pdf }
  await chooseFiles(page, [file])
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: '上传', exact: true }).click()
  await expect(page).toHaveURL(/\/bankstatement\?statementId=\d+$/)
  const address = page.url()
  await expectToast(page, '上传成功，关联 2 笔')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(FILE)
  await expect(page.getByText(new RegExp(`云帆信息 · ${today()} · 2 页 · .+ 上传`))).toBeVisible()

  await expect(views(page)).toContainText(/全部 4.*已关联 2.*已由其他对账单关联 0.*待选择 1.*未找到 1/)
  await expect(lineOf(page, 'plain')).toContainText('已关联')
  await expect(lineOf(page, 'plain')).toContainText('622202')
  await expect(lineOf(page, 'plain')).not.toContainText(PEOPLE.plain.cardNo)
  await expect(lineOf(page, 'plain')).not.toContainText('对账单显示')
  await expect(lineOf(page, 'refused')).toContainText('对账单显示已转出，系统状态为失败')
  await expect(rowNamed(page, '欧阳长风')).toContainText('未找到')
  await expect(lineOf(page, 'duplicate')).toContainText('2 笔明细都符合')
  await expectAccessible(page)

  // The PDF changes no state, and what it does not list is told.
  await views(page)
    .getByText(/^未在对账单中/)
    .click()
  await expect(page).toHaveURL(/view=unlisted/)
  await expect(lineOf(page, 'unlisted')).toContainText(PEOPLE.unlisted.yuan)
  await expect(page.getByRole('row', { name: new RegExp(PEOPLE.plain.name) })).toHaveCount(0)
  await expectAccessible(page)

  // One of the duplicates is chosen, taken back, and chosen again.
  await views(page)
    .getByText(/^待选择/)
    .click()
  await expect(page).toHaveURL(/view=ambiguous/)
  await chooseSecondDuplicate(page)
  await expect(views(page)).toContainText(/已关联 3.*待选择 0/)
  await views(page)
    .getByText(/^已关联/)
    .click()
  await expect(lineOf(page, 'duplicate')).toContainText('人工选择')
  await lineOf(page, 'duplicate').getByRole('button', { name: '撤销' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销关联' }).click()
  await expect(page.getByText('已撤销')).toBeVisible()
  await expect(views(page)).toContainText(/已关联 2.*待选择 1/)
  await views(page)
    .getByText(/^待选择/)
    .click()
  await chooseSecondDuplicate(page)
  await expect(views(page)).toContainText(/已关联 3.*待选择 0/)

  await expectShownAtPage(page, address, 2)
  await expectFoundInDetails(page, opId)
  await expectReadOnly(reviewer, address)
  await reviewer.context().close()
})

async function chooseSecondDuplicate(page: Page): Promise<void> {
  await lineOf(page, 'duplicate').getByRole('button', { name: '选择' }).click()
  const dialog = page.getByRole('dialog', { name: '选择对应的发放明细' })
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  // A group of radios writes in no size at all: what one chooses between is legible all the same.
  await expect(dialog.getByRole('row').last().getByRole('cell').nth(1)).toHaveCSS('font-size', '14px')
  const link = dialog.getByRole('button', { name: '关联所选明细' })
  await expect(link).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('radio').nth(1).check()
  await link.click()
  await expect(dialog).toBeHidden()
}

/** The duplicate stands on the second page of the PDF; the browser gets the file itself, not a page about it. */
async function expectShownAtPage(page: Page, address: string, number: number): Promise<void> {
  await visit(page, address)
  const shown = page.waitForResponse((response) => response.url().includes('/file/download'))
  await lineOf(page, 'duplicate').getByRole('button', { name: '查看', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: new RegExp(`银行对账单.*第 ${number} 页`) })
  await expect(drawer.locator('iframe')).toHaveAttribute('src', new RegExp(`inline=1#page=${number}&`))
  const response = await shown
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe(PDF)
  await drawer.getByRole('button', { name: '关闭' }).last().click()
  await expect(drawer).toBeHidden()
}

async function expectFoundInDetails(page: Page, opId: string): Promise<void> {
  await visit(page, '/paydetail')
  await page.getByLabel('姓名', { exact: true }).fill(PEOPLE.duplicate.name)
  await page.getByRole('button', { name: '查询', exact: true }).click()
  const duplicates = page.getByRole('row', { name: new RegExp(PEOPLE.duplicate.name) })
  await expect(duplicates).toHaveCount(2)
  // Of two payments alike the PDF lists one.
  const look = page.getByRole('button', { name: `查看对账单：${PEOPLE.duplicate.name}` })
  await expect(look).toHaveCount(1)
  await look.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.locator('iframe')).toHaveAttribute('src', /inline=1#page=2&/)
  await expect(drawer).toContainText(`${PEOPLE.duplicate.name} · •••• 5678 · ${PEOPLE.duplicate.yuan} 元`)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await visit(page, `/exceldetail?opId=${opId}`)
  await expect(page.getByRole('button', { name: `查看对账单：${PEOPLE.plain.name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `查看对账单：${PEOPLE.unlisted.name}` })).toHaveCount(0)
}

async function expectReadOnly(reviewer: Page, address: string): Promise<void> {
  await visit(reviewer, '/paydetail')
  await expect(reviewer.getByRole('button', { name: '上传银行对账单' })).toHaveCount(0)
  await reviewer.getByRole('button', { name: '银行对账单' }).click()
  await expect(reviewer).toHaveURL(/\/bankstatements$/)
  await expect(reviewer.getByRole('button', { name: '上传银行对账单' })).toHaveCount(0)
  await rowNamed(reviewer, FILE).getByRole('link').click()
  await expect(reviewer).toHaveURL(address)
  await expect(lineOf(reviewer, 'duplicate')).toContainText('人工选择')
  await expect(reviewer.getByRole('button', { name: '撤销' })).toHaveCount(0)
  await expect(lineOf(reviewer, 'duplicate').getByRole('button', { name: '查看', exact: true })).toBeVisible()
}

test('bank statement uploaded before the payments is matched again after they were paid and returned', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const reviewer = await anotherPage(browser, baseURL)
  await logIn('pay2')
  await logIn('check2', { page: reviewer })
  const buffer = await statementPdf(browser, [
    [printed('late'), printed('returning'), { ...printed('returning'), returned: true, remark: '退票' }],
    [{ ...printed('late'), name: '欧阳长风', cardNo: '6222021202000880999' }],
  ])
  await visit(page, '/bankstatements')
  await page.getByRole('button', { name: '上传银行对账单' }).first().click()
  await chooseFiles(page, [{ name: '提前的对账单.pdf', mimeType: PDF, buffer }])
  await page.getByRole('dialog').getByRole('button', { name: '上传', exact: true }).click()
  await expect(page).toHaveURL(/\/bankstatement\?statementId=\d+$/)
  const address = page.url()
  await expect(views(page)).toContainText(/全部 4.*已关联 0.*待选择 0.*未找到 4/)
  const again = page.getByRole('button', { name: '重新匹配' })
  await again.click()
  await expect(page.getByText('没有新的匹配结果')).toBeVisible()
  await expect(views(page)).toContainText(/已关联 0.*未找到 4/)

  await payBatch(page, reviewer, '对账单之后的发放', [sheetLine('late'), sheetLine('returning')])
  await expect(lineOf(page, 'returning')).toContainText('退票', { timeout: 60_000 })

  await visit(page, `${address}&view=not-found`)
  await again.click()
  await expect(page.getByText('重新匹配完成：新匹配 3 条，仍有 1 条未找到')).toBeVisible()
  await expect(views(page)).toContainText(/已关联 3.*未找到 1/)
  await expect(lineOf(page, 'returning')).toHaveCount(0)
  await expect(rowNamed(page, '欧阳长风')).toContainText('未找到')
  await expectAccessible(page)
  await views(page).getByText(/^全部/).click()
  await expect(page.getByRole('row', { name: /东方朔.*退回.*已关联/ })).toHaveCount(1)

  // The same paper again is refused, with the way on; those who may only read do not find it.
  await visit(page, '/bankstatements')
  await page.getByRole('button', { name: '上传银行对账单' }).first().click()
  await chooseFiles(page, [{ name: '又一次.pdf', mimeType: PDF, buffer }])
  await page.getByRole('dialog').getByRole('button', { name: '上传', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    '相同内容的对账单已上传过（提前的对账单.pdf），无需重复上传；未关联的流水可在该对账单中重新匹配',
  )
  await visit(reviewer, address)
  await expect(views(reviewer)).toContainText(/已关联 3.*未找到 1/)
  await expect(reviewer.getByRole('button', { name: '重新匹配' })).toHaveCount(0)
  await reviewer.context().close()
})
