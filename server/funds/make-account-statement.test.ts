// The account statement as PDF: its figures are the ledger's, its months Shanghai's, and what cannot be stated is refused.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { reconcileDays, sendAll } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { rasterise } from '../testing/rasterise.ts'
import { confirmReversal, storeApproved, storeReversal } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let fixture: ProviderFixture
let empty: ProviderFixture

const shanghai = (text: string) => new Date(`${text}+08:00`)

/** February ends with a recharge in its last millisecond; March has all else; a return comes in April. */
beforeAll(async () => {
  services = await openTestServices()
  const people = await createPeople(services)
  fixture = await openProviderFixture(services, people, { taxMethod: 'per-payment' })
  empty = await openProviderFixture(services, people)
  await services.query('update providers set bank_account_name = $2 where provider_id = $1', [
    fixture.providerId,
    '一家名字里有 #set *星号* $x$ @引用 的有限公司',
  ])
  services.clock.set(shanghai('2026-02-28T23:59:59.999'))
  await storeApproved(services, fixture.pay, fixture.check, {
    amountFen: 100_000_000n,
    payerName: '二月付款人',
  })
  services.clock.set(shanghai('2026-03-01T00:00:00'))
  const rechargeId = await storeApproved(services, fixture.pay, fixture.check, {
    amountFen: 1_234_567n,
    payerName: '三月付款人',
  })
  const reversalId = await storeReversal(services, fixture.check, rechargeId, { amountFen: 34_567n })
  services.clock.set(shanghai('2026-03-02T09:00:00'))
  await confirmReversal(services, 'admin', reversalId)
  services.clock.set(shanghai('2026-03-31T23:59:30'))
  await startedBatch(services, fixture, [
    freshRow({ amount: '1000.00' }),
    freshRow({ amount: '2000.00', cardNo: '6222021202000010006' }),
  ])
  await sendAll(services)
  // The bank stays silent about the whole of this one.
  await startedBatch(services, fixture, [freshRow({ amount: '500.00', cardNo: '6222021202000010004' })])
  await sendAll(services)
  services.clock.set(shanghai('2026-04-02T00:05:00'))
  await reconcileDays(services, ['2026-03-31', '2026-04-01'])
})
afterAll(() => services.close())

async function statement(month: string, account = fixture.pay) {
  const { raw, http, body } = await (await signIn(services, account)).wire('fundStatement', { month })
  return { raw, http, body, pdf: raw.rawPayload }
}

const textOf = async (month: string) => pdfText((await statement(month)).pdf)

describe('account statement of March', () => {
  it('balances opening, income, expenses, closing and held amounts, by kind and by day', async () => {
    services.clock.set(shanghai('2026-04-20T12:00:00'))
    const text = await textOf('2026-03')
    // 1,000,000.00 + 12,345.67 − 345.67 − (960 + 65 + 40) − (1,760 + 130 + 240): what is still in doubt stays held.
    expect(text).toContain(
      '期初余额 1,000,000.00 ＋ 收入 12,345.67 － 支出 3,540.67 ＝ 期末余额 1,008,805.00',
    )
    expect(text).toContain('壹佰万捌仟捌佰零伍元整')
    expect(text).toContain('在途冻结 532.50，可用 1,008,272.50')
    for (const line of [
      '充值 1 12,345.67',
      '冲正退款 1 345.67',
      '发放 2 2,720.00',
      '代扣个税 2 280.00',
      '服务费 2 195.00',
      '退票退回 0',
      '合计 8 12,345.67 3,540.67',
      '2026-03-01 12,345.67 1,012,345.67',
      '2026-03-02 345.67 1,012,000.00',
      '2026-03-31 3,195.00 1,008,805.00',
    ])
      expect(text).toContain(line)
    expect(text).toContain('三月付款人')
    expect(text).not.toContain('二月付款人')
    expect(text).not.toContain('临时对账单')
    expect(text).toContain('2026-03-01 至 2026-03-31')
    expect(text).toContain('第 1 页，共 1 页')
  })

  it('prints names with markup characters literally', async () => {
    expect(await textOf('2026-03')).toContain('一家名字里有 #set *星号* $x$ @引用 的有限公司')
  })

  it('matches the fund flow of the month and stores its digest in the audit log', async () => {
    const client = await signIn(services, fixture.pay)
    const { beside } = await client.answer('fundFlow', {
      from: shanghai('2026-03-01T00:00:00'),
      to: shanghai('2026-04-01T00:00:00'),
    })
    const text = await textOf('2026-03')
    for (const fen of [beside.openingFen, beside.inFen, beside.outFen, beside.closingFen, beside.heldFen])
      expect(text).toContain(formatYuanGrouped(fen))
    const entries = await services.query<{ after: { digest: string; month: string; closing: string } }>(
      `select after from audit_entries where action = 'download-fund-statement' and provider_id = $1 order by entry_id desc limit 1`,
      [fixture.providerId],
    )
    const { digest = '', ...after } = entries[0]?.after ?? {}
    expect(after).toEqual({ month: '2026-03', closing: '1008805.00' })
    expect(text).toContain(`校验码 ${digest.match(/.{4}/g)?.join(' ')}`)
  })

  it('has the same digest for everyone and another one when a figure differs', async () => {
    const digestIn = (text: string) => /校验码 ([0-9a-f ]{39})/.exec(text)?.[1]
    const first = digestIn(await textOf('2026-03'))
    services.clock.set(shanghai('2026-05-20T12:00:00'))
    expect(digestIn(await pdfText((await statement('2026-03', fixture.check)).pdf))).toBe(first)
    const tamper = (by: number) =>
      services.query(
        `update fund_days set amount_fen = amount_fen + $2 where provider_id = $1 and phase = 'settle-fee'`,
        [fixture.providerId, by],
      )
    await tamper(1)
    expect(digestIn(await textOf('2026-03'))).not.toBe(first)
    await tamper(-1)
  })

  it('serves it as a download with a file name', async () => {
    const { raw } = await statement('2026-03')
    expect(raw.headers['content-type']).toBe('application/pdf')
    expect(decodeURIComponent(String(raw.headers['content-disposition']))).toMatch(
      /^attachment; .*''对账单-Provider W\d+-2026-03\.pdf;/,
    )
  })

  it('prints visible text and keeps the margins white', async () => {
    const [page] = rasterise((await statement('2026-03')).pdf, 50)
    const { width, height, grey } = page ?? { width: 0, height: 0, grey: Buffer.alloc(0) }
    const dark = (top: number, bottom: number, left: number, right: number) => {
      let count = 0
      for (let y = Math.floor(height * top); y < height * bottom; y += 1)
        for (let x = Math.floor(width * left); x < width * right; x += 1)
          if ((grey[y * width + x] ?? 255) < 140) count += 1
      return count
    }
    // The title in Chinese at the top left, and figures at the right edge of the table; the margins are white.
    expect(dark(0.04, 0.09, 0.05, 0.3)).toBeGreaterThan(80)
    expect(dark(0.3, 0.55, 0.75, 0.93)).toBeGreaterThan(80)
    expect(dark(0, 1, 0, 0.07)).toBe(0)
  })
})

describe('months of account statements', () => {
  it('puts the last millisecond of February into February', async () => {
    const text = await textOf('2026-02')
    expect(text).toContain('期初余额 0.00 ＋ 收入 1,000,000.00 － 支出 0.00 ＝ 期末余额 1,000,000.00')
    expect(text).toContain('2026-02-01 至 2026-02-28')
  })

  it('lists a payout returned in April as income of April', async () => {
    services.clock.set(shanghai('2026-05-20T12:00:00'))
    const text = await textOf('2026-04')
    // The return of 2,000.00, and the payout that was in doubt is heard of by the statement.
    expect(text).toContain('期初余额 1,008,805.00')
    for (const line of ['退票退回 1 1,760.00', '退回个税 1 240.00', '退还服务费 1 130.00'])
      expect(text).toContain(line)
  })

  it('marks the current month as provisional and says when nothing moved', async () => {
    services.clock.set(shanghai('2026-05-20T12:34:00'))
    const { pdf, raw } = await statement('2026-05')
    const text = await pdfText(pdf)
    expect(text).toContain('截至 2026-05-20 12:34 的临时对账单')
    expect(text).toContain('本期没有资金往来，余额没有变化。')
    expect(text).toContain('本期没有充值、冲正或退款。')
    expect(decodeURIComponent(String(raw.headers['content-disposition']))).toContain('2026-05-未结.pdf')
  })

  it.each([
    ['2026-06', () => fixture.pay, 422, 'fund-statement-ahead', '该月份还没有开始，无法生成对账单'],
    [
      '2026-01',
      () => fixture.pay,
      422,
      'fund-statement-before',
      '该供应商的资金流水从 2026-02 开始，请选择之后的月份',
    ],
    ['2026-05', () => empty.pay, 422, 'fund-statement-before', '该供应商还没有资金往来，无法生成对账单'],
    ['2026-13', () => fixture.pay, 400, undefined, undefined],
    ['', () => fixture.pay, 400, undefined, undefined],
  ])('rejects month "%s"', async (month, account, status, code, msg) => {
    services.clock.set(shanghai('2026-05-20T12:34:00'))
    const { http, body } = await statement(month, account())
    expect(http).toBe(status)
    if (code) expect([body.code, body.msg]).toEqual([code, msg])
  })
})
