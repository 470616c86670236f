// Files for the tax client: people are collected once, income comes as the client imports it, and both open in LibreOffice.

import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { linesByLibreOffice } from './libre-office.ts'
import { expect, test } from './product.ts'
import { listRows } from './steps.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'files for the tax client' })

async function linesFrom(page: Page, button: Locator, folder: string) {
  const saved = page.waitForEvent('download')
  await button.click()
  const file = await saved
  const name = file.suggestedFilename()
  const path = `${folder}/download.xlsx`
  await file.saveAs(path)
  return { name, lines: await linesByLibreOffice(path) }
}

const numberIn = (text: string) => Number(text.replace(/[^\d.-]/g, ''))

test('payer collects new people, downloads the income file and sees that both tie to the declaration', async ({
  page,
  logIn,
}, testInfo) => {
  await logIn('pay3', { brand: 2 })
  await visit(page, '/taxfiling')
  const row = listRows(page).filter({ hasText: '远山服务' })
  await expect(row).toContainText('已关账')
  const [people = '', income = ''] = (await row.locator('td').allInnerTexts()).slice(2)
  await row.getByRole('button', { name: '下载导入文件' }).click()
  const drawer = page.getByRole('dialog', { name: /扣缴端导入文件/ })
  await expect(drawer.getByText('与扣缴申报表一致')).toBeVisible()
  await expectAccessible(page)

  const collected = await linesFrom(
    page,
    drawer.getByRole('button', { name: '下载采集表' }),
    testInfo.outputPath(),
  )
  expect(collected.name).toMatch(/^人员信息采集-远山服务-\d{4}-\d{2}-模板2019-01-01\.xlsx$/)
  expect(collected.lines).toHaveLength(numberIn(people))
  for (const { 证件号码, 出生日期, 性别 } of collected.lines) {
    expect(证件号码).toMatch(/^\d{17}[\dX]$/)
    expect(String(出生日期).replaceAll('-', '')).toBe(String(证件号码).slice(6, 14))
    expect(性别).toBe(Number(String(证件号码)[16]) % 2 === 1 ? '男' : '女')
  }

  const file = await linesFrom(
    page,
    drawer.getByRole('button', { name: '下载导入文件' }),
    testInfo.outputPath(),
  )
  expect(file.name).toMatch(/^劳务报酬（适用累计预扣法）-远山服务-\d{4}-\d{2}-模板2025-10-01\.xlsx$/)
  const total = file.lines.reduce((all, { 本期收入 }) => all + Math.round(Number(本期收入) * 100), 0)
  expect(total / 100).toBe(numberIn(income))
  expect(file.lines.map(({ 证件号码 }) => 证件号码)).toEqual(collected.lines.map(({ 证件号码 }) => 证件号码))
  expect(new Set(file.lines.map(({ 所得项目 }) => 所得项目))).toEqual(new Set(['其他连续劳务报酬']))

  await drawer.getByRole('button', { name: '标记为已采集' }).click()
  const question = page.getByRole('dialog').filter({ hasText: '标记后不可撤销' })
  await question.getByRole('button', { name: '标记为已采集' }).click()
  await expect(page.getByText(/^已标记 \d+ 人为已采集$/)).toBeVisible()
  await expect(drawer.getByText(/于 .+ 标记/)).toBeVisible()
  await expect(drawer.getByRole('button', { name: '标记为已采集' })).toHaveCount(0)
  await expect(drawer.getByRole('button', { name: '下载采集表' })).toBeVisible()
})
