// Three months of payout batches for the demo, with one in every state (D35).

import { createHash } from 'node:crypto'
import { addMonths, DAY_MS, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import type { RiskCheck } from '@paywages/domain/payouts/risks.ts'
import type { RiskKind } from '@paywages/domain/payouts/warning-levels.ts'
import type { Actor } from '@paywages/server/actor.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { findBatch } from '@paywages/server/payouts/batch-store.ts'
import { listRisks } from '@paywages/server/payouts/check-risks.ts'
import { decideBatch, withdrawBatch } from '@paywages/server/payouts/decide-batch.ts'
import { judgeHere } from '@paywages/server/payouts/open-judge.ts'
import { registerWaitingPeople } from '@paywages/server/payouts/register-people.ts'
import { rowIdOf } from '@paywages/server/payouts/row-ids.ts'
import { switchBatchRows } from '@paywages/server/payouts/switch-rows.ts'
import { uploadSheet } from '@paywages/server/payouts/upload-sheet.ts'
import { startBatch } from '@paywages/server/transfers/start-batch.ts'
import { demoActor } from './actor.ts'
import { type DemoBatch, READY_DAYS_AGO, sheetRows } from './payout-rows.ts'
import type { SeedRecharges } from './recharges.ts'
import { bringBack, type DemoReturn, returnOf } from './returns.ts'
import { payBatch, payBatchWithDoubts } from './transfers.ts'

/** What the busiest company paid besides in the last two months, so that its workbench has months to compare. */
const BUSY = [
  { daysAgo: 57.2, people: 42 },
  { daysAgo: 51.3, people: 48 },
  { daysAgo: 46.1, people: 46 },
  { daysAgo: 40.2, people: 52 },
  { daysAgo: 35.3, people: 44 },
  { daysAgo: 29.1, people: 50 },
  { daysAgo: 24.2, people: 56 },
  { daysAgo: 18.3, people: 54 },
  { daysAgo: 13.1, people: 62 },
  { daysAgo: 8.3, people: 66 },
]

type DemoProvider = {
  readonly pay: string
  readonly manager: string
  readonly check: string
  /** The first of its people. */
  readonly start: number
  readonly busy: typeof BUSY
  readonly returns: boolean
  /** Withholds tax: some of its people earn so much that it does, and its proofs need four months that are over. */
  readonly taxed: boolean
  readonly topics: readonly string[]
}

const PROVIDERS: readonly DemoProvider[] = [
  {
    pay: 'pay1',
    manager: 'manager1',
    check: 'check1',
    start: 0,
    busy: BUSY,
    returns: false,
    taxed: false,
    topics: ['骑手补贴', '主播分成', '设计外包', '地推奖励', '课时费', '仓储临时工'],
  },
  {
    pay: 'pay2',
    manager: 'manager1',
    check: 'check2',
    start: 400,
    busy: [],
    returns: false,
    taxed: false,
    topics: ['软件测试', '数据标注', '内容审核', '翻译稿酬', '运维值守'],
  },
  {
    pay: 'pay3',
    manager: 'manager2',
    check: 'check3',
    start: 700,
    busy: [],
    // Here tax is withheld, and so comes back too.
    returns: true,
    taxed: true,
    topics: ['摄影外包', '客服外包', '讲师课酬', '活动执行', '配音录制'],
  },
]

/** Whatever day it is, these lie in the third and fourth month before this one, or before. */
const EARLY = [124.2, 104.3]

/** Which batch of the history has a payment that came back. */
const RETURNED = 9

/** From the oldest to the newest, so that histories grow as they do in life. */
function batchesOf({ topics, start, busy, returns, taxed }: DemoProvider): DemoBatch[] {
  const history = Array.from({ length: 12 }, (_, index) => {
    // About a week apart, at another hour each time, the last one a few days old.
    const daysAgo = 86.8 - index * 7.61
    return {
      name: `${topics[index % topics.length]}-${index + 1}期.xlsx`,
      daysAgo,
      people: 14 + ((index * 11) % 22),
      from: start + ((index * 5) % 30),
      end: returns && index === RETURNED ? ('returned' as const) : ('paid' as const),
      expert: !taxed,
    }
  })
  const topic = (index: number) => topics[index % topics.length]
  const early = (taxed ? EARLY : []).map((daysAgo, index) => ({
    name: `${topic(index)}-预付${index + 1}.xlsx`,
    daysAgo,
    people: 16,
    from: start + index * 4,
    end: index === 0 ? ('returned' as const) : ('paid' as const),
  }))
  const besides = busy.map((batch, index) => ({
    ...batch,
    name: `${topic(index + 3)}-周结${index + 1}.xlsx`,
    from: start + 60 + index * 9,
    end: 'paid' as const,
  }))
  const paid = [...early, ...history, ...besides].sort((a, b) => b.daysAgo - a.daysAgo)
  const all: DemoBatch[] = [
    ...paid,
    { name: `${topic(1)}-加急.xlsx`, daysAgo: 2.2, people: 16, from: start + 14, end: 'doubted' },
    { name: `${topic(0)}-补发.xlsx`, daysAgo: 6.3, people: 9, from: start + 3, end: 'audit-rejected' },
    { name: `${topic(1)}-补发.xlsx`, daysAgo: 5.1, people: 12, from: start + 8, end: 'review-rejected' },
    { name: `${topic(2)}-误传.xlsx`, daysAgo: 4.2, people: 7, from: start + 20, end: 'withdrawn' },
    { name: `${topic(3)}-第1批.xlsx`, daysAgo: READY_DAYS_AGO, people: 24, from: start + 10, end: 'ready' },
    { name: `${topic(2)}-日结.xlsx`, daysAgo: 1.1, people: 22, from: start + 40, end: 'paid' },
    { name: `${topic(4)}-第2批.xlsx`, daysAgo: 1.6, people: 18, from: start + 36, end: 'reviewing' },
    { name: `${topic(0)}-第3批.xlsx`, daysAgo: 0.4, people: 32, from: start + 2, end: 'auditing' },
    { name: `${topic(3)}-日结.xlsx`, daysAgo: 0.15, people: 28, from: start + 44, end: 'paid' },
  ]
  return all.map((batch) => ({ ...batch, taxed }))
}

/** Later than anything. */
const THE_END = new Date(8_640_000_000_000_000)
/** How long after its upload a batch is started. */
const STARTED_MINUTES = 120

export async function seedPayouts(services: Services, recharge: SeedRecharges): Promise<void> {
  const now = services.clock.now()
  for (const provider of PROVIDERS) {
    const payer = await demoActor(services, provider.pay)
    const reviewer = await demoActor(services, provider.check)
    const manager = await demoActor(services, provider.manager)
    const ahead: DemoReturn[] = []
    const goOnTo = async (until: Date) => {
      for (let next = ahead[0]; next && next.at <= until; next = ahead[0]) {
        await recharge(provider.pay, next.at)
        await bringBack(services, manager, next)
        ahead.shift()
      }
      await recharge(provider.pay, until)
    }
    for (const batch of batchesOf(provider)) {
      const startedAt = new Date(now.getTime() - batch.daysAgo * DAY_MS + STARTED_MINUTES * 60_000)
      await goOnTo(startedAt)
      await seedBatch(services, { payer, reviewer, manager }, batch)
      if (batch.end === 'returned') ahead.push(returnOf(now, startedAt))
    }
    await goOnTo(THE_END)
  }
}

type Cast = { readonly payer: Actor; readonly reviewer: Actor; readonly manager: Actor }

async function seedBatch(
  services: Services,
  { payer, reviewer, manager }: Cast,
  batch: DemoBatch,
): Promise<void> {
  const uploadedAt = new Date(services.clock.now().getTime() - batch.daysAgo * DAY_MS)
  const at = (minutes: number) => new Date(uploadedAt.getTime() + minutes * 60_000)
  const by = (actor: Actor, minutes: number): Actor => ({ ...actor, at: at(minutes) })
  const sha256 = createHash('sha256')
    .update(batch.name + payer.person.account)
    .digest('hex')
  // An earlier run got this far.
  if (
    await services.database.read((tx) =>
      tx.selectFrom('payout_batches').where('file_sha256', '=', sha256).select('batch_id').executeTakeFirst(),
    )
  )
    return
  const result = await uploadSheet(services, by(payer, 0), judgeHere(services), {
    file: { name: batch.name, size: BigInt(9_000 + batch.people * 120), sha256 },
    rows: sheetRows(batch, shanghaiMonth(uploadedAt), addMonths(shanghaiMonth(services.clock.now()), -1)),
    confirmDuplicate: true,
    uploadKey: undefined,
    signal: new AbortController().signal,
  })
  if (result.batchId === null)
    throw new Error(`the demo sheet ${batch.name} has bad rows: ${result.failedRows[0]?.reason}`)
  const { batchId } = result
  await registerWaitingPeople(services)
  const decide = async (
    actor: Actor,
    minutes: number,
    to: 'reviewing' | 'audit-rejected' | 'ready' | 'review-rejected',
    reason = '',
  ) =>
    decideBatch(
      services,
      by(actor, minutes),
      batchId,
      {
        to,
        pass: to === 'reviewing' || to === 'ready',
        reason,
        checkedRisks: await checkedRisks(services, batchId),
      },
      startBatch,
    )
  if (batch.end === 'auditing') return cancelOne(services, by(payer, 20), batchId)
  if (batch.end === 'audit-rejected')
    return decide(payer, 34, 'audit-rejected', '第 5 行金额与合同不符，请改后重传')
  if (batch.end === 'withdrawn') return withdrawBatch(services, by(payer, 12), batchId, '误传了上月的表格')
  await decide(payer, 26, 'reviewing')
  if (batch.end === 'reviewing') return
  if (batch.end === 'review-rejected')
    return decide(reviewer, 95, 'review-rejected', '缺少验收单，补齐后再发')
  await decide(reviewer, 88, 'ready')
  if (batch.end === 'paid' || batch.end === 'returned')
    await payBatch(services, by(payer, STARTED_MINUTES), batchId)
  if (batch.end === 'doubted')
    await payBatchWithDoubts(services, by(payer, STARTED_MINUTES), manager, batchId)
}

const CHECK_WORDS: Readonly<Record<RiskKind, string>> = {
  'device-shared': '共用前台电脑，已分别电话确认',
  'likely-duplicate': '两次活动，合同两份',
  'card-and-amount': '本人来电确认新卡',
  'card-shared': '夫妻共用，已核对授权',
  'ids-consecutive': '双胞胎，已核对身份证原件',
  'hidden-row': '筛选后未取消，应发',
}

/** Before an approval each high risk was looked at. */
async function checkedRisks(services: Services, batchId: number): Promise<RiskCheck[]> {
  const risks = await services.database.query(async (tx) => {
    const stored = await findBatch(tx, { of: 'everything' }, batchId)
    return stored ? listRisks(tx, services, stored) : []
  })
  return risks.map(({ riskId, kind }) => ({ riskId, word: CHECK_WORDS[kind] }))
}

/** The third row of its sheet, below the headings. */
async function cancelOne(services: Services, by: Actor, batchId: number): Promise<void> {
  await switchBatchRows(services, by, [rowIdOf(batchId, 4)], true)
}
