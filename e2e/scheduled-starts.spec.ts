// An approved batch is set for later, taken back by a manager, set anew, and started by the worker at its time (ADR 70).

import { expectAccessible } from './accessibility.ts'
import { changeInDatabase } from './database.ts'
import { expect, test } from './product.ts'
import { fillTemplate, idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import { anotherPage, downloadTemplate, rowNamed, uploadSheet } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'scheduled starts' })

const FILE = '预约发放'

const line = (place: number): SheetLine => [
  `预约${'甲乙'[place]}`,
  idCardNo('19910303', 800 + place),
  `1381234${String(6_000 + place)}`,
  '中国工商银行',
  `622202120200091${String(place).padStart(4, '0')}`,
  `${50 + place}.00`,
  thisMonth(),
  '',
]

/** So many hours from now, in Shanghai, as the field shows it. */
const inHours = (hours: number) =>
  new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

test('a batch is scheduled, cancelled, scheduled again and started by the worker', async ({
  page,
  logIn,
  browser,
  baseURL,
  product,
}) => {
  await logIn('pay1')
  await visit(page, '/payexcels')
  const template = await downloadTemplate(page)
  await uploadSheet(page, `${FILE}.xlsx`, fillTemplate(template, [line(0), line(1)]))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  const opId = new URL(page.url()).searchParams.get('opId')
  await page.getByRole('button', { name: '审核通过', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^审核通过 / })
    .click()
  await expectToast(page, '操作成功，审核已通过，等待复核')
  const reviewer = await anotherPage(browser, baseURL)
  await logIn('check1', { page: reviewer })
  await visit(reviewer, '/payexcels')
  await rowNamed(reviewer, FILE).getByText('复核', { exact: true }).click()
  await reviewer.getByRole('button', { name: '复核通过', exact: true }).click()
  await reviewer
    .getByRole('dialog')
    .getByRole('button', { name: /^复核通过 / })
    .click()
  await expectToast(reviewer, '操作成功，复核已通过，等待付款岗转账')

  const first = inHours(2)
  await visit(page, `/payimport?opId=${opId}&ischeck=1`)
  await page.getByRole('button', { name: '预约转账' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确认预约' }).click()
  await expect(dialog.getByText('请选择转账时间')).toBeVisible()
  await dialog.getByLabel('转账时间（北京时间）').fill(first)
  await dialog.getByLabel('转账时间（北京时间）').press('Enter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '确认预约' }).click()
  await expectToast(page, `已预约 ${first} 转账`)
  await expect(page.getByText(`已预约 ${first} 自动转账`)).toBeVisible()
  await expectAccessible(page)
  await visit(page, '/payexcels')
  await expect(rowNamed(page, FILE)).toContainText(`预约 ${first.slice(5)}`)

  const manager = await anotherPage(browser, baseURL)
  await logIn('manager1', { page: manager })
  await visit(manager, `/payimport?opId=${opId}`)
  await manager.getByRole('button', { name: '取消预约' }).click()
  await manager.getByRole('dialog').getByRole('button', { name: '取消预约' }).click()
  await expectToast(manager, '已取消预约')
  await expect(manager.getByText('自动转账')).toHaveCount(0)

  const second = inHours(24)
  await visit(page, `/payimport?opId=${opId}&ischeck=1`)
  await page.getByRole('button', { name: '预约转账' }).click()
  await page.getByRole('dialog').getByLabel('转账时间（北京时间）').fill(second)
  await page.getByRole('dialog').getByLabel('转账时间（北京时间）').press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '确认预约' }).click()
  await expectToast(page, `已预约 ${second} 转账`)
  await expect(page.getByRole('button', { name: '改约时间' })).toBeVisible()

  // Its time has come.
  const moved = await changeInDatabase(
    product,
    "update payout_schedules set due_at = now() where batch_id = $1 and state = 'waiting'",
    [Number(opId)],
  )
  expect(moved).toBe(1)
  await expect(async () => {
    await visit(page, `/payimport?opId=${opId}`)
    await expect(page.getByText('已开始转账')).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  await expect(page.getByText('自动转账')).toHaveCount(0)
})
