// Money going out: a recharge, a batch with every card ending of the sandbox, its start, and how each row ends (D24).

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { fillTemplate, idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import {
  addRecharge,
  anotherPage,
  approve,
  balanceFigure,
  downloadTemplate,
  rowNamed,
  uploadSheet,
} from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

/** What the bank makes of each card ending, and what its row says in the end. */
const ENDINGS = [
  { ending: '6612', name: '赵一鸣', status: '成功', says: '' },
  { ending: '0001', name: '钱二虎', status: '失败', says: '账户不存在' },
  { ending: '0002', name: '孙三立', status: '失败', says: '户名不符' },
  { ending: '0003', name: '李四光', status: '成功', says: '' },
  { ending: '0004', name: '周五福', status: '成功', says: '' },
  { ending: '0005', name: '吴六奇', status: '失败', says: '未受理' },
  { ending: '0006', name: '郑七宝', status: '失败', says: '退票' },
  { ending: '0007', name: '王八荣', status: '成功', says: '' },
  { ending: '0008', name: '冯九如', status: '成功', says: '' },
] as const

const GROSS_FEN = 123_457
/** Each row's fee is rounded by itself (D20); the provider's rate is read from the page. */
const feeOf = (percent: number) => Math.floor((GROSS_FEN * percent * 100 + 5_000) / 10_000)

function sheetLines(): SheetLine[] {
  return ENDINGS.map(
    ({ ending, name }, index): SheetLine => [
      name,
      idCardNo('19880808', 300 + index),
      `1371234${String(5_000 + index)}`,
      '中国工商银行',
      `622202120200077${ending}`,
      '1234.57',
      thisMonth(),
      '每种结果一笔',
    ],
  )
}

test('batch reaches every possible transfer result after a recharge, with exact balances', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const reviewer = await anotherPage(browser, baseURL)
  await logIn('pay2')
  await logIn('check2', { page: reviewer })

  await addRecharge(page, '20000.03')
  await visit(reviewer, '/rechargeverify')
  await rowNamed(reviewer, '20,000.03').getByRole('link', { name: '审核' }).click()
  await reviewer.getByRole('button', { name: '审核通过' }).click()
  await reviewer.getByRole('dialog').getByRole('button', { name: '审核通过 ¥20,000.03' }).click()
  await expectToast(reviewer, '审核提交成功')

  await visit(page, '/recharges')
  await expect(rowNamed(page, '20,000.03')).toContainText('已通过')
  const before = {
    available: await balanceFigure(page, '可用余额'),
    outcome: await balanceFigure(page, '累计发放'),
    cost: await balanceFigure(page, '服务费'),
    held: await balanceFigure(page, '在途冻结'),
  }

  await visit(page, '/payexcels')
  const template = await downloadTemplate(page)
  await uploadSheet(page, '每种结果.xlsx', fillTemplate(template, sheetLines()))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  const opId = new URL(page.url()).searchParams.get('opId')
  await approve(page, '审核通过')
  await expect(page).toHaveURL(/\/payexcels/)

  await visit(reviewer, '/payexcels')
  await rowNamed(reviewer, '每种结果').getByText('复核', { exact: true }).click()
  await approve(reviewer, '复核通过')
  await expect(rowNamed(reviewer, '每种结果')).toContainText('待转账')

  await visit(page, '/payexcels')
  await rowNamed(page, '每种结果').getByText('开始转账').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('确认开始转账？')).toBeVisible()
  await expect(dialog.getByText('壹万壹仟壹佰壹拾壹元壹角叁分')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '取消' })).toBeFocused()
  const percent = Number(/费率 ([\d.]+)%/.exec(await dialog.innerText())?.[1])
  const feeFen = feeOf(percent)
  await expectAccessible(page)
  // A second click of an impatient hand must not start anything twice.
  await dialog.getByRole('button', { name: '转出 ¥11,111.13' }).dblclick()
  await expect(page).toHaveURL(new RegExp(`/exceldetail\\?opId=${opId}`))

  const progress = page.getByRole('progressbar', { name: '转账进度' })
  await expect(page.getByText('转账中').first()).toBeVisible()
  await expectAccessible(page)
  // Counts and bar move without a reload.
  await expect(progress).toHaveAttribute('aria-valuenow', '100', { timeout: 60_000 })
  await expect(page.getByText('已完成').first()).toBeVisible()
  for (const { name, status, says } of ENDINGS) {
    const row = rowNamed(page, name)
    await expect(row).toContainText(status, { timeout: 60_000 })
    await expect(row).toContainText(says)
    await expect(row).toContainText(thisMonth())
  }
  const counts = page.getByRole('region', { name: '转账进度' })
  await expect(counts).toContainText('¥6,172.85')
  await expect(counts).toContainText('¥4,938.28')

  await page.getByRole('button', { name: /郑七宝的转账记录/ }).click()
  const drawer = page.getByRole('dialog')
  for (const words of ['发往银行', '退票', 'PW']) await expect(drawer.getByText(words).first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await visit(page, '/recharges')
  await expect.poll(() => balanceFigure(page, '累计发放')).toBe(before.outcome + 5 * GROSS_FEN)
  expect(await balanceFigure(page, '服务费')).toBe(before.cost + 5 * feeFen)
  expect(await balanceFigure(page, '可用余额')).toBe(before.available - 5 * (GROSS_FEN + feeFen))
  expect(await balanceFigure(page, '在途冻结')).toBe(before.held)

  // What failed is paid again only with fresh approvals.
  await visit(page, `/exceldetail?opId=${opId}`)
  await page.getByRole('button', { name: '复制到新批次' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '复制到新批次' }).click()
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('每种结果-失败重发.xlsx')
  await expect(page.getByText('4,938.28').first()).toBeVisible()
  await visit(page, `/exceldetail?opId=${opId}`)
  await page.getByRole('button', { name: '复制到新批次' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '复制到新批次' }).click()
  await expectToast(page, '没有可重新发放的失败明细')
  await reviewer.context().close()
})

test('insufficient balance is shown with figures and links to the recharge page', async ({ page, logIn }) => {
  await logIn('pay3', { brand: 2 })
  await page.route('**/paywages/api/recharge/money', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ json: { ...body, data: { ...body.data, availMoney: 12.34 } } })
  })
  await visit(page, '/payexcels')
  await rowNamed(page, '待转账').getByText('开始转账').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('¥12.34')).toBeVisible()
  await dialog.getByRole('button', { name: '去充值' }).click()
  await expect(page).toHaveURL(/\/addrecharge/)
})

test('unanswered transfer is resolved by two people', async ({ page, logIn, browser, baseURL }) => {
  await logIn('manager1')
  await visit(page, '/pendingtransfers')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('待处理转账')
  await expectAccessible(page)
  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check1', { page: reviewer })
  await visit(reviewer, '/pendingtransfers')
  await reviewer.getByText('确认', { exact: true }).first().click()
  const dialog = reviewer.getByRole('dialog')
  await expect(dialog).toContainText('未到账')
  await expectAccessible(reviewer)
  await dialog.getByRole('button', { name: /^确认未到账/ }).click()
  await expectToast(reviewer, '操作成功')
  await reviewer.context().close()
})
