// Personal contracts: every state, links sent again and taken back, PDFs downloaded, flags checked, contracts ended (D28).

import { readFile } from 'node:fs/promises'
import { CFB, read, utils } from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { expectEveryRow, listRows } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

const API = '/paywages/api'
const STATES = ['待签署', '已签署', '已过期', '已撤销', '已锁定', '已终止'] as const
type State = (typeof STATES)[number]

async function chooseState(page: Page, state: State): Promise<void> {
  await page.getByLabel('状态').click()
  await page.locator('.ant-select-dropdown:visible').getByText(state, { exact: true }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(new RegExp(`state=${STATES.indexOf(state)}`))
  await expectEveryRow(page, state)
}

async function openContracts(page: Page, query = ''): Promise<void> {
  await visit(page, `/personList${query}`)
  await expect(listRows(page).first()).toBeVisible()
}

const nameIn = (row: Locator) => row.locator('td').nth(2).innerText()

/** The secret at the end of the link that the dialog shows. */
async function tokenIn(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog').filter({ hasText: '签约链接' })
  const url = await dialog.getByText(/\/sign\//).innerText()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(dialog).toHaveCount(0)
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

async function openLink(page: Page, token: string): Promise<readonly [number, unknown]> {
  const answer = await page.request.post(`${API}/sign/open`, { data: { token } })
  return [answer.status(), (await answer.json()).code]
}

test('payer filters personal contracts by every status, resends a link and revokes it', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await openContracts(page)
  await expectAccessible(page)
  for (const state of STATES) await chooseState(page, state)
  await chooseState(page, '待签署')
  const name = await nameIn(listRows(page).first())
  await page.getByLabel('姓名').fill(name)
  await page.getByLabel('姓名').press('Enter')
  const row = listRows(page).filter({ hasText: name }).first()
  await row.getByRole('button', { name: '查看链接' }).click()
  const first = await tokenIn(page)
  expect((await openLink(page, first))[0]).toBe(200)

  await row.getByRole('button', { name: '重发' }).click()
  await expect(page.getByText('之前的链接随即失效')).toBeVisible()
  await page.getByRole('button', { name: '重新发送' }).click()
  await expectAccessible(page)
  const second = await tokenIn(page)
  expect(await openLink(page, first)).toEqual([409, 'link-replaced'])
  expect((await openLink(page, second))[0]).toBe(200)

  await row.getByRole('button', { name: '撤销' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: '撤销签约邀请' })
  await dialog.getByLabel('原因').fill('发错了人')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '确认撤销' }).click()
  await expectToast(page, '邀请已撤销')
  expect(await openLink(page, second)).toEqual([409, 'link-revoked'])
  await visit(page, `/personList?state=3&name=${encodeURIComponent(name)}`)
  await listRows(page).first().locator('td').nth(2).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('发错了人')).toBeVisible()
  await expectAccessible(page)
})

test('payer previews a signed personal contract and downloads several as one zip', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await openContracts(page, '?state=1')
  const row = listRows(page).first()
  const number = (await row.locator('td').nth(1).innerText()).trim()
  await row.getByRole('button', { name: '查看' }).click()
  const paper = page.getByTitle(`${number}.pdf`)
  const shown = await page.request.get(new URL((await paper.getAttribute('src')) ?? '', page.url()).href)
  expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.keyboard.press('Escape')

  const [one = '', two = ''] = await listRows(page)
    .locator('td:nth-child(2)')
    .evaluateAll((cells) => cells.slice(0, 2).map((cell) => cell.textContent ?? ''))
  await listRows(page).nth(0).getByRole('checkbox').check()
  await listRows(page).nth(1).getByRole('checkbox').check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '批量下载 2 份' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.zip$/)
  const papers = await pdfsIn(await file.path())
  expect([...papers.values()]).toEqual(['%PDF-', '%PDF-'])
  for (const contractNo of [one, two])
    expect([...papers.keys()].some((name) => name.includes(contractNo))).toBe(true)
  await expect(page.getByRole('button', { name: '批量下载', exact: true })).toBeDisabled()

  const single = page.waitForEvent('download')
  await row.getByRole('button', { name: '下载' }).click()
  expect((await single).suggestedFilename()).toMatch(/^GR\d+.*\.pdf$/)
})

type ZipEntry = { readonly name: string; readonly content: Uint8Array }

/** Each file in a zip with how it begins. */
async function pdfsIn(path: string): Promise<ReadonlyMap<string, string>> {
  const zip = CFB.read(await readFile(path), { type: 'buffer' }) as {
    readonly FileIndex: readonly ZipEntry[]
  }
  const files = zip.FileIndex.filter(({ name }) => name.endsWith('.pdf'))
  return new Map(files.map(({ name, content }) => [name, Buffer.from(content).toString('latin1', 0, 5)]))
}

test('export of personal contracts follows the filters and contains full numbers', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await openContracts(page, '?state=1')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const book = read(await readFile(await (await download).path()))
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new Error('the export has no sheet')
  const rows = utils.sheet_to_json<Record<string, string>>(sheet)
  expect(rows.length).toBeGreaterThan(1)
  for (const row of rows) {
    expect(row.身份证号).toMatch(/^\d{17}[\dX]$/)
    expect(row.手机号).toMatch(/^1\d{10}$/)
    expect(row.合同状态).toBe('已签署')
  }
})

test('manager checks a flagged signing and terminates the contract, which makes the person unsigned again', async ({
  page,
  logIn,
}) => {
  await logIn('manager1')
  await openContracts(page, '?flagged=1')
  await expect(page.getByRole('checkbox', { name: '仅看待核实' })).toBeChecked()
  const before = await listRows(page).count()
  const row = listRows(page).first()
  const number = (await row.locator('td').nth(1).innerText()).split('\n')[0]?.trim() ?? ''
  await expect(row).toContainText(/与后台登录地址相同|同一设备多人签署/)
  await row.getByRole('button', { name: '核实' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: '核实签约异常' })
  await dialog.getByRole('button', { name: '确认核实' }).click()
  await expect(dialog.getByText('请输入核实说明')).toBeVisible()
  await dialog.getByLabel('核实说明').fill('已电话联系本人确认')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '确认核实' }).click()
  await expectToast(page, '已记录核实结果')
  await expect(listRows(page)).toHaveCount(before - 1)

  await openContracts(page, `?contractNo=${number}`)
  const checked = listRows(page).first()
  await expect(checked).toContainText('异常已核实')
  const name = await nameIn(checked)
  await checked.getByRole('button', { name: '查看' }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: '签约进度' })
  await expect(drawer.getByText(/已电话联系本人确认/)).toBeVisible()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: '终止合同' }).click()
  const ending = page.getByRole('dialog').filter({ hasText: '终止个人合同' })
  await expect(ending.getByText('该人员在该供应商恢复为「未签约」')).toBeVisible()
  await ending.getByRole('button', { name: '确认终止' }).click()
  await expect(ending.getByText('请输入原因')).toBeVisible()
  await ending.getByLabel('终止原因').fill('本人要求解除')
  await ending.getByRole('button', { name: '确认终止' }).click()
  await expectToast(page, '合同已终止，该人员恢复为未签约')
  await expect(listRows(page).first()).toContainText('已终止')
  const people = await (await page.request.get(`${API}/users`, { params: { userName: name } })).json()
  expect(people.data[0]).toMatchObject({ uname: name, ustatus: 0 })
})

test('reviewer can only read and download personal contracts', async ({ page, logIn }) => {
  await logIn('check1')
  await openContracts(page)
  for (const action of ['查看链接', '重发', '撤销', '终止', '核实'])
    await expect(page.getByRole('button', { name: action, exact: true })).toHaveCount(0)
  await openContracts(page, '?state=0')
  await expect(listRows(page).first().getByRole('button', { name: '详情' })).toBeVisible()
  await expect(listRows(page).first().getByRole('checkbox')).toBeDisabled()
  await openContracts(page, '?state=1')
  await expect(listRows(page).first().getByRole('button', { name: '下载' })).toBeVisible()
})

test('personal contract and link of another provider are not accessible', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay1')
  const mine = await (await page.request.get(`${API}/personal/contract/list?contractStatus=1`)).json()
  const { contractId, linkId } = mine.data[0]
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const other = await context.newPage()
  await logIn('pay3', { page: other, brand: 2 })
  const theirs = await (await other.request.get(`${API}/personal/contract/list?size=100`)).json()
  const links = theirs.data.map((row: { linkId: number }) => row.linkId)
  expect(links).not.toContain(linkId)
  const paths = [
    () => other.request.get(`${API}/personal/contract/download?contractIds=${contractId}`),
    () => other.request.post(`${API}/sign/link`, { data: { linkId } }),
    () => other.request.post(`${API}/sign/revoke`, { data: { linkId } }),
  ]
  for (const request of paths) expect((await request()).status()).toBe(404)
  await context.close()
})

test('personal contract list shows a load failure with a retry and a way back when nothing is found', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await page.route('**/personal/contract/list*', (route) => route.abort())
  await visit(page, '/personList')
  await expect(page.getByText('暂未获取个人合同，请稍后重试')).toBeVisible()
  await page.unroute('**/personal/contract/list*')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(listRows(page).first()).toBeVisible()
  await visit(page, '/personList?contractNo=没有这个编号')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await visit(page, '/personList?uid=2000000000')
  await expect(page.getByText('没有找到对应的个人合同')).toBeVisible()
  await page.getByRole('button', { name: '查看全部合同' }).first().click()
  await expect(listRows(page).first()).toBeVisible()
})
