// Bank statements: uploaded by the payer, linked line by line, decided where several fit, and read by those who may (D32).

import type { Browser, Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { fillTemplate, idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import { type PrintedLine, statementPdf } from './statement-pdf.ts'
import { anotherPage, downloadTemplate, expectAccessible, rowNamed, uploadSheet } from './steps.ts'

const PDF = 'application/pdf'
const FILE = '招商银行对账单.pdf'

const PEOPLE = {
  plain: { name: '柳如烟', cardNo: '6222021202000881234', yuan: '1,811.37' },
  /** The bank's answer is a refusal; the statement will show the money going out all the same. */
  refused: { name: '闻人杰', cardNo: '6222021202000880001', yuan: '1,722.46' },
  /** Paid twice alike on one day. */
  twin: { name: '白景行', cardNo: '6222021202000885678', yuan: '1,633.55' },
  unlisted: { name: '慕容雪', cardNo: '6222021202000889876', yuan: '1,544.64' },
} as const

type Who = keyof typeof PEOPLE

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

function sheetLines(): SheetLine[] {
  const lines: readonly (readonly [Who, string])[] = [
    ['plain', '对账'],
    ['refused', '对账'],
    ['twin', '上半月'],
    ['twin', '下半月'],
    ['unlisted', '对账'],
  ]
  const sequence: Readonly<Record<Who, number>> = { plain: 410, refused: 411, twin: 412, unlisted: 413 }
  return lines.map(([who, remark]): SheetLine => {
    const { name, cardNo, yuan } = PEOPLE[who]
    const id = idCardNo('19900909', sequence[who])
    const phone = `1371239${String(4_000 + sequence[who])}`
    return [name, id, phone, '中国工商银行', cardNo, yuan.replace(',', ''), thisMonth(), remark]
  })
}

function printed(who: Who, reference = ''): PrintedLine {
  const { name, cardNo, yuan } = PEOPLE[who]
  return { day: today(), reference, name, cardNo, yuan, remark: '劳务报酬' }
}

/** Pays the people of the sheet, through both approvals, and tells the batch. */
async function payBatch(page: Page, reviewer: Page, fileName: string): Promise<string> {
  await page.goto('/payexcels')
  await uploadSheet(page, `${fileName}.xlsx`, fillTemplate(await downloadTemplate(page), sheetLines()))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  const opId = new URL(page.url()).searchParams.get('opId') ?? ''
  await page.getByRole('button', { name: '审核通过' }).first().click()
  const agreed = page.getByRole('dialog').getByRole('checkbox')
  await expect(page.getByRole('dialog')).toBeVisible()
  if ((await agreed.count()) > 0) await agreed.check()
  await page.getByRole('button', { name: /^审核通过 / }).click()
  await expect(page).toHaveURL(/\/payexcels/)
  await reviewer.goto('/payexcels')
  await rowNamed(reviewer, fileName).getByText('复核', { exact: true }).click()
  await reviewer.getByRole('button', { name: '复核通过' }).first().click()
  await reviewer.getByRole('button', { name: /^复核通过 / }).click()
  await expect(rowNamed(reviewer, fileName)).toContainText('待转账')
  await page.goto('/payexcels')
  await rowNamed(page, fileName).getByText('开始转账').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^转出 / })
    .click()
  await expect(page).toHaveURL(new RegExp(`/exceldetail\\?opId=${opId}`))
  const progress = page.getByRole('progressbar', { name: '转账进度' })
  await expect(progress).toHaveAttribute('aria-valuenow', '100', { timeout: 60_000 })
  await expect(rowNamed(page, PEOPLE.refused.name)).toContainText('账户不存在', { timeout: 30_000 })
  return opId
}

/** The number under which the bank got a row's transfer, as its history shows it. */
async function referenceOf(page: Page, who: Who): Promise<string> {
  await page.getByRole('button', { name: new RegExp(`${PEOPLE[who].name}的转账记录`) }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('转账编号')
  const reference = /PW[\w-]+/.exec(await drawer.innerText())?.[0] ?? ''
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  expect(reference).not.toBe('')
  return reference
}

async function printStatement(browser: Browser, refusedReference: string): Promise<Buffer> {
  const stranger = { ...printed('plain'), name: '欧阳长风', cardNo: '6222021202000880999' }
  return statementPdf(browser, [
    [printed('plain'), printed('refused', refusedReference)],
    [printed('twin'), stranger],
  ])
}

type ChosenFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

async function chooseFiles(page: Page, files: ChosenFile[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '上传银行对账单' })
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: '选择文件' }).click()
  await (await chooser).setFiles(files)
}

/** How many statements this person sees. */
async function statementCount(page: Page): Promise<number> {
  const reply = await page.request.get('/paywages/api/bank/statement/list?index=0&size=1')
  return (await reply.json()).count
}

const lineOf = (page: Page, who: Who) => rowNamed(page, PEOPLE[who].name)
const views = (page: Page) => page.getByLabel('按结果筛选')

test('from the payment to the statement that lists it', async ({ page, logIn, browser, baseURL }) => {
  test.setTimeout(300_000)
  const reviewer = await anotherPage(browser, baseURL)
  await logIn('pay2')
  await logIn('check2', { page: reviewer })
  const opId = await payBatch(page, reviewer, '对账发放')
  const pdf = await printStatement(browser, await referenceOf(page, 'refused'))

  // What is no PDF never leaves the browser, or is refused by its content; nothing is kept of it.
  await page.goto('/paydetail')
  await page.getByRole('button', { name: '上传银行对账单' }).click()
  const dialog = page.getByRole('dialog', { name: '上传银行对账单' })
  await expect(dialog).toContainText('云帆信息')
  await expect(dialog.getByRole('button', { name: '上传', exact: true })).toBeDisabled()
  await chooseFiles(page, [{ name: '对账单.xlsx', mimeType: 'x/y', buffer: pdf }])
  await expect(dialog.getByRole('alert')).toHaveText('对账单.xlsx：请选择 pdf 文件上传')
  await chooseFiles(page, [{ name: '假.pdf', mimeType: PDF, buffer: Buffer.from('no statement') }])
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: '上传', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请选择 pdf 文件上传')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '移除 假.pdf' }).click()

  // The same file chosen twice goes once; the result opens by itself.
  const file = { name: FILE, mimeType: PDF, buffer: pdf }
  await chooseFiles(page, [file])
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: '上传', exact: true }).click()
  await expect(page).toHaveURL(/\/bankstatement\?statementId=\d+$/)
  const address = page.url()
  await expect(page.getByText('对账单已上传，关联 2 笔')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(FILE)
  await expect(page.getByText(new RegExp(`云帆信息 · ${today()} · 2 页 · .+ 上传`))).toBeVisible()

  await expect(views(page)).toContainText(/全部 4.*已关联 2.*此前已关联 0.*待选择 1.*未找到 1/)
  await expect(lineOf(page, 'plain')).toContainText('已关联')
  await expect(lineOf(page, 'plain')).toContainText('622202')
  await expect(lineOf(page, 'plain')).not.toContainText(PEOPLE.plain.cardNo)
  await expect(lineOf(page, 'plain')).not.toContainText('对账单显示')
  await expect(lineOf(page, 'refused')).toContainText('对账单显示已转出，系统状态为失败')
  await expect(rowNamed(page, '欧阳长风')).toContainText('未找到')
  await expect(lineOf(page, 'twin')).toContainText('2 笔明细都符合')
  await expectAccessible(page)

  // The paper changes no state, and what it does not list is told.
  await views(page)
    .getByText(/^未在对账单中/)
    .click()
  await expect(page).toHaveURL(/view=unlisted/)
  await expect(lineOf(page, 'unlisted')).toContainText(PEOPLE.unlisted.yuan)
  await expect(page.getByRole('row', { name: new RegExp(PEOPLE.plain.name) })).toHaveCount(0)
  await expectAccessible(page)

  // One of the twins is chosen, taken back, and chosen again.
  await views(page)
    .getByText(/^待选择/)
    .click()
  await expect(page).toHaveURL(/view=ambiguous/)
  await chooseSecondTwin(page)
  await expect(views(page)).toContainText(/已关联 3.*待选择 0/)
  await views(page)
    .getByText(/^已关联/)
    .click()
  await expect(lineOf(page, 'twin')).toContainText('人工选择')
  await lineOf(page, 'twin').getByRole('button', { name: '撤销' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销关联' }).click()
  await expect(page.getByText('已撤销')).toBeVisible()
  await expect(views(page)).toContainText(/已关联 2.*待选择 1/)
  await views(page)
    .getByText(/^待选择/)
    .click()
  await chooseSecondTwin(page)
  await expect(views(page)).toContainText(/已关联 3.*待选择 0/)

  await expectShownAtPage(page, address, 2)
  await expectFoundInDetails(page, opId)
  await expectReadOnly(reviewer, address)
  await reviewer.context().close()
})

async function chooseSecondTwin(page: Page): Promise<void> {
  await lineOf(page, 'twin').getByRole('button', { name: '选择' }).click()
  const dialog = page.getByRole('dialog', { name: '选择对应的发放明细' })
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  const link = dialog.getByRole('button', { name: '关联所选明细' })
  await expect(link).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('radio').nth(1).check()
  await link.click()
  await expect(dialog).toBeHidden()
}

/** The twin stands on the second page of the paper; the browser gets the file itself, not a page about it. */
async function expectShownAtPage(page: Page, address: string, number: number): Promise<void> {
  await page.goto(address)
  const shown = page.waitForResponse((response) => response.url().includes('/file/download'))
  await lineOf(page, 'twin').getByRole('button', { name: '查看', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: new RegExp(`银行对账单.*第 ${number} 页`) })
  await expect(drawer.locator('iframe')).toHaveAttribute('src', new RegExp(`inline=1#page=${number}&`))
  const response = await shown
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe(PDF)
  await drawer.getByRole('button', { name: '关闭' }).last().click()
  await expect(drawer).toBeHidden()
}

async function expectFoundInDetails(page: Page, opId: string): Promise<void> {
  await page.goto('/paydetail')
  await page.getByLabel('姓名', { exact: true }).fill(PEOPLE.twin.name)
  await page.getByRole('button', { name: '查询', exact: true }).click()
  const twins = page.getByRole('row', { name: new RegExp(PEOPLE.twin.name) })
  await expect(twins).toHaveCount(2)
  // Of two payments alike the paper lists one.
  const look = page.getByRole('button', { name: `查看对账单：${PEOPLE.twin.name}` })
  await expect(look).toHaveCount(1)
  await look.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.locator('iframe')).toHaveAttribute('src', /inline=1#page=2&/)
  await expect(drawer).toContainText(`${PEOPLE.twin.name} · •••• 5678 · ${PEOPLE.twin.yuan} 元`)
  await page.keyboard.press('Escape')

  await page.goto(`/exceldetail?opId=${opId}`)
  await expect(page.getByRole('button', { name: `查看对账单：${PEOPLE.plain.name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `查看对账单：${PEOPLE.unlisted.name}` })).toHaveCount(0)
}

async function expectReadOnly(reviewer: Page, address: string): Promise<void> {
  await reviewer.goto('/paydetail')
  await expect(reviewer.getByRole('button', { name: '上传银行对账单' })).toHaveCount(0)
  await reviewer.getByRole('button', { name: '银行对账单' }).click()
  await expect(reviewer).toHaveURL(/\/bankstatements$/)
  await expect(reviewer.getByRole('button', { name: '上传银行对账单' })).toHaveCount(0)
  await rowNamed(reviewer, FILE).getByRole('link').click()
  await expect(reviewer).toHaveURL(address)
  await expect(lineOf(reviewer, 'twin')).toContainText('人工选择')
  await expect(reviewer.getByRole('button', { name: '撤销' })).toHaveCount(0)
  await expect(lineOf(reviewer, 'twin').getByRole('button', { name: '查看', exact: true })).toBeVisible()
}

test('several files at once, one of them known already; other companies see none of it', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  await logIn('pay3', { brand: 2 })
  await page.goto('/bankstatements')
  const before = await statementCount(page)
  await expectAccessible(page)
  const first = await statementPdf(browser, [[printed('plain')]])
  const second = await statementPdf(browser, [[printed('unlisted')]])

  // Dropped anywhere on the page.
  const dropped = await page.evaluateHandle(
    ([one, two]) => {
      const data = new DataTransfer()
      for (const [name, base64] of [one, two]) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
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
  const third = await statementPdf(browser, [[printed('twin')]])
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
  await page.goto('/bankstatements')
  for (const name of ['第一份.pdf', '第二份.pdf', '第三份.pdf'])
    await expect(rowNamed(page, name)).toBeVisible()
  await expect(page.getByText('第一份-副本.pdf')).toHaveCount(0)
  expect(await statementCount(page)).toBe(before + 3)
  await expectAccessible(page)

  const stranger = await anotherPage(browser, baseURL)
  await logIn('pay1', { page: stranger })
  await stranger.goto('/bankstatements')
  await expect(stranger.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(stranger.getByText('第三份.pdf')).toHaveCount(0)
  await stranger.goto(address)
  await expect(stranger.getByText('记录不存在或已被删除')).toBeVisible()
  await stranger.context().close()

  const manager = await anotherPage(browser, baseURL)
  await logIn('manager2', { page: manager, brand: 2 })
  await manager.goto('/bankstatements')
  await manager.getByLabel('供应商', { exact: true }).click()
  await manager.locator('.ant-select-dropdown:visible').getByText('远山服务').click()
  await manager.getByRole('button', { name: '查询', exact: true }).click()
  await expect(rowNamed(manager, '第二份')).toContainText('远山服务')
  await manager.context().close()
})

test('an upload can be stopped, and one that the network broke is sent again', async ({
  page,
  logIn,
  browser,
}) => {
  test.setTimeout(180_000)
  await logIn('pay1')
  await page.goto('/bankstatements')
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
