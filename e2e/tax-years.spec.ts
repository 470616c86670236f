// Statements of a year: generated in the background, watched until all are there, looked at and exported; a company sees its own only.

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { linesByLibreOffice } from './libre-office.ts'
import { readPdf } from './pdf.ts'
import { expect, test } from './product.ts'
import { anotherPage, expectEveryRow, listRows } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last()

test('manager generates the statements of a year, watches them end, opens one and exports all', async ({
  page,
  browser,
  baseURL,
  logIn,
}, testInfo) => {
  await logIn('manager2', { brand: 2 })
  await visit(page, '/taxyears?year=2026')
  await expect(page.getByText('还没有 2026 年度汇总')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '生成年度汇总' }).first().click()
  await expect(dialog(page)).toContainText('原版本保留并标注已被替代')
  const progress = page.getByRole('progressbar', { name: '2026 年度汇总' }).waitFor()
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('button', { name: '开始生成' }).press('Enter')
  await progress
  await expectToast(page, /^年度汇总已生成，新增或更新 \d+ 份$/)
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  const row = listRows(page).first()
  await expect(row).toContainText('2026 年')
  const number = /ND2026\d{8}/.exec(await row.innerText())?.[0] ?? ''
  const name = ((await row.locator('td').nth(2).innerText()).split('\n')[0] ?? '').trim()
  await row.getByRole('button', { name: '预览' }).click()
  const frame = dialog(page).getByTitle(`${number}-${name}.pdf`)
  const address = new URL((await frame.getAttribute('src')) ?? '', page.url()).href
  const shown = await page.request.get(address)
  expect(shown.status()).toBe(200)
  const { text, ink } = await readPdf(await shown.body())
  expect(ink).toBeGreaterThan(0.005)
  for (const words of ['个人年度劳务报酬所得与个人所得税扣缴汇总', name, number, '以税务机关的记录为准'])
    expect(text).toContain(words)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const sheet = await saved
  expect(sheet.suggestedFilename()).toMatch(/^年度收入纳税汇总-2026-.*\.xlsx$/)
  const path = testInfo.outputPath('years.xlsx')
  await sheet.saveAs(path)
  const lines = await linesByLibreOffice(path)
  expect(Object.keys(lines[0] ?? {}).slice(0, 4)).toEqual(['年度', '姓名', '身份证号', '支付单位'])
  expect(lines.filter((line) => Object.values(line).includes(number)).length).toBeGreaterThan(0)

  const payer = await anotherPage(browser, baseURL)
  await logIn('pay3', { page: payer, brand: 2 })
  await visit(payer, '/taxyears?year=2026')
  await expectEveryRow(payer, '远山服务')
  await expect(payer.getByRole('button', { name: '生成年度汇总' })).toHaveCount(0)
  await payer.context().close()
})
