// Steps of the journeys of enterprise contracts: a company, its contract, a signed file, and the page with them.

import type { Browser, Locator, Page } from '@playwright/test'
import { expect } from './product.ts'
import { listRows } from './steps.ts'
import { visit } from './visit.ts'

const API = '/paywages/api'
const DAY_MS = 24 * 3_600_000

export type Contract = {
  readonly contractId: number
  readonly contractNo: string
  readonly contractName: string
  readonly providerName: string
  readonly fileId: string
}

async function post(page: Page, path: string, data: object): Promise<unknown> {
  const answer = await (await page.request.post(`${API}${path}`, { data })).json()
  expect(answer.status, `${path}: ${answer.msg}`).toBe(0)
  return answer.data
}

async function get(page: Page, path: string): Promise<{ [field: string]: unknown }[]> {
  const answer = await page.request.get(`${API}${path}`)
  expect(answer.status(), path).toBe(200)
  return (await answer.json()).data
}

/** With a rate of 6.5%; `admin` is logged in as one. */
export async function addCompany(
  admin: Page,
  providerName: string,
  on: '星河平台' | '远山平台' = '星河平台',
): Promise<void> {
  const platforms = await get(admin, '/platforms')
  const platform = platforms.find(({ platformName }) => platformName === on)
  await post(admin, '/provider/add', { providerName, platformIds: [platform?.platformId], serviceRate: 650 })
}

/** A new company with a contract that nobody has signed yet. */
export async function addContract(admin: Page, providerName: string): Promise<Contract> {
  await addCompany(admin, providerName)
  await post(admin, '/contract/generate', {})
  return contractWithPaper(admin, providerName)
}

/** The worker may hold a contract just when it is generated, and makes its paper then; whoever saves the contract sends that along. */
export async function contractWithPaper(page: Page, providerName: string): Promise<Contract> {
  const name = encodeURIComponent(providerName)
  const list = () => get(page, `/contract/list?contractName=${name}`)
  await expect.poll(async () => (await list())[0]?.fileId, 'the paper is made').toEqual(expect.any(String))
  const [contract] = await list()
  return contract as Contract
}

export type Changes = {
  readonly contractName?: string
  readonly status?: 0 | 1 | 3
  /** In days from today. */
  readonly from?: number
  readonly to?: number
  readonly paper?: Buffer
}

/** A save as the dialog sends it, where a journey is about what comes of it. */
export async function saveContract(admin: Page, contract: Contract, changes: Changes): Promise<void> {
  const [category] = await get(admin, '/invoice/class/list?invoiceClassStatus=1')
  const { contractId, contractNo, contractName } = contract
  const day = (days: number | undefined) => (days === undefined ? null : Date.now() + days * DAY_MS)
  await post(admin, '/contract/save', {
    contractId,
    contractNo,
    contractName: changes.contractName ?? contractName,
    invoiceClassId: category?.invoiceClassId,
    contractStatus: changes.status ?? 0,
    contractBegin: day(changes.from),
    contractEnd: day(changes.to),
    fileId: changes.paper === undefined ? contract.fileId : await uploadSignedPdf(admin, changes.paper),
  })
}

async function uploadSignedPdf(admin: Page, buffer: Buffer): Promise<string> {
  const answer = await admin.request.post(`${API}/file/upload`, {
    multipart: { fileKind: 'contract', file: { name: '签署.pdf', mimeType: 'application/pdf', buffer } },
  })
  const { status, msg, data } = await answer.json()
  expect(status, `/file/upload: ${msg}`).toBe(0)
  return data
}

/** A scan as it comes back from the other side. */
export async function signedPdf(browser: Browser, words: string): Promise<Buffer> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.setContent(`<h1 style="font-family: 'Noto Sans CJK SC', sans-serif">${words}</h1>`)
  const pdf = await page.pdf({ format: 'A4' })
  await context.close()
  return pdf
}

export const rowOf = (page: Page, words: string): Locator => listRows(page).filter({ hasText: words })

export async function openContracts(page: Page, query = ''): Promise<void> {
  await visit(page, `/enterpList${query}`)
  await expect(listRows(page).first()).toBeVisible()
}

/** The dialog 合同编辑 of the only contract of a company. */
export async function openEdit(page: Page, company: string): Promise<Locator> {
  await openContracts(page, `?contractName=${encodeURIComponent(company)}`)
  await rowOf(page, company).first().getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog', { name: '合同编辑' })
  await expect(dialog.getByLabel('合同编号')).not.toHaveValue('')
  return dialog
}

export async function choose(page: Page, dialog: Locator, label: string, option: string): Promise<void> {
  await dialog.getByLabel(label).click()
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
}

export async function chooseFirst(page: Page, dialog: Locator, label: string): Promise<string> {
  await dialog.getByLabel(label).click()
  const first = page.locator('.ant-select-dropdown:visible .ant-select-item-option').first()
  const words = await first.innerText()
  await first.click()
  return words
}

export async function chooseFile(dialog: Locator, path: string): Promise<void> {
  await dialog.locator('input[type=file]').setInputFiles(path)
}

/** Let go over the page, as many as one likes. */
export async function dropFiles(
  page: Page,
  ...files: readonly { name: string; buffer: Buffer }[]
): Promise<void> {
  const given = files.map(({ name, buffer }) => ({ name, text: buffer.toString('latin1') }))
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer()
    for (const { name, text } of dropped) {
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], name))
    }
    return transfer
  }, given)
  for (const type of ['dragenter', 'drop']) await page.dispatchEvent('body', type, { dataTransfer })
}
