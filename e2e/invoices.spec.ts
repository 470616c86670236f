// Invoices: applied for within what was paid out, audited, invoiced with files, corrected, refused and withdrawn (D30).

import { readFile } from 'node:fs/promises'
import { CFB } from '@e965/xlsx'
import type { Download, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { ofd, picture, printedInvoice } from './invoice-samples.ts'
import {
  applyForInvoice,
  audit,
  chooseCategory,
  chooseFiles,
  chooseType,
  dialogOf,
  enterResult,
  grouped,
  look,
  openInvoices,
  openResult,
  quotaFigure,
  rowOf,
  uploadedFiles,
} from './invoice-steps.ts'
import { expect, test } from './product.ts'
import { anotherPage } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

const API = '/paywages/api'

async function downloaded(page: Page, click: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent('download')
  await click()
  return download
}

test('payer applies for the full quota, manager invoices it, and payer downloads the files', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay2')
  await openInvoices(page)
  const available = await quotaFigure(page, '可开票')
  const sum =
    (await quotaFigure(page, '已发放')) +
    (await quotaFigure(page, '服务费')) -
    (await quotaFigure(page, '已开票')) -
    (await quotaFigure(page, '申请中'))
  expect(available).toBe(sum)
  await page.getByRole('button', { name: '新增发票申请' }).first().click()
  await page.getByRole('button', { name: '提交申请' }).click()
  const form = dialogOf(page, '新增发票申请')
  for (const text of ['请选择发票类型', '请选择开票类目', '请输入开票金额'])
    await expect(form.locator('.ant-form-item-explain-error', { hasText: text })).toBeVisible()
  await form.getByLabel('开票金额').fill(String((available + 1) / 100))
  await expect(form.getByText(/^开票金额超出可开票金额（当前可开票/)).toBeVisible()
  await form.getByRole('button', { name: '全部可开' }).click()
  await expect(form.getByLabel('开票金额')).toHaveValue(grouped(available))
  await expect(form.getByText(/^开票金额超出可开票金额/)).toHaveCount(0)
  await chooseType(page, '增值税专用发票（纸质）')
  await chooseCategory(page, '人力资源服务')
  await expect(form.getByText(/库存/).first()).toBeVisible()
  await form.getByLabel('留言').fill('十月服务费，抬头按合同，请尽快开具。')
  await expectAccessible(page)
  await page.getByRole('button', { name: '提交申请' }).click()
  await expectToast(page, '发票申请新增成功')
  const row = page
    .getByRole('row')
    .filter({ hasText: grouped(available) })
    .first()
  await expect(row).toContainText('待审核')
  await expect.poll(() => quotaFigure(page, '可开票')).toBe(0)
  await expectAccessible(page)
  const applicationNo = (await row.getByRole('button', { name: /查看申请/ }).innerText()).trim()
  expect(applicationNo).toMatch(/^FP\d{12}$/)

  const manager = await anotherPage(browser, baseURL)
  await logIn('manager1', { page: manager })
  await openInvoices(manager, '?status=1')
  await expect(manager.getByRole('button', { name: '新增发票申请' })).toHaveCount(0)
  await expect(rowOf(manager, applicationNo)).toContainText('云帆信息')
  await expectAccessible(manager)
  await rowOf(manager, applicationNo).getByRole('button', { name: '审核', exact: true }).click()
  const auditForm = dialogOf(manager, '审核发票申请')
  await expect(auditForm.getByText('十月服务费，抬头按合同，请尽快开具。')).toBeVisible()
  await expect(auditForm.getByText('¥0.00（已扣除本申请）')).toBeVisible()
  await auditForm.getByRole('button', { name: '提交审核' }).click()
  await expect(auditForm.getByText('请选择审核结果')).toBeVisible()
  await auditForm.getByLabel('同意', { exact: true }).check()
  await expect(auditForm.getByLabel('拒绝原因')).toHaveCount(0)
  await expectAccessible(manager)
  await auditForm.getByRole('button', { name: '提交审核' }).click()
  const confirm = dialogOf(manager, '确认同意开票？')
  await expect(confirm).toContainText(applicationNo)
  await expect(confirm).toContainText(/万.+元/)
  await confirm.getByRole('button', { name: `同意开票 ¥${grouped(available)}` }).click()
  await expectToast(manager, '操作成功')
  await expect(rowOf(manager, applicationNo)).toHaveCount(0)

  const papers = [
    await printedInvoice(browser, '发票联-24112000000318.pdf'),
    ofd('抵扣联-24112000000318.ofd'),
    picture('寄件回执.png'),
  ]
  const result = await openResult(manager, applicationNo)
  await expect(result.getByLabel('发票份数')).toHaveValue('1')
  await result.getByRole('button', { name: '确认开票' }).click()
  for (const text of ['请输入物流单号', '请上传发票文件'])
    await expect(result.locator('.ant-form-item-explain-error', { hasText: text })).toBeVisible()
  await result.getByLabel('物流单号').fill(' SF1000000268391 ')
  await result.getByLabel('备注').fill('发票联与抵扣联同寄')
  await chooseFiles(manager, papers)
  await expect(uploadedFiles(result)).toHaveCount(3)
  await expectAccessible(manager)
  await result.getByRole('button', { name: '确认开票' }).click()
  await expectToast(manager, '发票信息已编辑')
  await manager.context().close()

  const drawer = await look(page, applicationNo)
  await expect(drawer).toContainText('已开票并寄出')
  await expect(drawer).toContainText('发票联与抵扣联同寄')
  await expect(drawer).toContainText(/\d+ 笔发放，¥/)
  const track = drawer.getByRole('link', { name: /查物流/ })
  await expect(track).toHaveAttribute('href', 'https://www.kuaidi100.com/chaxun?nu=SF1000000268391')
  await expect(track).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(track).toHaveAttribute('target', '_blank')
  await expectAccessible(page)
  for (const { name, buffer } of papers) {
    const file = await downloaded(page, () => drawer.getByRole('link', { name: `下载 ${name}` }).click())
    expect(file.suggestedFilename()).toBe(name)
    expect((await readFile(await file.path())).equals(buffer)).toBe(true)
  }
  await expect(drawer.getByText(/^预览$/)).toHaveCount(2)
  await drawer.getByRole('button', { name: '预览 寄件回执.png' }).click()
  await expect(page.locator('.ant-image-preview img')).toBeVisible()
  await page.keyboard.press('Escape')
  const zip = await downloaded(page, () => drawer.getByRole('button', { name: '下载全部文件' }).click())
  const packed = await readFile(await zip.path())
  const inside: { FileIndex: { content?: Uint8Array }[] } = CFB.read(packed, { type: 'buffer' })
  for (const { name, buffer } of papers) {
    expect(packed.includes(Buffer.from(name))).toBe(true)
    expect(inside.FileIndex.some(({ content }) => buffer.equals(content ?? new Uint8Array()))).toBe(true)
  }
  await expect(drawer.getByRole('button', { name: '更正' })).toHaveCount(0)

  await visit(page, `/userdetail?usidcard=${await someoneCovered(page, applicationNo)}`)
  await expect(page.getByRole('row').filter({ hasText: applicationNo }).first()).toBeVisible()
})

/** Someone whose payouts the invoice covers. */
async function someoneCovered(page: Page, applicationNo: string): Promise<number> {
  const people = await (await page.request.get(`${API}/users?size=100`)).json()
  for (const { uid } of people.data) {
    const answer = await page.request.get(`${API}/user/detail?cardid=${uid}`)
    const payments: { uinvoice: string }[] = (await answer.json()).data
    if (payments.some(({ uinvoice }) => uinvoice === applicationNo)) return uid
  }
  throw new Error(`${applicationNo} covers nobody`)
}

test('applicant reads the reason of a refusal, and only a manager decides, once', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('check1')
  const applicationNo = await applyForInvoice(page, { yuan: '432.10', remark: '复核岗代为申请' })
  const left = await quotaFigure(page, '可开票')
  await expect(rowOf(page, applicationNo).getByRole('button', { name: '审核' })).toHaveCount(0)

  const manager = await anotherPage(browser, baseURL)
  await logIn('manager1', { page: manager })
  // Two windows of the same manager: the second finds it decided.
  const late = await manager.context().newPage()
  await openInvoices(late, `?applicationNo=${applicationNo}`)
  await rowOf(late, applicationNo).getByRole('button', { name: '审核', exact: true }).click()
  await openInvoices(manager, `?applicationNo=${applicationNo}`)
  await rowOf(manager, applicationNo).getByRole('button', { name: '审核', exact: true }).click()
  const form = dialogOf(manager, '审核发票申请')
  await form.getByLabel('拒绝', { exact: true }).check()
  await form.getByRole('button', { name: '提交审核' }).click()
  await expect(form.getByText('请输入拒绝原因')).toBeVisible()
  await form.getByLabel('拒绝原因').fill('抬头与合同不一致')
  await form.getByRole('button', { name: '提交审核' }).click()
  await manager.getByRole('button', { name: '拒绝开票 ¥432.10' }).click()
  await expect(rowOf(manager, applicationNo)).toContainText('已拒绝')
  const second = dialogOf(late, '审核发票申请')
  await second.getByLabel('同意', { exact: true }).check()
  await second.getByRole('button', { name: '提交审核' }).click()
  await late.getByRole('button', { name: '同意开票 ¥432.10' }).click()
  await expect(late.locator('.ant-message-error')).toBeVisible()
  await expect(rowOf(late, applicationNo)).toContainText('已拒绝')
  await manager.context().close()

  const drawer = await look(page, applicationNo)
  await expect(drawer).toContainText('抬头与合同不一致')
  await expect(drawer.getByRole('button', { name: '撤回' })).toHaveCount(0)
  await openInvoices(page)
  await expect.poll(() => quotaFigure(page, '可开票')).toBe(left + 43_210)
})

test('only the applicant can withdraw an application, and only before a decision', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay1')
  const applicationNo = await applyForInvoice(page, { yuan: '1234.56' })
  const colleague = await anotherPage(browser, baseURL)
  await logIn('check1', { page: colleague })
  const seen = await look(colleague, applicationNo)
  await expect(seen.getByRole('button', { name: '撤回' })).toHaveCount(0)
  await colleague.context().close()

  const drawer = await look(page, applicationNo)
  await drawer.getByRole('button', { name: '撤回' }).click()
  const confirm = dialogOf(page, '确认撤回该申请？')
  await expect(confirm).toContainText('壹仟贰佰叁拾肆元伍角陆分')
  await confirm.getByRole('button', { name: '撤回申请' }).click()
  await expectToast(page, '操作成功')
  await expect(rowOf(page, applicationNo)).toContainText('已撤回')
  await expect(drawer).toBeHidden()
  const list = page.url()
  const again = await look(page, applicationNo)
  await expect(again).toContainText('申请人撤回')
  await again
    .getByRole('button', { name: '关闭' })
    .last()
    .evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
  await expect(again).toBeHidden()
  expect(page.url()).toBe(list)
})

test('correction of an invoice keeps the previous values and files', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay3', { brand: 2 })
  const applicationNo = await applyForInvoice(page, { yuan: '888.80' })
  const manager = await anotherPage(browser, baseURL)
  await logIn('manager2', { page: manager, brand: 2 })
  await audit(manager, applicationNo)
  const [wrong, kept] = [picture('误传.png'), picture('发票.png')]
  await enterResult(manager, applicationNo, [wrong, kept])
  const drawer = await look(manager, applicationNo)
  await expect(drawer.getByText('电子发票', { exact: true })).toBeVisible()
  await expect(drawer.getByRole('link', { name: /查物流/ })).toHaveCount(0)
  await drawer.getByRole('button', { name: '更正' }).click()
  const form = dialogOf(manager, '更正开票信息')
  await expect(uploadedFiles(form)).toHaveCount(2)
  await form.getByRole('button', { name: '移除 误传.png' }).click()
  await chooseFiles(manager, [await printedInvoice(browser, '换开.pdf')])
  await expect(uploadedFiles(form)).toHaveCount(2)
  await form.getByRole('button', { name: '提交更正' }).click()
  await expect(form.getByText('请输入更正原因')).toBeVisible()
  await form.getByLabel('更正原因').fill('文件传错')
  await expectAccessible(manager)
  await form.getByRole('button', { name: '提交更正' }).click()
  await expectToast(manager, '发票信息已编辑')
  // The dialog that fades away holds the same words in its field.
  await expect(drawer.getByRole('listitem').filter({ hasText: '文件传错' })).toBeVisible()
  await manager.context().close()

  const shown = await look(page, applicationNo)
  await expect(shown).toContainText('发票文件：误传.png、发票.png → 发票.png、换开.pdf')
  const before = await downloaded(page, () => shown.getByRole('link', { name: '下载 误传.png' }).click())
  expect((await readFile(await before.path())).equals(wrong.buffer)).toBe(true)
  await expectAccessible(page)
})

test('application of another company is not accessible by list or link', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay1')
  const applicationNo = await applyForInvoice(page, { yuan: '77.70' })
  const list = await page.request.get(`${API}/invoice/list?invoiceApplyNo=${applicationNo}`)
  const [{ invoiceApplyId }] = (await list.json()).data
  const stranger = await anotherPage(browser, baseURL)
  await logIn('pay2', { page: stranger })
  await openInvoices(stranger, `?applicationNo=${applicationNo}`)
  await expect(stranger.getByText('没有符合条件的记录')).toBeVisible()
  await visit(stranger, `/invoiceApply?row=${invoiceApplyId}`)
  await expect(stranger.getByText('记录不存在或已被删除')).toBeVisible()
  await stranger.context().close()
})
