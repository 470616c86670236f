// Tiers: a policy proposed by one manager and confirmed by another, then a batch that needs two reviewers before it starts (ADR 69).

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { changeInDatabase } from './database.ts'
import { expect, type Product, test } from './product.ts'
import { fillTemplate, idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import { anotherPage, downloadTemplate, rowNamed, uploadSheet } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'approval policies' })

function line(place: number, yuan: string): SheetLine {
  return [
    `分档${'甲乙丙'[place]}`,
    idCardNo('19910303', 700 + place),
    `1381234${String(5_000 + place)}`,
    '中国工商银行',
    `622202120200090${String(place).padStart(4, '0')}`,
    yuan,
    thisMonth(),
    '',
  ]
}

/** A second reviewer of the demo's company, with the password of all demo accounts. */
async function secondReviewer(product: Product): Promise<void> {
  await changeInDatabase(
    product,
    `insert into accounts (account, real_name, password_hash, provider_id, platform_id, check_right, created_at)
    select 'check1b', '韩梅', password_hash, provider_id, platform_id, true, now() from accounts where account = $1`,
    ['check1'],
  )
  await changeInDatabase(product, 'update accounts set must_change_password = false where account = $1', [
    'check1b',
  ])
}

async function review(page: Page, fileName: string): Promise<void> {
  await visit(page, '/payexcels')
  await rowNamed(page, fileName).getByText('复核', { exact: true }).click()
  await page.getByRole('button', { name: '复核通过', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^复核通过 / })
    .click()
}

test('a confirmed policy asks for a second reviewer, and the batch starts only then', async ({
  page,
  logIn,
  browser,
  baseURL,
  product,
}) => {
  await secondReviewer(product)
  const manager = await anotherPage(browser, baseURL)
  await logIn('manager1', { page: manager })
  await visit(manager, '/approvalpolicies')
  await rowNamed(manager, '星河科技').getByRole('link', { name: '设置' }).click()
  await expect(manager.getByRole('heading', { name: '星河科技的审批策略' })).toBeVisible()
  await manager.getByRole('button', { name: '增加一档' }).click()
  await manager.getByRole('button', { name: '提交变更' }).click()
  await expect(manager.getByRole('alert')).toHaveText('请输入金额，最多两位小数')
  await manager.getByLabel('第 2 档起始金额（元）').fill('100')
  await manager.getByLabel('单批上限（元）').fill('5000')
  await manager.getByLabel('理由').fill('金额较大时增加一位复核人')
  await expectAccessible(manager)
  await manager.getByRole('button', { name: '提交变更' }).click()
  await expectToast(manager, '已提交，待另一位管理员确认')
  await expect(rowNamed(manager, '星河科技')).toContainText('变更待确认')

  const second = await anotherPage(browser, baseURL)
  await logIn('admin2', { page: second })
  await visit(second, '/proposals')
  await expect(second.getByText('100.00 元起 2 位复核').first()).toBeVisible()
  await expectAccessible(second)
  await expect(second.getByText('只影响之后上传的批次')).toBeVisible()
  await second.getByRole('button', { name: '确认变更' }).click()
  await second.getByRole('dialog').getByRole('button', { name: '确认变更' }).click()
  await expectToast(second, '操作成功')

  await logIn('pay1')
  await visit(page, '/payexcels')
  const template = await downloadTemplate(page)
  await uploadSheet(page, '超过上限.xlsx', fillTemplate(template, [line(0, '5000.01')]))
  await expectToast(page, '批次金额 5,000.01 元超过单批上限 5,000.00 元，请拆分后重新上传')
  await visit(page, '/payexcels')
  await uploadSheet(page, '两位复核.xlsx', fillTemplate(template, [line(1, '60.00'), line(2, '70.00')]))
  await expect(page.getByText('需 2 位复核，已 0 位')).toBeVisible()
  await page.getByRole('button', { name: '审核通过', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^审核通过 / })
    .click()
  await expectToast(page, '操作成功，审核已通过，等待复核')

  const first = await anotherPage(browser, baseURL)
  await logIn('check1', { page: first })
  await review(first, '两位复核')
  await expectToast(first, '操作成功，复核已通过，还需 1 位复核')
  await expect(rowNamed(first, '两位复核')).toContainText('需 2 位复核，已 1 位')

  // Before the second review nobody can start it, by the page or by the call.
  await visit(page, '/payexcels')
  await expect(rowNamed(page, '两位复核')).toContainText('需 2 位复核，已 1 位')
  await expect(rowNamed(page, '两位复核').getByText('开始转账')).toHaveCount(0)
  const address = await rowNamed(page, '两位复核').getByRole('link').first().getAttribute('href')
  const opId = Number(new URLSearchParams(address?.split('?')[1]).get('opId'))
  const early = await page.context().request.post('/paywages/api/excel/enable', {
    data: { opId, status: 5, ispass: 1 },
  })
  expect(early.status()).toBe(409)
  // Nor does the first reviewer count twice.
  await visit(first, `/payimport?opId=${opId}&ischeck=1`)
  await expect(first.getByText('需 2 位复核，已 1 位')).toBeVisible()
  await expect(first.getByRole('button', { name: '复核通过', exact: true })).toHaveCount(0)
  await expectAccessible(first)

  const other = await anotherPage(browser, baseURL)
  await logIn('check1b', { page: other })
  await review(other, '两位复核')
  await expectToast(other, '操作成功，复核已通过，等待付款岗转账')

  await visit(page, '/payexcels')
  await rowNamed(page, '两位复核').getByText('开始转账', { exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^转出 / })
    .click()
  await expectToast(page, '操作成功，转账已开始，等待银行处理')
})
