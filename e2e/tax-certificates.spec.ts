// Tax certificates: generated once a month, found, looked at, downloaded as PDF and as a zip; nothing of other companies (D28).

import { readFile } from 'node:fs/promises'
import { CFB } from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { readPdf } from './pdf.ts'
import { expect, test } from './product.ts'
import { anotherPage, expectEveryRow, listRows } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'personal statements' })

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last()

async function openStatements(page: Page, search = ''): Promise<void> {
  await visit(page, `/personProof${search}`)
  await expect(page.getByRole('heading', { name: '个人完税证明' })).toBeVisible()
  await expect(listRows(page).first()).toBeVisible()
}

async function downloaded(page: Page, action: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const saved = page.waitForEvent('download')
  await action()
  const download = await saved
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const cellsOf = (row: Locator) => row.locator('td').allInnerTexts()

test('payer searches tax certificates, previews one, and downloads one and several', async ({
  page,
  logIn,
}) => {
  await logIn('pay3', { brand: 2 })
  await openStatements(page)
  await expect(page.getByRole('button', { name: '生成上月完税证明' })).toHaveCount(0)
  await expectAccessible(page)
  const [, month = '', nameAndNumber = '', masked = '', , income = '', tax = ''] = await cellsOf(
    listRows(page).first(),
  )
  const [name = '', number = ''] = nameAndNumber.split('\n')
  expect(masked).not.toMatch(/\d{17}/)

  await page.getByLabel('姓名').fill(name)
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(/name=/)
  await expect(listRows(page).first()).toContainText(name)
  const row = listRows(page).filter({ hasText: number })
  await row.getByRole('button', { name: `显示${name}的身份证号` }).click()
  await expect(row).toContainText(/\d{17}[\dX]/)
  const idCardNo = /\d{17}[\dX]/.exec(await row.innerText())?.[0] ?? ''

  await row.getByRole('button', { name: '预览' }).click()
  const frame = dialog(page).getByTitle(`${number}-${name}.pdf`)
  const shown = await page.request.get(new URL((await frame.getAttribute('src')) ?? '', page.url()).href)
  expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await expectAccessible(page)
  const { name: fileName, bytes } = await downloaded(page, () =>
    dialog(page).getByRole('button', { name: '下载' }).click(),
  )
  expect(fileName).toBe(`${number}-${name}.pdf`)
  const { text, ink } = await readPdf(bytes)
  expect(ink).toBeGreaterThan(0.005)
  for (const words of [
    '个人劳务报酬所得与个人所得税扣缴明细',
    name,
    idCardNo,
    number,
    `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`,
    income.trim(),
    tax.trim(),
    '以税务机关开具的完税证明为准',
  ])
    expect(text).toContain(words)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await openStatements(page)
  await expect(page.getByRole('button', { name: '下载所选' })).toBeDisabled()
  await listRows(page).nth(0).getByRole('checkbox').check()
  await listRows(page).nth(1).getByRole('checkbox').check()
  const zip = await downloaded(page, () => page.getByRole('button', { name: '下载所选 2 份' }).click())
  expect(zip.name).toMatch(/^个人完税证明-.*-2份\.zip$/)
  const papers = (
    CFB.read(zip.bytes, { type: 'buffer' }) as { FileIndex: { name: string; content: Uint8Array }[] }
  ).FileIndex.filter((file) => file.name.endsWith('.pdf')).map(({ content }) =>
    Buffer.from(content).toString('latin1', 0, 5),
  )
  expect(papers).toEqual(['%PDF-', '%PDF-'])
  await expect(page.getByRole('button', { name: '下载所选', exact: true })).toBeDisabled()
  const sheet = await downloaded(page, () => page.getByRole('button', { name: '导出' }).click())
  expect(sheet.name).toMatch(/^个人完税证明-.*\.xlsx$/)
})

test('company sees tax certificates of its own people only, without tax where none is withheld', async ({
  page,
  browser,
  baseURL,
  logIn,
}) => {
  await logIn('pay1')
  await openStatements(page)
  for (const words of ['星河科技', '未代扣']) await expectEveryRow(page, words)
  const number = /MX\d{14}/.exec(await listRows(page).first().innerText())?.[0] ?? ''
  const foreign = await anotherPage(browser, baseURL)
  await logIn('pay3', { page: foreign, brand: 2 })
  await openStatements(foreign)
  await expectEveryRow(foreign, '远山服务')
  const asked = `/paywages/api/tax/personal/download?statementIds=${Number(number.slice(8))}`
  expect((await foreign.request.get(asked)).status()).toBe(404)
  expect((await page.request.get(asked)).status()).toBe(200)
  await foreign.context().close()
})

test('manager generates the tax certificates of the past month only once', async ({ page, logIn }) => {
  await logIn('manager2', { brand: 2 })
  await openStatements(page)
  const [, before = ''] = await cellsOf(listRows(page).first())
  const generate = async () => {
    await page.getByRole('button', { name: '生成上月完税证明' }).click()
    await expect(dialog(page)).toContainText('不再变动')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: '生成完税证明' }).click()
  }
  await generate()
  await expect(page.getByText(/^已生成上月完税证明，共 \d+ 份$/)).toBeVisible()
  await expect(listRows(page).first().locator('td').nth(1)).not.toHaveText(before)
  await expect(listRows(page).first()).toContainText('未完税')
  await generate()
  await expectToast(page, '上月完税证明已生成，无需重复生成')
})
