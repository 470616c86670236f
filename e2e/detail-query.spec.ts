// Looking payouts up across batches: by person, state and time, with counts that tie, and a download that keeps its numbers.

import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { dayBefore, expectEveryRow, listRows } from './steps.ts'
import { visit } from './visit.ts'

type Counts = Readonly<Record<'总笔数' | '成功' | '失败' | '处理中', number>>

async function countsOf(page: Page): Promise<Counts> {
  const strip = page.getByLabel('发放笔数')
  await expect(strip).toHaveAttribute('aria-busy', 'false')
  const texts = await strip.getByRole('button').allInnerTexts()
  return Object.fromEntries(
    texts.map((text) => {
      const [label = '', count = ''] = text.split(/\s+/)
      return [label, Number(count.replaceAll(',', ''))]
    }),
  ) as Counts
}

/** Waits until list and strip tell the same number. */
async function expectTotal(page: Page, total: number): Promise<void> {
  await expect.poll(async () => (await countsOf(page)).总笔数).toBe(total)
  await expect(listRows(page)).toHaveCount(Math.min(10, total))
}

const search = (page: Page) => page.getByRole('button', { name: '查询', exact: true }).click()

async function chooseStatus(page: Page, word: string): Promise<void> {
  await page.getByLabel('转账状态').click()
  await page.locator('.ant-select-dropdown:visible').getByText(word, { exact: true }).click()
  await search(page)
}

async function downloaded(page: Page): Promise<{ name: string; rows: string[][] }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载明细' }).click()
  const download = await coming
  const book = read(await readFile(await download.path()))
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new Error('the file has no sheet')
  return {
    name: download.suggestedFilename(),
    rows: utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' }),
  }
}

test('payer searches payouts by status, time, name and ID number, and downloads them', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await visit(page, '/paydetail')
  await expect(listRows(page)).toHaveCount(10)
  // The last seven days unless one asks for others.
  await expect(page.getByPlaceholder('开始日期')).toHaveValue(dayBefore(6))
  await expect(page.getByPlaceholder('结束日期')).toHaveValue(dayBefore(0))
  const all = await countsOf(page)
  expect(all.总笔数).toBe(all.成功 + all.失败 + all.处理中)
  expect(all.失败).toBeGreaterThan(0)
  const money = await page.getByLabel('发放笔数').locator('.detail-count-money').allInnerTexts()
  const [total = 0, ...byState] = money.map((text) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100))
  expect(byState).toHaveLength(3)
  expect(total).toBe(byState.reduce((sum, fen) => sum + fen, 0))
  expect(total).toBeGreaterThan(Math.max(...byState))
  await expect(page.getByText(`共 ${all.总笔数.toLocaleString('en-US')} 条`)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '所属月份 / 备注' })).toBeVisible()
  await expect(
    listRows(page)
      .first()
      .locator('.two-lines-first')
      .getByText(/^\d{4}-\d{2}$/),
  ).toBeVisible()
  await expect(listRows(page).locator('.remark-words').first()).not.toBeEmpty()
  await expectAccessible(page)

  // The last page is whole, and goes on where the one before it ends.
  const pages = Math.ceil(all.总笔数 / 10)
  await visit(page, `/paydetail?page=${pages}`)
  await expect(listRows(page)).toHaveCount(all.总笔数 - (pages - 1) * 10)

  await visit(page, '/paydetail')
  await chooseStatus(page, '失败')
  await expectEveryRow(page, '失败')
  await expect(listRows(page)).toHaveCount(Math.min(10, all.失败))
  // The strip goes on telling of every state, and filters as the field does.
  expect(await countsOf(page)).toEqual(all)
  const strip = page.getByLabel('发放笔数')
  await expect(strip.getByRole('button', { pressed: true })).toContainText('失败')
  await strip.getByRole('button', { name: /^成功/ }).click()
  await expectEveryRow(page, '成功')
  await strip.getByRole('button', { name: /^失败/ }).click()
  await expectEveryRow(page, '失败')
  await expect(page.locator('.detail-remark[data-failed="true"]').first()).not.toBeEmpty()
  await page.getByRole('button', { name: '重置' }).click()
  await expectTotal(page, all.总笔数)

  // The eye shows one number, and this number finds its person.
  const first = listRows(page).first()
  const name = (await first.locator('.two-lines-first').nth(1).innerText()).trim()
  await first.getByRole('button', { name: `显示${name}的身份证号` }).click()
  await expect(first.locator('.masked-text')).toHaveText(/^\d{17}[\dX]$/)
  const idCardNo = await first.locator('.masked-text').innerText()
  await page.getByLabel('身份证号', { exact: true }).fill(idCardNo.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(listRows(page).first()).toContainText(name)
  await expect.poll(async () => (await countsOf(page)).总笔数).toBeLessThan(all.总笔数)
  const found = await countsOf(page)
  await expect(listRows(page)).toHaveCount(found.总笔数)
  const mine = await downloaded(page)
  expect(mine.name).toMatch(/^发放明细查询-\d{4}-\d{2}-\d{2}\.xlsx$/)
  expect(mine.rows.slice(1).map((cells) => [cells[2], cells[3]])).toEqual(
    Array(found.总笔数).fill([name, idCardNo]),
  )
  await page.getByRole('button', { name: '重置' }).click()
  await expectTotal(page, all.总笔数)

  const whole = await downloaded(page)
  expect(whole.rows).toHaveLength(all.总笔数 + 1)
  for (const cells of whole.rows.slice(1)) {
    expect(cells[3]).toMatch(/^\d{17}[\dX]$/)
    expect(cells[6]).toMatch(/^\d{12,19}$/)
    expect(typeof cells[7]).toBe('number')
  }

  await page.getByLabel('姓名', { exact: true }).fill(` ${name.slice(1)} `)
  await search(page)
  const alike = whole.rows.slice(1).filter((cells) => cells[2]?.includes(name.slice(1))).length
  await expectTotal(page, alike)
  await page.getByLabel('姓名', { exact: true }).fill('%')
  await search(page)
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await expectTotal(page, 0)
  await expectAccessible(page)
  await page.getByRole('button', { name: '清除条件' }).click()

  await page.getByText('近一周').click()
  await expect(page).toHaveURL(/from=/)
  await expect(page.getByLabel('发放笔数')).toHaveAttribute('aria-busy', 'false')
  await listRows(page).first().locator('td').first().click()
  await expect(page.getByRole('dialog').getByText('转账经过')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await listRows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/exceldetail\?opId=\d+/)
})

test('manager filters payouts by company, and a failed query shows its message with a retry', async ({
  page,
  logIn,
}) => {
  await logIn('manager1')
  await visit(page, '/paydetail')
  await expect(listRows(page)).toHaveCount(10)
  const all = await countsOf(page)
  await page.getByLabel('供应商', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('云帆信息').click()
  await search(page)
  await expect.poll(async () => (await countsOf(page)).总笔数).toBeLessThan(all.总笔数)
  await expectEveryRow(page, '云帆信息')

  await page.route('**/paywages/api/pay/detail?*', (route) =>
    route.fulfill({ status: 422, json: { status: 422, code: 'x', msg: '暂时查不到', data: null } }),
  )
  await search(page)
  await expect(page.getByText('暂时查不到')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/paywages/api/pay/detail?*')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(listRows(page)).toHaveCount(10)
})

test('payer cancels a slow download, and a rejected download shows its reason', async ({ page, logIn }) => {
  await logIn('pay1')
  await visit(page, '/paydetail')
  await expect(listRows(page)).toHaveCount(10)
  const held = '**/paywages/api/pay/detail/download?*'
  const asked = page.waitForRequest(held)
  await page.route(held, () => undefined)
  const button = page.getByRole('button', { name: '下载明细' })
  await button.click()
  const request = await asked
  const stopped = page.waitForEvent('requestfailed', (failed) => failed === request)
  await page.getByRole('button', { name: /正在准备文件.*取消/ }).click()
  await stopped
  await expect(button).toBeVisible()
  await expect(page.locator('.ant-message-error')).toHaveCount(0)
  await page.unroute(held)

  await page.route(held, (route) =>
    route.fulfill({ status: 422, json: { status: 422, code: 'x', msg: '明细过多，请缩小范围', data: null } }),
  )
  await button.click()
  await expect(page.getByText('明细过多，请缩小范围')).toBeVisible()
  await expect(button).toBeVisible()
  await page.unroute(held)
})

test('detail query works in the other brand', async ({ page, logIn }) => {
  await logIn('pay3', { brand: 2 })
  await visit(page, '/paydetail')
  await expect(listRows(page)).toHaveCount(10)
  await expect(page.getByLabel('供应商', { exact: true })).toBeDisabled()
  await expectAccessible(page)
})

test('heads sort payouts by amount, both ways, and tell it to those who hear the page', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await visit(page, '/paydetail')
  await expect(listRows(page)).toHaveCount(10)
  const head = page.getByRole('columnheader', { name: '金额（元）' })
  const amounts = async () => {
    const cells = await listRows(page).locator('td:nth-child(3) .money-cell').allInnerTexts()
    return cells.map((text) => Number(text.replaceAll(',', '')))
  }
  await expect(head).toHaveAttribute('aria-sort', 'none')
  // What opens by a click says so, by the pointer and at its end.
  await expect(listRows(page).first()).toHaveCSS('cursor', 'pointer')
  const cue = listRows(page).first().locator('td').last()
  expect(await cue.evaluate((cell) => getComputedStyle(cell, '::after').content)).not.toBe('none')
  for (const [direction, before] of [
    ['descending', (a: number, b: number) => b - a],
    ['ascending', (a: number, b: number) => a - b],
  ] as const) {
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', direction)
    await expect(async () => {
      const shown = await amounts()
      expect(shown).toHaveLength(10)
      expect(shown).toEqual(shown.toSorted(before))
      expect(new Set(shown).size).toBeGreaterThan(1)
    }).toPass({ timeout: 30_000 })
  }
  await expectAccessible(page)
})
