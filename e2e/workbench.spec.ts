// The workbench and the bell: what waits leads to its page, goes when it is done, and each block heals by itself.

import { createHash, createHmac } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, PASSWORD, test } from './product.ts'
import { receiptPng } from './receipt.ts'
import { anotherPage, approve, confirmChanges } from './steps.ts'
import { expectToast } from './toasts.ts'
import { comeToRest, visit } from './visit.ts'

// The list of what waits is counted and read by its first lines: other tests would leave work in it.
test.use({ productOf: 'what waits' })

const todoSection = (page: Page): Locator => page.getByRole('region', { name: '待我处理' })
const todoRow = (page: Page, words: string): Locator =>
  todoSection(page).getByRole('listitem').filter({ hasText: words })
const bell = (page: Page): Locator => page.getByRole('button', { name: /^待办 \d+ 件$/ })

/** As the bell says it, once the first answer is there. */
async function waiting(page: Page): Promise<number> {
  await expect(bell(page)).not.toHaveAccessibleName('待办 0 件')
  return Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0])
}

const expectWaiting = (page: Page, count: number) =>
  expect(bell(page)).toHaveAccessibleName(`待办 ${count} 件`)

/** How many batches wait for her review; journeys before this one may have left some in the product they share. */
async function waitingForReview(page: Page): Promise<number> {
  const others = page.getByText('等待他人：').locator('..')
  await expect(others).toBeVisible()
  const more = others.getByRole('button', { name: /另有/ })
  if (await more.isVisible()) await more.click()
  return Number(/吴敏 复核 (\d+) 个批次/.exec(await others.innerText())?.[1] ?? 0)
}

/** The list shows the most urgent first and folds the others away. */
async function unfold(page: Page): Promise<void> {
  await expect(todoSection(page).getByRole('listitem').first()).toBeVisible()
  const more = todoSection(page).getByRole('button', { name: /展开其余/ })
  if (await more.isVisible()) await more.click()
}

/** A small laptop shows the whole day at once: nothing to scroll, and each to-do says who did what and when on one line. */
async function expectToFit(page: Page): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 900 })
  const notes = todoSection(page).locator('.todo-note')
  await expect(notes.filter({ hasText: '条提醒' })).not.toHaveCount(0)
  await expect
    .poll(() =>
      notes.evaluateAll((all) => Math.max(...all.map((note) => note.getBoundingClientRect().height))),
    )
    .toBeLessThanOrEqual(20)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
  if (size !== null) await page.setViewportSize(size)
}

/** Without loading the page again. */
async function backToWorkbench(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '工作台' }).click()
  await expect(page).toHaveURL(/\/layout$/)
}

test('to-dos move between payer and reviewer as a batch is audited, reviewed and started', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay1')
  await visit(page, '/layout')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('陈静')
  const count = await waiting(page)
  await expect(page.getByText(`有 ${count} 件事等您处理`)).toBeVisible()
  await expect(page.getByRole('region', { name: '余额与本月数字' })).toContainText('个工作日')
  await expect(page.getByRole('figure', { name: '近 30 天发放' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectAccessible(page)
  await expectToFit(page)
  const reviewsBefore = await waitingForReview(page)

  await todoRow(page, '骑手补贴-第3批')
    .getByRole('link', { name: /去审核/ })
    .click()
  await expect(page).toHaveURL(/\/payimport\?opId=\d+&status=0&ischeck=1/)
  await approve(page, '审核通过')
  await expect(page).toHaveURL(/\/payexcels/)
  await expectWaiting(page, count - 1)
  await backToWorkbench(page)
  await expect(todoSection(page).getByRole('listitem').first()).toBeVisible()
  await expect(todoRow(page, '骑手补贴-第3批')).toHaveCount(0)
  await expect.poll(() => waitingForReview(page)).toBe(reviewsBefore + 1)

  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check1', { page: reviewer })
  await visit(reviewer, '/layout')
  const reviews = await waiting(reviewer)
  await todoRow(reviewer, '骑手补贴-第3批')
    .getByRole('link', { name: /去复核/ })
    .click()
  await expect(reviewer).toHaveURL(/\/payimport\?opId=\d+&status=1/)
  await approve(reviewer, '复核通过')
  await expect(reviewer).toHaveURL(/\/payexcels/)
  await expectWaiting(reviewer, reviews - 1)
  await reviewer.context().close()

  // What moves money is asked for in place, with its figures.
  const before = await waiting(page)
  const dialog = page.getByRole('dialog')
  await todoRow(page, '地推奖励-第1批').getByRole('button', { name: '开始转账' }).click()
  await expect(dialog.getByText('确认开始转账？')).toBeVisible()
  await dialog.getByRole('button', { name: /^转出 / }).click()
  await expect(page).toHaveURL(/\/exceldetail\?opId=\d+/)
  // Started, and the batch that was just reviewed asks for its start.
  await expectWaiting(page, before)
  await backToWorkbench(page)
  await expect(todoRow(page, '骑手补贴-第3批').getByRole('button', { name: '开始转账' })).toBeVisible()
  await expect(todoRow(page, '地推奖励-第1批').getByRole('button')).toHaveCount(0)
})

test('reviewer audits a recharge and confirms a reversal from the to-do list', async ({ page, logIn }) => {
  await logIn('check1')
  await visit(page, '/layout')
  const count = await waiting(page)
  const tag = await todoRow(page, '充值冲退申请').locator('.todo-tag > *').boundingBox()
  const title = await todoRow(page, '充值冲退申请').getByTitle('充值冲退申请').boundingBox()
  expect((tag?.x ?? 0) + (tag?.width ?? 0)).toBeLessThan(title?.x ?? 0)
  await todoRow(page, '168,800.00')
    .getByRole('link', { name: /去审核/ })
    .click()
  await expect(page).toHaveURL(/\/auditrecharge\?rechargeId=\d+/)
  // Whoever goes on before the page has read everything again is not led back to it.
  const approve = page.getByRole('button', { name: '审核通过' })
  await expect(approve).toBeVisible()
  const reading = Promise.withResolvers<void>()
  await page.route('**/recharge/detail**', async (route) => {
    await reading.promise
    await route.continue()
  })
  await approve.click()
  await page.getByRole('dialog').getByRole('button', { name: '审核通过 ¥168,800.00' }).click()
  await expectToast(page, '审核提交成功')
  await expectWaiting(page, count - 1)

  await backToWorkbench(page)
  reading.resolve()
  expect(await comeToRest(page)).toBe(true)
  await expect(page).toHaveURL(/\/layout$/)
  await expect(todoRow(page, '200,000.00')).toBeVisible()
  await expect(todoRow(page, '168,800.00')).toHaveCount(0)
  await todoRow(page, '充值冲退申请')
    .getByRole('link', { name: /去确认/ })
    .click()
  await expect(page).toHaveURL(/\/rechargeverify\?row=\d+/)
  await page.getByRole('dialog').getByRole('button', { name: '确认冲正' }).click()
  await page.getByRole('button', { name: '确认冲正 ¥5,000.00' }).click()
  await expectToast(page, '操作成功')
  await expect(page).toHaveURL(/\/rechargeverify(?!.*row=)/)
  await expectWaiting(page, count - 2)
  await backToWorkbench(page)
  await expect(todoRow(page, '200,000.00')).toBeVisible()
  await expect(todoRow(page, '充值冲退申请')).toHaveCount(0)
})

test('manager proposes a transfer resolution, checks a flagged signing and opens waiting invoices from the to-do list', async ({
  page,
  logIn,
}) => {
  await logIn('manager2', { brand: 2 })
  await visit(page, '/layout')
  const count = await waiting(page)
  await expectAccessible(page)
  await todoRow(page, '1 笔转账待人工核实')
    .getByRole('link', { name: /去处理/ })
    .click()
  await expect(page).toHaveURL(/\/pendingtransfers\?state=manual/)
  await page.getByText('提交处理意见', { exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('未到账').first().click()
  await dialog.getByRole('textbox').first().fill('致电银行核实，未入账')
  const chooser = page.waitForEvent('filechooser')
  await dialog
    .getByRole('button', { name: /选择文件|上传/ })
    .first()
    .click()
  // Slow, as on a bad line: what is asked for at once must wait for the file instead of missing it.
  await page.route('**/file/upload**', async (route) => {
    await expect(dialog.getByRole('button', { name: /提交/ })).toBeDisabled()
    await route.continue()
  })
  await (await chooser).setFiles({ name: '核实.png', mimeType: 'image/png', buffer: receiptPng() })
  await dialog.getByRole('button', { name: /提交/ }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectWaiting(page, count - 1)

  await backToWorkbench(page)
  await unfold(page)
  await todoRow(page, '1 份签约待核实')
    .getByRole('link', { name: /去核实/ })
    .click()
  await expect(page).toHaveURL(/\/personList\?flagged=1/)
  await page.getByRole('button', { name: '核实', exact: true }).click()
  await dialog.getByLabel('核实说明').fill('已电话联系本人确认')
  await dialog.getByRole('button', { name: '确认核实' }).click()
  await expectWaiting(page, count - 2)
  await backToWorkbench(page)
  await unfold(page)
  await expect(todoRow(page, '1 份签约待核实')).toHaveCount(0)
  await todoRow(page, '开票申请')
    .getByRole('link', { name: /去审核/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/invoiceApply\?status=1&row=\d+/)
})

test('bell can be opened, navigated and closed by keyboard', async ({ page, logIn }) => {
  await logIn('pay2')
  await visit(page, '/basicinfo')
  await waiting(page)
  await bell(page).focus()
  await page.keyboard.press('Enter')
  const first = page.locator('.bell-item').first()
  await expect(first).toBeVisible()
  await expect(bell(page)).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(first).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(first).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  await expect(first).toHaveCount(0)
  await bell(page).click()
  await page.getByRole('link', { name: '全部待办' }).click()
  await expect(page).toHaveURL(/\/layout$/)
})

test('failed workbench block leaves the others working and recovers by its own retry', async ({
  page,
  logIn,
}) => {
  await page.route('**/paywages/api/workbench', (route) => route.abort())
  await logIn('pay2')
  await visit(page, '/layout')
  const figures = page.getByRole('region', { name: '余额与本月数字' })
  await expect(figures.getByText('暂未获取工作台数据，请稍后重试')).toBeVisible({ timeout: 30_000 })
  await expect(todoSection(page).getByRole('listitem').first()).toBeVisible()
  // Whichever are the newest by then: other journeys upload too.
  const recent = page.getByRole('table', { name: '最近批次' })
  await expect(recent.getByRole('row', { name: /\.xlsx/ })).toHaveCount(4)
  await page.unroute('**/paywages/api/workbench')
  await figures.getByRole('button', { name: '重试' }).click()
  await expect(figures.getByText('可用余额')).toBeVisible()
  await figures.getByRole('link', { name: /失败率/ }).click()
  await expect(page).toHaveURL(/\/paydetail\?from=\d{4}-\d\d-01&to=[\d-]+&status=2/)
})

const digestOf = (password: string) =>
  createHmac('sha256', 'paywages').update(createHash('sha256').update(password).digest('hex')).digest('hex')

test('new company sees the three first steps', async ({ page, logIn, logInOnPage, browser, baseURL }) => {
  await logIn('admin')
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(`${baseURL}/paywages/api${path}`, { data })
    const body = await reply.json()
    expect(body.status).toBe(0)
    return body.data as number
  }
  const platforms = await (await page.request.get(`${baseURL}/paywages/api/platforms`)).json()
  const { platformId } = platforms.data[0]
  const providerId = await post('/provider/add', {
    providerName: '初见文化传媒有限公司',
    platformIds: [platformId],
    serviceRate: 650,
  })
  await post('/account/add', {
    account: 'chujian1',
    accountName: '唐初见',
    passwd: digestOf('First-pass-1'),
    plainPasswd: 'First-pass-1',
    providerId,
    platformId,
    payRight: 1,
  })
  await confirmChanges(browser, baseURL, 'chujian1')
  const newcomer = await anotherPage(browser, baseURL)
  await logInOnPage('chujian1', { page: newcomer, password: 'First-pass-1' })
  // Until the password is changed nothing else is open, the bell neither.
  await expect(newcomer).toHaveURL(/\/pwdmodify/)
  await expect(bell(newcomer)).toHaveCount(0)
  await newcomer.getByRole('textbox', { name: '旧密码' }).fill('First-pass-1')
  await newcomer.getByRole('textbox', { name: '新密码', exact: true }).fill(PASSWORD)
  await newcomer.getByRole('textbox', { name: '确认密码' }).fill(PASSWORD)
  await newcomer.getByRole('button', { name: /修改密码|确认修改|保存/ }).click()
  await expect(newcomer).toHaveURL((url) => url.pathname === '/')
  await logIn('chujian1', { page: newcomer })
  await visit(newcomer, '/layout')

  const guide = newcomer.getByRole('region', { name: /第一次使用/ })
  await expect(guide.getByRole('listitem')).toHaveCount(3)
  // Whoever has an account is told that it was made, and by whom, and of its new password; nothing else waits yet.
  await expect(todoSection(newcomer).getByRole('listitem')).toHaveCount(2)
  for (const words of ['账号', '密码'])
    await expect(todoSection(newcomer).getByRole('listitem').filter({ hasText: words })).not.toHaveCount(0)
  await expect(newcomer.getByText('还没有发放批次')).toBeVisible()
  await expect(newcomer.getByText('近 30 天没有发放，暂不估算可支撑天数')).toBeVisible()
  await newcomer.waitForLoadState('networkidle')
  await expectAccessible(newcomer)
  await guide.getByRole('link', { name: '去充值' }).click()
  await expect(newcomer).toHaveURL(/\/addrecharge/)
  await newcomer.context().close()
})
