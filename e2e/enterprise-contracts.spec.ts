// Enterprise contracts: generated, edited, signed, made effective and ended by managers; read by everybody in scope (D29, D38).

import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { changeInDatabase } from './database.ts'
import {
  addCompany,
  addContract,
  choose,
  chooseFile,
  chooseFirst,
  contractWithPaper,
  dropFiles,
  openContracts,
  openEdit,
  rowOf,
  saveContract,
  signedPdf,
} from './enterprise-contract-steps.ts'
import { fileOnDisk } from './file-on-disk.ts'
import { readPdf } from './pdf.ts'
import { expect, test } from './product.ts'
import { anotherPage, expectEveryRow, listRows } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

async function savedFile(
  page: Page,
  action: () => Promise<unknown>,
): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download')
  await action()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('manager generates contracts for companies without one, only once, and downloads one', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const admin = await anotherPage(browser, baseURL)
  await logIn('admin', { page: admin })
  const company = '晨光影像制作有限公司'
  await addCompany(admin, company)

  await logIn('manager1')
  await visit(page, '/enterpList')
  await page.getByRole('button', { name: '生成企业合同' }).first().click()
  const question = page.getByRole('dialog', { name: '生成企业合同？' })
  await expect(question.getByRole('listitem').filter({ hasText: company })).toContainText('6.5%')
  await expect(question.getByRole('button', { name: '取消' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: /^生成 \d+ 份合同$/ }).click()
  await expectToast(page, /^已生成企业合同，共 \d+ 份$/)
  const row = rowOf(page, company)
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('未生效')
  await expect(row).toContainText('6.5%')
  await expectAccessible(page)

  await page.getByRole('button', { name: '生成企业合同' }).click()
  await expectToast(page, '所有供应商均已有未生效或生效中的合同，无需生成')
  await expect(question).toHaveCount(0)
  await expect(row).toHaveCount(1)

  const number = await row.locator('td').first().innerText()
  expect(number).toMatch(/^HT\d{10}$/)
  await contractWithPaper(page, company)
  const { name, bytes } = await savedFile(page, () => row.getByRole('button', { name: '下载' }).click())
  expect(name).toMatch(/\.pdf$/)
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  const paper = await readPdf(bytes)
  for (const words of [number, company, '6.5%', '百分之六点五']) expect(paper.text).toContain(words)
  expect(paper.ink).toBeGreaterThan(0.005)

  await page.getByLabel('合同编号').fill(number)
  await page.getByLabel('合同编号').press('Enter')
  await expect(listRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: '重置' }).click()
  await page.getByLabel('状态', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('未生效', { exact: true }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(/status=0/)
  await expectEveryRow(page, '未生效')
  await admin.context().close()
})

test('contract dialog shows validation errors at their fields and saves nothing', async ({
  page,
  logIn,
  browser,
}, testInfo) => {
  await logIn('admin')
  const company = '远帆文化传播有限公司'
  const other = await addContract(page, '近岸文化传播有限公司')
  const { contractNo } = await addContract(page, company)
  const dialog = await openEdit(page, company)
  await expectAccessible(page)
  await dialog.getByLabel('合同编号').fill('')
  await dialog.getByLabel('合同名称').fill(' ')
  await dialog.getByRole('button', { name: '保存' }).click()
  for (const words of ['请输入合同编号', '请输入合同名称', '选择发票类目'])
    await expect(dialog.locator('.ant-form-item-explain').getByText(words, { exact: true })).toBeVisible()

  await dialog.getByLabel('合同编号').fill('长'.repeat(31))
  await expect(dialog.getByLabel('合同编号')).toHaveValue('长'.repeat(30))
  const buffer = await signedPdf(browser, '双方签署')
  await dropFiles(page, { name: 'a.pdf', buffer }, { name: 'b.pdf', buffer })
  await expect(page.getByText('最多上传一个文件')).toBeVisible()
  await chooseFile(dialog, await fileOnDisk(testInfo, '假的.pdf', Buffer.from('<html>')))
  await expect(page.getByText(/「假的\.pdf」文件内容与格式不符/)).toBeVisible()
  await chooseFile(dialog, await fileOnDisk(testInfo, '太大.pdf', 20 * 1024 * 1024 + 1))
  await expectToast(page, '「太大.pdf」文件不能超过 20 MB')

  await dialog.getByLabel('合同编号').fill(other.contractNo)
  await dialog.getByLabel('合同名称').fill('文化服务合同')
  await chooseFirst(page, dialog, '发票类目')
  await choose(page, dialog, '合同状态', '生效中')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请先上传双方签署的合同文件，再设为生效')).toBeVisible()
  await choose(page, dialog, '合同状态', '未生效')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText(`合同编号 ${other.contractNo} 已存在，请更换`)).toBeVisible()
  await expect(dialog.getByLabel('合同名称')).toHaveValue('文化服务合同')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(rowOf(page, contractNo)).toContainText(company)
  await expect(page.getByText('文化服务合同')).toHaveCount(0)
})

test('manager uploads a signed file, makes the contract effective, previews it in the drawer and terminates it', async ({
  page,
  logIn,
  browser,
}) => {
  await logIn('admin')
  const company = '海岸线数据标注有限公司'
  const { contractNo } = await addContract(page, company)
  const dialog = await openEdit(page, company)
  await expect(dialog.getByText('系统生成，待双方签署')).toBeVisible()
  const category = await chooseFirst(page, dialog, '发票类目')
  const paper = await signedPdf(browser, '双方签署盖章的合同')
  await dropFiles(page, { name: '签署版.pdf', buffer: paper })
  await expect(dialog.getByText('新上传，保存后作为双方签署的文件')).toBeVisible()
  await choose(page, dialog, '合同状态', '生效中')
  await dialog.getByRole('button', { name: '保存' }).click()
  const question = page.getByRole('dialog', { name: '将合同设为生效？' })
  for (const words of [contractNo, company, '6.5%（百分之六点五）'])
    await expect(question.getByText(words).first()).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: '设为生效' }).click()
  await expectToast(page, '操作成功')
  await expect(dialog).toBeHidden()
  const row = rowOf(page, contractNo)
  await expect(row).toContainText('生效中')
  await expect(row).toContainText(category)

  const { bytes } = await savedFile(page, () => row.getByRole('button', { name: '下载' }).click())
  expect(bytes.equals(paper)).toBe(true)
  await row.getByRole('button', { name: '详情' }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: '合同记录' })
  await expect(drawer.getByText('百分之六点五')).toBeVisible()
  await expect(drawer.getByText('已签署')).toBeVisible()
  await expect(drawer.getByText(`发票类目：`)).toContainText(category)
  await expect(drawer.getByText('合同生效')).toBeVisible()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: '预览 签署版.pdf' }).click()
  const shown = await page.getByTitle('签署版.pdf').getAttribute('src')
  const inPlace = await page.request.get(new URL(shown ?? '', page.url()).href)
  expect([inPlace.status(), inPlace.headers()['content-type']]).toEqual([200, 'application/pdf'])

  await drawer.getByRole('button', { name: '编辑' }).click()
  await dialog.getByLabel('合同状态').click()
  await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option')).toHaveText([
    '生效中',
    '已终止',
  ])
  await page.locator('.ant-select-dropdown:visible').getByText('已终止').click()
  await dialog.getByRole('button', { name: '保存' }).click()
  const ending = page.getByRole('dialog', { name: '终止企业合同？' })
  await expect(ending.getByText('终止后不能恢复')).toBeVisible()
  await ending.getByRole('button', { name: '取消' }).click()
  await expect(ending).toBeHidden()
  await dialog.getByRole('button', { name: '保存' }).click()
  await ending.getByRole('button', { name: '终止合同' }).click()
  await expect(drawer.getByText('合同终止')).toBeVisible()
  await expect(drawer.getByRole('button', { name: '编辑' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(row).toContainText('已终止')
  await expect(row.getByRole('button', { name: '编辑' })).toHaveCount(0)
})

test('contract dialog keeps typed values when somebody else saves in between', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const admin = await anotherPage(browser, baseURL)
  await logIn('admin', { page: admin })
  const company = '两岸软件开发有限公司'
  const contract = await addContract(admin, company)
  await logIn('manager1')
  const dialog = await openEdit(page, company)
  await saveContract(admin, contract, { contractName: '他人改过的名称' })
  const number = `MINE-${contract.contractId}`
  await dialog.getByLabel('合同编号').fill(number)
  await chooseFirst(page, dialog, '发票类目')
  await dialog.getByRole('button', { name: '保存' }).click()
  const notice = dialog.getByRole('alert').filter({ hasText: '合同刚被他人修改，您填写的内容仍在' })
  await expect(notice).toContainText('合同名称：他人改过的名称')
  await expect(dialog.getByLabel('合同编号')).toHaveValue(number)
  await expect(dialog.getByLabel('合同名称')).toHaveValue('他人改过的名称')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '操作成功')
  await visit(page, `/enterpList?contractNo=${number}`)
  await expect(rowOf(page, number)).toContainText('他人改过的名称')
  await admin.context().close()
})

test('payer and reviewer can only read and download contracts of their own company', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const admin = await anotherPage(browser, baseURL)
  await logIn('admin', { page: admin })
  const foreign = await addContract(admin, '彼岸咨询有限公司')
  for (const account of ['pay1', 'check1']) {
    await logIn(account)
    await openContracts(page)
    for (const company of await listRows(page).locator('td:nth-child(5)').allInnerTexts())
      expect(company).toBe('星河科技')
    await expect(page.getByText(foreign.contractNo)).toHaveCount(0)
    for (const action of ['编辑', '生成企业合同'])
      await expect(page.getByRole('button', { name: action })).toHaveCount(0)
    await expect(page.getByLabel('供应商')).toBeDisabled()
    await page.context().clearCookies()
  }
  await logIn('pay1')
  await openContracts(page)
  const row = listRows(page).first()
  const own = await savedFile(page, () => row.getByRole('button', { name: '下载' }).click())
  expect(own.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  const sheet = await savedFile(page, () => page.getByRole('button', { name: '导出' }).click())
  const book = read(sheet.bytes)
  const exported = utils.sheet_to_json<Record<string, string>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {})
  expect(exported.length).toBeGreaterThan(0)
  for (const line of exported) expect(line.供应商).toBe('星河科技')
  await row.click()
  const drawer = page.getByRole('dialog').filter({ hasText: '合同记录' })
  await expect(drawer.getByRole('button', { name: '编辑' })).toHaveCount(0)

  const api = '/paywages/api/contract'
  const { contractId } = foreign
  for (const path of [`${api}/detail`, `${api}/download`])
    expect((await page.request.get(path, { params: { contractId } })).status()).toBe(404)
  const refused = await page.request.post(`${api}/generate`, { data: {} })
  expect(refused.status()).toBe(403)
  await admin.context().close()
})

test('contract list shows a load failure with a retry, and a missing file with a message', async ({
  page,
  logIn,
  product,
}) => {
  await logIn('admin')
  const { contractNo } = await addContract(page, '落霞设计有限公司')
  await page.route('**/contract/list*', (route) => route.abort())
  await visit(page, '/enterpList')
  await expect(page.getByText('暂未获取企业合同，请稍后重试')).toBeVisible()
  await page.unroute('**/contract/list*')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(rowOf(page, contractNo)).toBeVisible()

  // A closed contract gets no PDF any more.
  const statement = `update enterprise_contracts set status = 'terminated', made_file_id = null, text_version = null
    where contract_no = $1`
  expect(await changeInDatabase(product, statement, [contractNo])).toBe(1)
  await rowOf(page, contractNo).getByRole('button', { name: '下载' }).click()
  await expect(page.getByText('不存在合同文件')).toBeVisible()

  await visit(page, '/enterpList?contractNo=没有这个编号')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()

  await page.route('**/contract/lacking*', (route) => route.abort())
  await page.getByRole('button', { name: '生成企业合同' }).click()
  await expectToast(page, '暂无法生成企业合同，请稍后重试')
})
