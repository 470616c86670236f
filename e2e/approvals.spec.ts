// Audit, review and start in few clicks; high risks are looked at one by one before an approval, and the batch keeps what was said of them.

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { countClicks } from './clicks.ts'
import { expect, test } from './product.ts'
import { fillTemplate, idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import { anotherPage, downloadTemplate, listRows, rowNamed, uploadSheet } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

const PEOPLE = ['严一', '严二', '严三', '严四']

function line(place: number, over: { name?: string; card?: number; yuan?: number } = {}): SheetLine {
  const { name = PEOPLE[place] ?? '严某', card = place, yuan = 60 + place } = over
  return [
    name,
    idCardNo('19910303', 500 + place),
    `1381234${String(3_000 + place)}`,
    '中国工商银行',
    `62220212020007${String(card).padStart(5, '0')}`,
    `${yuan}.00`,
    thisMonth(),
    '',
  ]
}

const openDialog = (page: Page) => page.getByRole('dialog').filter({ hasText: /确认(审核|复核)通过/ })

test('upload and audit take 4 clicks, review 3, start 2', async ({ page, logIn, browser, baseURL }) => {
  await logIn('pay1')
  await visit(page, '/payexcels')
  const template = await downloadTemplate(page)
  const uploading = await countClicks(page)
  await uploadSheet(page, '少点几次.xlsx', fillTemplate(template, [line(0), line(1)]))
  await page.getByRole('button', { name: '审核通过', exact: true }).click()
  await openDialog(page)
    .getByRole('button', { name: /^审核通过 / })
    .click()
  await expectToast(page, '操作成功，审核已通过，等待复核')
  // Choosing the file in the picker is one more.
  expect(1 + (await uploading())).toBe(4)

  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check1', { page: reviewer })
  await visit(reviewer, '/payexcels')
  const reviewing = await countClicks(reviewer)
  await rowNamed(reviewer, '少点几次').getByText('复核', { exact: true }).click()
  const comparison = reviewer.getByRole('region', { name: '与上一批比较' })
  await expect(comparison).toContainText('新增 2 人')
  await expect(comparison.getByRole('img')).toHaveAccessibleName(
    /^上批合计 [\d,.]+，新增 2 人 \+.*，本批合计 [\d,.]+$/,
  )
  await expect(reviewer.getByRole('columnheader', { name: '提醒' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(reviewer.getByRole('columnheader', { name: /金额/ })).toHaveAttribute('aria-sort', 'none')
  await reviewer.getByRole('button', { name: '复核通过', exact: true }).click()
  await openDialog(reviewer)
    .getByRole('button', { name: /^复核通过 / })
    .click()
  await expectToast(reviewer, '操作成功，复核已通过，等待付款岗转账')
  expect(await reviewing()).toBe(3)
  await reviewer.context().close()

  await visit(page, '/payexcels')
  const starting = await countClicks(page)
  await rowNamed(page, '少点几次').getByText('开始转账', { exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('2 人 · 2 笔')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^转出 / })
    .click()
  await expectToast(page, '操作成功，转账已开始，等待银行处理')
  expect(await starting()).toBe(2)
})

test('high risks come first, are checked with a word before an approval, and stay in the history', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay1')
  await visit(page, '/payexcels')
  const template = await downloadTemplate(page)
  const quiet = Array.from({ length: 9 }, (_, place) =>
    line(20 + place, { name: '平安无事'.slice(0, 2 + (place % 3)) }),
  )
  const shared = [line(2, { card: 2 }), line(3, { card: 2, yuan: 900 })]
  await uploadSheet(page, '有风险.xlsx', fillTemplate(template, [...quiet, ...shared]))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  await expect(listRows(page).first()).toContainText('严四')
  await expect(listRows(page).first()).toContainText('多人共用一张卡')
  await expect(page.getByText('11 笔首次发放')).toBeVisible()
  await expect(listRows(page).nth(3)).not.toContainText('首次发放')
  // What is said once leads to the rows that it is said of.
  await page.locator('.once-pill', { hasText: '11 笔首次发放' }).getByRole('button', { name: '查看' }).click()
  await expect(page.getByRole('button', { name: '取消只看：首次发放' })).toBeVisible()
  await expect(listRows(page)).toHaveCount(10)
  await page.getByRole('button', { name: '取消只看：首次发放' }).click()
  await page.getByText('高风险 2', { exact: true }).click()
  await expect(listRows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/view=high/)
  await expectAccessible(page)

  await page.getByRole('button', { name: '审核通过', exact: true }).click()
  const dialog = openDialog(page)
  const approve = dialog.getByRole('button', { name: /^审核通过 / })
  await expect(approve).toBeDisabled()
  await expect(dialog.getByText('还有 1 项高风险未核实：多人共用一张卡（2 笔，¥962.00）')).toBeVisible()
  const tick = dialog.getByRole('checkbox', { name: /^已核实：多人共用一张卡/ })
  await expect(tick).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialog.getByText('还有 1 项高风险缺少核实说明')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('夫妻共用，有授权书')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog').filter({ hasText: '放弃已填写的核实说明？' })
  await leaving.getByRole('button', { name: '取消' }).click()
  await approve.click()
  await expectToast(page, '操作成功，审核已通过，等待复核')

  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check1', { page: reviewer })
  await visit(reviewer, '/payexcels')
  await rowNamed(reviewer, '有风险').getByText('复核', { exact: true }).click()
  const strip = reviewer.getByRole('list', { name: '审批进度' })
  await strip.getByRole('button', { name: '核实 1 项高风险' }).click()
  await expect(reviewer.getByText('夫妻共用，有授权书')).toBeVisible()
  await reviewer.keyboard.press('Escape')
  await reviewer.getByRole('button', { name: '复核通过', exact: true }).click()
  await expect(openDialog(reviewer).getByText(/：夫妻共用，有授权书$/)).toBeVisible()
  await reviewer.context().close()
})
