// Three months of recharges for the demo, in every state, made and audited through the real operations (D35).

import { DAY_MS, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { Actor } from '@paywages/server/actor.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { uploadsOf } from '@paywages/server/files/receive-file.ts'
import { addRecharge } from '@paywages/server/recharges/add-recharge.ts'
import { auditRecharge, withdrawRecharge } from '@paywages/server/recharges/audit-recharge.ts'
import { receiveReceipt } from '@paywages/server/recharges/receive-receipt.ts'
import { askReversal, decideReversal } from '@paywages/server/recharges/reverse-recharge.ts'
import { listRecharges } from '@paywages/server/recharges/store.ts'
import { demoActor } from './actor.ts'
import { type ReceiptLine, receiptPdf, receiptPicture } from './receipt-files.ts'

const PROVIDERS = [
  { pay: 'pay1', check: 'check1', brand: 1, payer: '杭州星河科技有限公司', account: '33050161820000000123' },
  { pay: 'pay2', check: 'check2', brand: 1, payer: '杭州云帆信息技术有限公司', account: '571900488810101' },
  { pay: 'pay3', check: 'check3', brand: 2, payer: '绍兴远山服务有限公司', account: '1202020309900123456' },
] as const
type DemoProvider = (typeof PROVIDERS)[number]

type End =
  | 'approved'
  | 'rejected'
  | 'withdrawn'
  | 'pending'
  /** Approved, then partly refunded. */
  | 'refunded'
  /** Approved, with a correction that waits for the reviewer. */
  | 'correcting'

type DemoRecharge = { readonly daysAgo: number; readonly yuan: string; readonly end: End }

/** From the oldest to the newest: some three million remain, and an auditor finds two waiting, one of them a likeness. */
const RECHARGES: readonly DemoRecharge[] = [
  { daysAgo: 127, yuan: '180000.00', end: 'approved' },
  { daysAgo: 88, yuan: '420000.00', end: 'approved' },
  { daysAgo: 81, yuan: '260000.50', end: 'approved' },
  { daysAgo: 72, yuan: '350000.00', end: 'approved' },
  { daysAgo: 64, yuan: '300000.00', end: 'refunded' },
  { daysAgo: 57, yuan: '88000.00', end: 'rejected' },
  { daysAgo: 56, yuan: '280000.00', end: 'approved' },
  { daysAgo: 47, yuan: '380000.00', end: 'approved' },
  { daysAgo: 36, yuan: '320000.88', end: 'approved' },
  { daysAgo: 27, yuan: '290000.00', end: 'approved' },
  { daysAgo: 19, yuan: '150000.00', end: 'withdrawn' },
  { daysAgo: 18, yuan: '300000.00', end: 'correcting' },
  { daysAgo: 9, yuan: '250000.00', end: 'approved' },
  { daysAgo: 3, yuan: '200000.00', end: 'approved' },
  { daysAgo: 3, yuan: '200000.00', end: 'pending' },
  { daysAgo: 0, yuan: '168800.00', end: 'pending' },
]

/** The recharges of one payer's company that were approved by then; those of an earlier call, or run, are there already. */
export type SeedRecharges = (pay: string, until: Date) => Promise<void>

/** Payouts are made in between, so that each approval finds the balance of its day. */
export function rechargeSeed(services: Services): SeedRecharges {
  return async (pay, until) => {
    const provider = PROVIDERS.find((one) => one.pay === pay)
    if (!provider) throw new Error(`${pay} recharges nothing`)
    const payer = await demoActor(services, provider.pay)
    const own = { of: 'provider', providerId: payer.person.providerId } as const
    const { count } = await services.database.query((tx) => listRecharges(tx, own, {}, { index: 0, size: 1 }))
    const due = RECHARGES.filter(
      ({ daysAgo }, index) => approvedAt(services.clock.now(), daysAgo, index) <= until,
    )
    if (due.length <= count) return
    const cast = {
      provider,
      payer,
      reviewer: await demoActor(services, provider.check),
      admin: await demoActor(services, 'admin'),
    }
    for (const [index, recharge] of due.entries())
      if (index >= count) await seedRecharge(services, cast, recharge, index)
  }
}

const approvedAt = (now: Date, daysAgo: number, index: number) =>
  new Date(momentOf(now, daysAgo, index).getTime() + (47 + index) * 60_000)

type Cast = {
  readonly provider: DemoProvider
  readonly payer: Actor
  readonly reviewer: Actor
  readonly admin: Actor
}

async function seedRecharge(
  services: Services,
  cast: Cast,
  { daysAgo, yuan, end }: DemoRecharge,
  index: number,
): Promise<void> {
  const { provider, payer, reviewer, admin } = cast
  const addedAt = momentOf(services.clock.now(), daysAgo, index)
  const by = (actor: Actor, minutes: number): Actor => ({
    ...actor,
    at: new Date(addedAt.getTime() + minutes * 60_000),
  })
  const amountFen = BigInt(yuan.replace('.', ''))
  const rechargeId = await add(services, by(payer, 0), provider, { amountFen, index })
  const audit = (approves: boolean, reason = '') =>
    auditRecharge(services, by(reviewer, 47 + index), rechargeId, {
      approves,
      reason,
      confirmDuplicate: true,
    })
  if (end === 'pending') return
  if (end === 'rejected') return audit(false, '回执金额与填写金额不一致，请核对后重新提交')
  if (end === 'withdrawn')
    return withdrawRecharge(services, by(payer, 8), rechargeId, '付款账号填错，重新提交')
  await audit(true)
  if (end === 'refunded') {
    const input = {
      rechargeId,
      amountFen: 2_000_000n,
      kind: 'refund',
      reason: '客户多转，按申请原路退回',
    } as const
    const reversalId = await askReversal(services, by(reviewer, 2 * 1_440), input)
    await decideReversal(services, by(admin, 2 * 1_440 + 95), reversalId, { confirms: true, reason: '' })
  }
  if (end === 'correcting') {
    const input = {
      rechargeId,
      amountFen: 500_000n,
      kind: 'correction',
      reason: '银行手续费误记入到账金额',
    } as const
    await askReversal(services, by(admin, 17 * 1_440), input)
  }
}

/** In working hours, at another minute each time; what is of today is a few minutes old at least. */
function momentOf(now: Date, daysAgo: number, index: number): Date {
  const day = startOfDay(shanghaiDay(new Date(now.getTime() - daysAgo * DAY_MS)))
  const at = new Date(day.getTime() + (9 * 60 + 12 + index * 23) * 60_000)
  return daysAgo === 0 ? new Date(now.getTime() - 25 * 60_000) : at
}

type NewDemoRecharge = { readonly amountFen: Fen; readonly index: number }

async function add(
  services: Services,
  by: Actor,
  { payer, account, brand }: DemoProvider,
  { amountFen, index }: NewDemoRecharge,
): Promise<number> {
  const { receivers } = services.brands.brand(brand)
  const receiver = receivers[index % receivers.length]
  if (!receiver) throw new Error('a brand without receivers')
  const payDay = shanghaiDay(by.at)
  const isPicture = index % 3 !== 2
  const lines: readonly ReceiptLine[] = [
    { label: 'DATE', value: payDay },
    { label: 'FROM', value: account },
    { label: 'TO', value: receiver.recvAccount },
    { label: 'AMOUNT CNY', value: formatYuanGrouped(amountFen) },
    { label: 'NO.', value: `${payDay.replaceAll('-', '')}-${String(index + 1).padStart(6, '0')}` },
  ]
  const bytes = isPicture ? receiptPicture(lines) : receiptPdf(lines)
  const name = `银行回单-${payDay}.${isPicture ? 'png' : 'pdf'}`
  const received = await uploadsOf(services).receive(by, { name, stream: once(bytes), maxBytes: 1_048_576 })
  return addRecharge(services, by, {
    payerName: payer,
    payerAccount: account,
    receiverName: receiver.recvName,
    receiverAccount: receiver.recvAccount,
    receiverBank: receiver.recvBank,
    amountFen,
    payDay,
    receiptFileId: await receiveReceipt(services, by, [received], name),
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
