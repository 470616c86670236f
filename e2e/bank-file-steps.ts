// Steps of journeys by bank files: who is logged in, a paying account, a batch that is started on it, a file that was downloaded.

import { readFile } from 'node:fs/promises'
import { type Browser, type Download, expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { fillTemplate, idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import { anotherPage, approve, downloadTemplate, rowNamed, uploadSheet } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

export type FilePerson = { readonly name: string; readonly ending: string; readonly remark?: string }

export const fileLines = (people: readonly FilePerson[], first: number): SheetLine[] =>
  people.map(({ name, ending, remark = '银行文件' }, index) => [
    name,
    idCardNo('19880808', first + index),
    `1371234${6_000 + first + index}`,
    '中国工商银行',
    `622202120200077${ending}`,
    '1234.57',
    thisMonth(),
    remark,
  ])

export const saved = async (download: Download): Promise<{ name: string; buffer: Buffer }> => ({
  name: download.suggestedFilename(),
  buffer: await readFile(await download.path()),
})

type Fixtures = {
  readonly logIn: (account: string, options?: { page?: Page }) => Promise<void>
  readonly browser: Browser
  readonly baseURL: string | undefined
}

/** The payer on the test's own page, a manager and a reviewer on pages of theirs. */
export async function logInThree({
  logIn,
  browser,
  baseURL,
}: Fixtures): Promise<{ manager: Page; reviewer: Page }> {
  const manager = await anotherPage(browser, baseURL)
  const reviewer = await anotherPage(browser, baseURL)
  await logIn('admin', { page: manager })
  await logIn('pay1')
  await logIn('check1', { page: reviewer })
  return { manager, reviewer }
}

export async function payByFiles(manager: Page, format: string, tail: string): Promise<void> {
  await visit(manager, '/payaccounts')
  await manager.getByRole('button', { name: '新增付款账户' }).first().click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByLabel('供应商').click()
  await manager.getByTitle('星河科技', { exact: true }).last().click()
  await dialog.getByLabel('户名').fill('星河科技有限公司')
  await dialog.getByLabel('开户银行').fill('招商银行杭州分行')
  await dialog.getByLabel('账号').fill(`57190000000${tail}`)
  await dialog.getByLabel('银行格式').click()
  await manager.getByTitle(format, { exact: true }).click()
  await expectAccessible(manager)
  await dialog.getByRole('button', { name: '提交变更' }).click()
  await expectToast(manager, '已提交，待另一位管理员确认')
}

/** Up to the dialog that asks whether to start. */
export async function startBatch(
  page: Page,
  reviewer: Page,
  name: string,
  lines: readonly SheetLine[],
): Promise<string> {
  await visit(page, '/payexcels')
  await uploadSheet(page, `${name}.xlsx`, fillTemplate(await downloadTemplate(page), [...lines]))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  const opId = new URL(page.url()).searchParams.get('opId') ?? ''
  await approve(page, '审核通过')
  await expect(page).toHaveURL(/\/payexcels/)
  await visit(reviewer, '/payexcels')
  await rowNamed(reviewer, name).getByText('复核', { exact: true }).click()
  await approve(reviewer, '复核通过')
  await expect(rowNamed(reviewer, name)).toContainText('待转账')
  await visit(page, '/payexcels')
  await rowNamed(page, name).getByText('开始转账').click()
  return opId
}

/** From that dialog to the page of the batch's files. */
export async function confirmStart(page: Page, opId: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^转出 / })
    .click()
  await expect(page).toHaveURL(new RegExp(`/bankfiles\\?opId=${opId}`))
}
