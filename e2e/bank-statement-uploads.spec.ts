// Uploading bank statements: several at once, some known already, stopped on the way, sent again after the network broke (D32).

import { utils, write } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { chooseFiles, PDF, printed } from './bank-statement-steps.ts'
import { expect, test } from './product.ts'
import { statementPdf } from './statement-pdf.ts'
import { anotherPage, rowNamed } from './steps.ts'
import { visit } from './visit.ts'

/** How many statements this person sees. */
async function statementCount(page: Page): Promise<number> {
  const reply = await page.request.get('/paywages/api/bank/statement/list?index=0&size=1')
  return (await reply.json()).count
}

test('payer uploads several bank statements, a duplicate is rejected, and other companies see none', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay3', { brand: 2 })
  await visit(page, '/bankstatements')
  const before = await statementCount(page)
  await expectAccessible(page)
  const first = await statementPdf(browser, [[printed('plain')]])
  const second = await statementPdf(browser, [[printed('unlisted')]])

  // Dropped anywhere on the page.
  const dropped = await page.evaluateHandle(
    ([one, two]) => {
      const data = new DataTransfer()
      for (const [name, base64] of [one, two]) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: 'application/pdf', lastModified: 1 }))
      }
      return data
    },
    [
      ['第一份.pdf', first.toString('base64')],
      ['第二份.pdf', second.toString('base64')],
    ] as const,
  )
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped })
  const dialog = page.getByRole('dialog', { name: '上传银行对账单' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog).toContainText('远山服务')
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped })
  await expect(dialog.getByRole('alert')).toContainText('第一份.pdf 已在列表中，没有重复添加')
  await dialog.getByRole('button', { name: '上传 2 份' }).click()
  const outcomes = dialog.getByRole('list', { name: '上传结果' }).getByRole('listitem')
  await expect(outcomes).toHaveText([/第一份\.pdf共 1 行 · 已关联 0 · 未找到 1/, /第二份\.pdf共 1 行/])
  await expectAccessible(page)

  await dialog.getByRole('button', { name: '继续上传' }).click()
  const third = await statementPdf(browser, [[printed('duplicate')]])
  await chooseFiles(page, [
    { name: '第一份-副本.pdf', mimeType: PDF, buffer: first },
    { name: '第三份.pdf', mimeType: PDF, buffer: third },
  ])
  await dialog.getByRole('button', { name: '上传 2 份' }).click()
  await expect(outcomes).toHaveText([/未接收：相同内容的对账单已上传过（第一份\.pdf）/, /第三份\.pdf共 1 行/])
  await dialog.getByRole('link', { name: '查看结果：第三份.pdf' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('第三份.pdf')
  await expect(dialog).toBeHidden()
  const address = page.url()
  await visit(page, '/bankstatements')
  for (const name of ['第一份.pdf', '第二份.pdf', '第三份.pdf'])
    await expect(rowNamed(page, name)).toBeVisible()
  await expect(page.getByText('第一份-副本.pdf')).toHaveCount(0)
  expect(await statementCount(page)).toBe(before + 3)
  await expectAccessible(page)

  const stranger = await anotherPage(browser, baseURL)
  await logIn('pay1', { page: stranger })
  await visit(stranger, '/bankstatements')
  await expect(stranger.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(stranger.getByText('第三份.pdf')).toHaveCount(0)
  await visit(stranger, address)
  await expect(stranger.getByText('记录不存在或已被删除')).toBeVisible()
  await stranger.context().close()

  const manager = await anotherPage(browser, baseURL)
  await logIn('manager2', { page: manager, brand: 2 })
  await visit(manager, '/bankstatements')
  await manager.getByLabel('供应商', { exact: true }).click()
  await manager.locator('.ant-select-dropdown:visible').getByText('远山服务').click()
  await manager.getByRole('button', { name: '查询', exact: true }).click()
  await expect(rowNamed(manager, '第二份')).toContainText('远山服务')
  await manager.context().close()
})

test('payer cancels a bank statement upload, and retries one after a network failure', async ({
  page,
  logIn,
  browser,
}) => {
  await logIn('pay1')
  await visit(page, '/bankstatements')
  await page.getByRole('button', { name: '上传银行对账单' }).first().click()
  const dialog = page.getByRole('dialog', { name: '上传银行对账单' })
  const buffer = await statementPdf(browser, [[printed('plain')]])
  await chooseFiles(page, [{ name: '断网.pdf', mimeType: PDF, buffer }])

  const call = '**/paywages/api/bank/account/verify'
  await page.route(call, () => undefined)
  const start = dialog.getByRole('button', { name: '上传', exact: true })
  await start.click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await dialog.getByRole('button', { name: '取消上传' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('已取消，未读完的对账单不会保存')
  await page.unroute(call)

  await page.route(call, (route) => route.abort('connectionreset'))
  await start.click()
  await expect(dialog.getByText(/网络中断/)).toBeVisible()
  await expectAccessible(page)
  await page.unroute(call)
  await dialog.getByRole('button', { name: '重新上传' }).click()
  await expect(page).toHaveURL(/\/bankstatement\?statementId=\d+/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('断网.pdf')
})

function excelStatement(): Buffer {
  const book = utils.book_new()
  const rows = [
    ['招商银行交易明细'],
    ['交易日', '交易时间', '借方金额', '贷方金额', '收(付)方名称', '收(付)方账号', '摘要'],
    ['20261114', '10:00:05', '1,234.50', '', '欧阳长风', '6222021202000880999', '劳务费'],
    ['20261114', '10:00:06', '12.345', '', '欧阳长风', '6222021202000880999', '劳务费'],
    ['合计', '', '1,246.85'],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '明细')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

async function receiptPdf(page: Page): Promise<Buffer> {
  await page.setContent(`<body style="font: 10pt 'Noto Sans CJK SC'"><h1>电子回单</h1>
    <table><tr><td>回单编号：</td><td>BK770001</td><td>交易日期：</td><td>2026-11-14</td></tr>
    <tr><td>付款人户名：</td><td>云帆信息</td><td>收款人户名：</td><td>欧阳长风</td></tr>
    <tr><td>付款人账号：</td><td>33050161820000000123</td><td>收款人账号：</td><td>6222021202000880999</td></tr>
    <tr><td>金额（小写）：</td><td>¥1,234.50</td><td>用途：</td><td>劳务费</td></tr></table>`)
  return page.pdf({ format: 'A4' })
}

test('payer uploads an Excel statement and a receipt, and sees the row that was not understood', async ({
  page,
  logIn,
  browser,
}) => {
  const context = await browser.newContext()
  const receipt = await receiptPdf(await context.newPage())
  await context.close()
  await logIn('pay3', { brand: 2 })
  await visit(page, '/bankstatements')
  await page.getByRole('button', { name: '上传银行对账单' }).first().click()
  const dialog = page.getByRole('dialog', { name: '上传银行对账单' })
  await expect(dialog).toContainText('PDF、xlsx、xls、csv、camt.053 格式')
  await chooseFiles(page, [
    { name: '招行流水.xlsx', mimeType: 'application/octet-stream', buffer: excelStatement() },
    { name: '回单.pdf', mimeType: PDF, buffer: receipt },
  ])
  await dialog.getByRole('button', { name: '上传 2 份' }).click()
  const outcomes = dialog.getByRole('list', { name: '上传结果' }).getByRole('listitem')
  await expect(outcomes).toHaveText([/招行流水\.xlsx共 1 行/, /回单\.pdf共 1 行/])
  await dialog.getByRole('link', { name: '查看结果：招行流水.xlsx' }).click()
  await expect(page.getByText('有 1 行未能识别')).toBeVisible()
  await expect(page.getByText(/支出合计：对账单印 1,246.85，读到 1,234.50/)).toBeVisible()
  await page.getByText('未识别 1', { exact: true }).click()
  await expect(page.getByText('金额无法识别')).toBeVisible()
  await expect(page.getByRole('button', { name: '导出未识别的行' })).toBeVisible()
  await expectAccessible(page)
})
