// VAT seen before it falls due: a person whom another company of the platform paid, on the check page, at the start's steps and in the tax calculator.

import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { fillTemplate, idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import { anotherPage, downloadTemplate, uploadSheet } from './steps.ts'
import { visit } from './visit.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const line = (yuan: string): SheetLine => [
  '丰年年',
  idCardNo('19880808', 616),
  '13912348616',
  '中国工商银行',
  '6222021202000886160',
  yuan,
  thisMonth(),
  '咨询费',
]

async function storeBatch(request: APIRequestContext, address: string, sheet: Buffer): Promise<number> {
  const file = { name: '云帆咨询费.xlsx', mimeType: XLSX, buffer: sheet }
  const reply = await request.post(`${address}/paywages/api/excel/import`, { multipart: { file } })
  const { data, msg } = await reply.json()
  expect(data?.opId, msg).toBeTruthy()
  return data.opId
}

test('batch that brings a person above the VAT threshold is pointed out, and so it is in the tax calculator', async ({
  page,
  logIn,
  browser,
  product,
}) => {
  await logIn('pay1')
  await visit(page, '/payexcels')
  const template = await downloadTemplate(page)

  // The neighbour on the same platform pays 60,000 first.
  const neighbour = await anotherPage(browser, product.address)
  // Two people, two browsers: one browser for both would be a high risk.
  const reviewer = await anotherPage(browser, product.address)
  const decide = async (opId: number, status: number, by = neighbour) => {
    const data = { opId, status, ispass: 1 }
    const reply = await by.request.post(`${product.address}/paywages/api/excel/enable`, { data })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  await logIn('pay2', { page: neighbour })
  const opId = await storeBatch(neighbour.request, product.address, fillTemplate(template, [line('60000')]))
  await decide(opId, 1)
  await logIn('check2', { page: reviewer })
  await decide(opId, 3, reviewer)
  await decide(opId, 5)

  await uploadSheet(page, '星河咨询费.xlsx', fillTemplate(template, [line('40000'), line('0.01')]))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  // 100,000.00 is not above; the fen after it is.
  await expect(page.getByRole('row', { name: /40,000\.00/ })).not.toContainText('起征点')
  const above = page.getByRole('row', { name: /0\.01/ }).first()
  await expect(above).toContainText('超增值税起征点')
  await above.getByRole('button', { name: /项提醒$/ }).click()
  await expect(page.getByText('平台各供应商本月已发 60,000.00 元，加本批超增值税起征点')).toBeVisible()
  await expect(page.getByText('云帆')).toHaveCount(0)
  await expectAccessible(page)

  await visit(page, '/taxtrial')
  await expect(page.getByLabel('服务费率（每万元）')).not.toHaveValue('')
  const answer = page.getByRole('region', { name: '试算结果' })
  const attempt = async (yuan: string) => {
    const answered = page.waitForResponse((response) => response.url().endsWith('/tax/trial'))
    await page.getByLabel('金额（元）').fill(yuan)
    await page.getByLabel('金额（元）').press('Enter')
    await answered
  }
  await attempt('100000')
  await expect(answer.getByText('¥100,000.00').first()).toBeVisible()
  await expect(answer.getByText('起征点')).toHaveCount(0)
  await attempt('100000.01')
  await expect(answer.getByRole('note')).toContainText('本月收入将超过增值税起征点 100,000.00 元')
  await expect(answer.getByRole('note')).toContainText('全月应缴增值税 990.10 元、附加税费 59.40 元。')
  await expect(answer.getByText('100,000.01 ÷ (1 + 1%) = 99,009.91 元')).toBeVisible()
  await expect(answer.getByText('以上为测算，须经税务顾问确认；系统不从本笔中扣除。')).toBeVisible()
  await expectAccessible(page)
})
