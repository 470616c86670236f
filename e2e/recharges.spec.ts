// Money coming in: a recharge with its receipt, the reviewer's alert and audit, the balance to the fen, and the way back.

import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { countClicks } from './clicks.ts'
import { countInDatabase } from './database.ts'
import { expect, test } from './product.ts'
import { receiptPng } from './receipt.ts'
import { idCardNo } from './sheet.ts'
import {
  addRecharge,
  anotherPage,
  attachReceipt,
  balanceFigure,
  listRows,
  rowNamed,
  submitRecharge,
} from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

async function expectTied(page: Page): Promise<void> {
  const [available, income, outcome, cost] = [
    await balanceFigure(page, '可用余额'),
    await balanceFigure(page, '累计充值'),
    await balanceFigure(page, '累计发放'),
    await balanceFigure(page, '服务费'),
  ]
  expect(available).toBe(income - outcome - cost)
}

test('payer submits a recharge with a receipt, and another person audits it into the balance', async ({
  page,
  logIn,
  logInOnPage,
  browser,
  baseURL,
  product,
}) => {
  // In the order of their approvals each leaves no more than the one before it and its own amount, and no less than its amount.
  expect(
    await countInDatabase(
      product,
      `select 1 from (
        select amount_fen, available_after_fen as after, lag(available_after_fen, 1, 0::bigint) over (partition by provider_id order by decided_at, recharge_id) as before
        from recharges where available_after_fen is not null) r where after > before + amount_fen or after < amount_fen`,
    ),
  ).toBe(0)
  await logIn('pay1')
  await visit(page, '/recharges')
  await expect(page.getByRole('region', { name: '账户余额' })).toContainText('可用余额')
  await expect(rowNamed(page, '审核确认中')).toBeVisible()
  await expectTied(page)
  const income = await balanceFigure(page, '累计充值')
  await expectAccessible(page)

  await page.getByRole('button', { name: '新增充值' }).click()
  await expect(page.getByLabel('付款账号')).toHaveValue('3305 0161 8200 0000 0123')
  await page.getByRole('button', { name: '提交审核' }).click()
  for (const text of ['请输入转账金额', '请上传转账回执']) await expect(page.getByText(text)).toBeVisible()
  // What is typed stays as it is, and the field says what is wrong with it.
  for (const [typed, shown] of [
    ['12.345', '12.345'],
    ['-5', '-5.00'],
    ['一千元', '一千元'],
  ] as const) {
    await page.getByLabel('转账金额').fill(typed)
    await page.getByLabel('转账金额').blur()
    await expect(page.getByText('转账金额须大于 0，最多两位小数')).toBeVisible()
    await expect(page.getByLabel('转账金额')).toHaveValue(shown)
  }
  await page.getByLabel('转账金额').fill('12345.67')
  await expect(page.getByText('壹万贰仟叁佰肆拾伍元陆角柒分')).toBeVisible()
  await expect(page.getByLabel('转账日期')).toHaveValue(
    new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
  )
  await page
    .getByRole('button', { name: /^复制.*账号$/ })
    .first()
    .click()
  await expect(page.getByText('已复制')).toBeVisible()
  await attachReceipt(page, '回执.gif', Buffer.from('GIF89a'))
  await expectToast(page, '请选择 png、jpg、jpeg 或 pdf 文件上传')
  await attachReceipt(page, '回执.png', receiptPng())
  const zoom = page.getByRole('button', { name: '放大查看 回执.png' })
  await zoom.click()
  await expect(page.locator('.ant-image-preview img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.ant-image-preview img')).toHaveCount(0)
  await expectAccessible(page)

  // A server that does not answer costs nothing that was typed.
  await page.route('**/paywages/api/recharge/add', (route) => route.abort())
  await page.getByLabel('转账日期').press('Enter')
  await page.getByLabel('转账日期').press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await submitRecharge(page)
  await expectToast(page, '暂无法新增账户充值，请稍后重试')
  await expect(page.getByLabel('转账金额')).toHaveValue('12,345.67')
  await expect(zoom).toBeVisible()
  await page.unroute('**/paywages/api/recharge/add')
  await page.getByRole('button', { name: '提交审核' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText('确认提交充值？')).toBeVisible()
  await expect(question.getByText('壹万贰仟叁佰肆拾伍元陆角柒分')).toBeVisible()
  await expect(question.getByText('3305 0161 8200 0000 0123')).toBeVisible()
  await expect(question.getByRole('button', { name: '取消' })).toBeFocused()
  await question.getByRole('button', { name: '提交审核 ¥12,345.67' }).click()
  await expectToast(page, '新增成功')
  await expect(page).toHaveURL(/\/recharges$/)
  await expect(rowNamed(page, '12,345.67')).toContainText('审核确认中')

  const reviewer = await anotherPage(browser, baseURL)
  await logInOnPage('check1', { page: reviewer })
  await expect(reviewer.getByText('温馨提示：')).toBeVisible()
  await expect(reviewer.getByText('您有充值转账需要审核，请及时处理！')).toBeVisible()
  await expectAccessible(reviewer)
  await reviewer.getByRole('button', { name: '去审核' }).click()
  await expect(reviewer).toHaveURL(/\/rechargeverify\?status=pending/)
  const row = rowNamed(reviewer, '12,345.67')
  await expect(row).not.toContainText('33050161820000000123')
  await expectAccessible(reviewer)
  await row.getByRole('link', { name: '审核' }).click()
  await expect(reviewer).toHaveURL(/\/auditrecharge\?rechargeId=\d+/)
  await expect(reviewer.getByText('3305 0161 8200 0000 0123')).toBeVisible()
  const picture = reviewer.getByRole('button', { name: '放大查看 回执.png' }).locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
  await expectAccessible(reviewer)
  await reviewer.getByRole('button', { name: '审核通过' }).click()
  const dialog = reviewer.getByRole('dialog')
  await expect(dialog.getByText('确认审核通过？')).toBeVisible()
  await expect(dialog.getByText('壹万贰仟叁佰肆拾伍元陆角柒分')).toBeVisible()
  await dialog.getByRole('button', { name: '审核通过 ¥12,345.67' }).click()
  await expectToast(reviewer, '审核提交成功')
  await expect(reviewer).toHaveURL(/\/rechargeverify\?status=pending/)
  await expect(rowNamed(reviewer, '12,345.67')).toHaveCount(0)
  // Once a login: another page, loaded again, does not tell it again.
  await visit(reviewer, '/layout')
  await reviewer.waitForLoadState('networkidle')
  await expect(reviewer.getByText('温馨提示：')).toHaveCount(0)
  await reviewer.context().close()

  await visit(page, '/recharges')
  await expect(rowNamed(page, '12,345.67')).toContainText('已通过')
  await expect.poll(() => balanceFigure(page, '累计充值')).toBe(income + 1_234_567)
  await expectTied(page)
})

test('submitter reads the reason of a rejected recharge and withdraws a mistaken one', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay2')
  await addRecharge(page, '4321.09')
  await addRecharge(page, '5432.10')
  await rowNamed(page, '5,432.10').getByText('撤回').click()
  await page.getByRole('dialog').getByRole('textbox').fill('金额填错')
  await page.getByRole('button', { name: '确认撤回' }).click()
  await expect(rowNamed(page, '5,432.10')).toContainText('已撤回')

  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check2', { page: reviewer })
  await visit(reviewer, '/rechargeverify')
  await rowNamed(reviewer, '4,321.09').getByRole('link', { name: '审核' }).click()
  await reviewer.getByRole('button', { name: '拒绝' }).click()
  const dialog = reviewer.getByRole('dialog')
  await expect(dialog.getByText('确认拒绝该充值？')).toBeVisible()
  await expect(dialog.getByText('肆仟叁佰贰拾壹元零玖分')).toBeVisible()
  await dialog.getByRole('textbox').fill('回执看不清，请重拍')
  await dialog.getByRole('button', { name: '确认拒绝' }).click()
  await expectToast(reviewer, '审核提交成功')
  await expect(reviewer).toHaveURL(/\/rechargeverify/)
  await reviewer.context().close()

  await visit(page, '/recharges')
  await expect(rowNamed(page, '4,321.09')).toContainText('已拒绝')
  await rowNamed(page, '4,321.09').getByText('查看').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('回执看不清，请重拍')).toBeVisible()
  await expect(drawer.getByText('肆仟叁佰贰拾壹元零玖分')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
})

test('reversal of a recharge needs two people, and the requester can withdraw the request', async ({
  page,
  logIn,
}) => {
  await logIn('check3', { brand: 2 })
  await visit(page, '/rechargeverify')
  // Asked for by the super manager in the demo.
  await rowNamed(page, '冲正待确认').getByText('处理').click()
  await page.getByRole('dialog').getByRole('button', { name: '确认冲正' }).click()
  await page.getByRole('button', { name: '确认冲正 ¥5,000.00' }).click()
  await expectToast(page, '操作成功')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowNamed(page, '已冲退 5,000.00')).toBeVisible()

  // Found by its number; corrections and refunds stand in its detail.
  await expect(listRows(page).getByText('查看', { exact: true })).toHaveCount(await listRows(page).count())
  const number = await rowNamed(page, '250,000.00').locator('td').first().innerText()
  await page.getByLabel('充值单号').fill(number.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(listRows(page)).toHaveCount(1)
  await expect(rowNamed(page, '250,000.00').getByText('退款')).toHaveCount(0)
  await rowNamed(page, '250,000.00').getByText('查看').click()
  await expect(page.getByRole('dialog')).toContainText(`充值单 ${number}`)
  await page.getByRole('button', { name: '退款', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '申请退款' })
  await expect(dialog.getByLabel('金额（元）')).toHaveValue('250,000.00')
  await dialog.getByLabel('金额（元）').fill('100.5')
  await dialog.getByLabel('原因').fill('多转')
  await dialog.getByRole('button', { name: '提交退款申请' }).click()
  await expectToast(page, '申请已提交，等待另一位审核人确认')
  await expect(rowNamed(page, '250,000.00')).toContainText('退款待确认 100.50')
  await rowNamed(page, '250,000.00').getByText('处理').click()
  await expect(page.getByRole('button', { name: '确认退款' })).toHaveCount(0)
  await page.getByRole('button', { name: '撤回申请' }).click()
  await page.getByRole('button', { name: '确认撤回' }).click()
  await expect(rowNamed(page, '250,000.00')).not.toContainText('待确认')
})

test('a recharge takes 4 clicks, is found by its number and opened by its address', async ({
  page,
  logIn,
}) => {
  await logIn('pay2')
  await visit(page, '/recharges')
  await expect(listRows(page).first()).toBeVisible()
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: '新增充值' }).click()
  await expect(page.getByLabel('转账金额')).toBeFocused()
  await page.keyboard.type('4321.09')
  await expect(page.getByLabel('付款账号')).not.toHaveValue('')
  await attachReceipt(page, '回执.png', receiptPng())
  await expectToast(page, '上传成功')
  await expect(page.getByRole('button', { name: '提交审核', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '提交审核 ¥' }).click()
  await expect(page).toHaveURL(/\/recharges$/)
  // Choosing the file in the picker is one more.
  expect(1 + (await clicks())).toBe(4)

  await expect(rowNamed(page, '4,321.09')).toBeVisible()
  const number = /CZ\d+/.exec(await rowNamed(page, '4,321.09').innerText())?.[0] ?? ''
  await page.getByLabel('充值单号').fill(number)
  await page.getByLabel('充值单号').press('Enter')
  await expect(listRows(page)).toHaveCount(1)
  await listRows(page).first().getByText('查看', { exact: true }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(number)
  await expect(page).toHaveURL(/row=\d+/)
  await expectAccessible(page)
  const address = page.url()
  await page.goBack()
  await expect(drawer).toHaveCount(0)
  await expect(page).not.toHaveURL(/row=/)
  await visit(page, address)
  await expect(drawer).toContainText(number)
})

test('recharge of another provider is not accessible', async ({ page, logIn }) => {
  await logIn('check2')
  await visit(page, '/auditrecharge?rechargeId=1')
  await expect(page.getByText('记录不存在或已被删除')).toBeVisible()
})

/** What stands behind the words of each label or section, and how; nothing where a field may be left out. */
const marksOf = (labels: Locator) =>
  labels.evaluateAll((all) =>
    all.map((label) => {
      const mark = label.querySelector('.form-required')
      const words = label.firstChild?.textContent ?? ''
      const star = getComputedStyle(label, '::before')
      const before = star.display === 'none' ? 'none' : star.content
      if (mark === null) return `${words} ${before}`
      const { content, color } = getComputedStyle(mark, '::after')
      const isLast = label.lastElementChild === mark
      return `${words} ${before} ${content} ${color} ${getComputedStyle(mark).marginLeft} ${isLast}`
    }),
  )

test('payer adds a restricted person from the recharge page, whose dialogs and forms mark alike what they require', async ({
  page,
  logIn,
}) => {
  await logIn('pay2')
  await visit(page, '/addrecharge')
  await expect(page.getByLabel('付款账号')).toBeVisible()
  const [mark = ''] = await marksOf(page.locator('.form-block label', { hasText: '付款人' }))
  expect(mark).toMatch(/^付款人 none "\*" rgb\(196, 40, 28\) 4px true$/)
  const marked = (words: string) => mark.replace('付款人', words)
  expect(await marksOf(page.locator('.form-block').locator('.ant-form-item-label label, h2'))).toEqual([
    marked('收款账户'),
    '付款信息 none',
    marked('付款人'),
    marked('付款账号'),
    marked('转账金额（元）'),
    marked('转账日期'),
    marked('转账回执'),
  ])
  await visit(page, '/recharges')
  await page.getByRole('button', { name: '新增限制人员' }).click()
  const dialog = page.getByRole('dialog')
  expect(await marksOf(dialog.locator('label'))).toEqual([marked('姓名'), marked('身份证号')])
  await dialog.getByRole('textbox', { name: '姓名' }).fill('周不许')
  await dialog.getByRole('textbox', { name: '身份证号' }).fill(idCardNo('19850505', 777))
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '限制 周不许 转账' }).click()
  await expectToast(page, '新增成功')
})
