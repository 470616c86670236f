// The fund flow with one line for a batch and day: what went out or came back for it, and what the account held after its last payment.

import { type Day, endOfDay, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import {
  FLOW_KINDS,
  type FlowKind,
  type FlowSide,
  flowPhases,
  flowRuleOf,
  flowSideOf,
} from '@paywages/domain/ledger/fund-flow.ts'
import type { Phase } from '@paywages/domain/ledger/postings.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { type FlowParts, type FlowRange, moveOf } from './flow-parts.ts'
import { type Gap, sumGaps } from './flow-reads.ts'

type KindAmount = { readonly kind: FlowKind; readonly lines: number; readonly amountFen: Fen }

export type BatchFlow = {
  readonly day: Day
  readonly subject: 'batch' | 'recharge' | 'reversal'
  readonly subjectId: bigint
  readonly side: FlowSide
  /** Of its last line on that day. */
  readonly at: Date
  readonly amountFen: Fen
  /** How many of its payments the bank made after they had been booked as failed. */
  readonly late: number
  /** In the order of the kinds. */
  readonly kinds: readonly KindAmount[]
}

export type BalancedBatchFlow = BatchFlow & { readonly balanceFen: Fen }

type Found = Omit<BatchFlow, 'kinds' | 'late'> & {
  readonly phases: readonly { readonly phase: Phase; readonly lines: number; readonly fen: string }[]
}

/** Newest first, with how many there are in all. */
export async function listBatchFlows(
  tx: Tx,
  range: FlowRange,
  kind: FlowKind | undefined,
  page: { index: number; size: number },
): Promise<{ readonly flows: BatchFlow[]; readonly count: number }> {
  const { providerId, from, to } = range
  const incoming = flowPhases().filter((phase) => flowSideOf(phase) === 'in')
  const found = sql`
    select s.day::text as day, s.subject, s.subject_id as "subjectId",
      case when s.phase = any(${incoming}::text[]) then 'in' else 'out' end as side,
      max(s.last_at) as at, sum(s.amount_fen)::bigint as "amountFen",
      json_agg(json_build_object('phase', s.phase, 'lines', s.lines, 'fen', s.amount_fen::text)) as phases
    from ledger_subjects s
    where s.provider_id = ${providerId} and s.phase = any(${flowPhases(kind)}::text[])
      and s.day >= ${from === undefined ? '-infinity' : shanghaiDay(from)} and s.day <= ${to === undefined ? 'infinity' : shanghaiDay(to)}
    group by 1, 2, 3, 4
    having max(s.last_at) >= ${from ?? '-infinity'} and max(s.last_at) < ${to ?? 'infinity'}`
  const { rows } = await sql<Found & { count: number }>`
    select f.*, count(*) over ()::int as count from (${found}) f
    order by f.at desc, f.subject, f."subjectId" desc, f.side limit ${page.size} offset ${page.index * page.size}`.execute(
    tx,
  )
  const count = rows[0]?.count ?? (page.index === 0 ? 0 : await countOf(tx, found))
  return { flows: rows.map(({ count: _, ...row }) => flowOf(row)), count }
}

/** A page beyond the last has no row that tells it. */
async function countOf(tx: Tx, found: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${found}) f`.execute(tx)
  return rows[0]?.count ?? 0
}

function flowOf({ phases, ...row }: Found): BatchFlow {
  const moved = phases.map(({ phase, lines, fen }) => ({ rule: flowRuleOf(phase), lines, fen: BigInt(fen) }))
  const kinds = FLOW_KINDS.flatMap((kind) => {
    const own = moved.filter(({ rule }) => rule?.kind === kind)
    if (own.length === 0) return []
    const lines = own.reduce((sum, one) => sum + one.lines, 0)
    return [{ kind, lines, amountFen: own.reduce((sum, one) => sum + one.fen, 0n) }]
  })
  const late = moved
    .filter(({ rule }) => rule?.late === true && rule.kind === 'payout')
    .reduce((sum, { lines }) => sum + lines, 0)
  return { ...row, late, kinds }
}

/** After everything of its moment. */
const LAST_OF_MOMENT = 9_223_372_036_854_775_807n

/** What the account held after each: from the end of its day back, each line of the day is summed once. */
export async function withBalances(
  tx: Tx,
  providerId: number,
  { parts, closing }: FlowParts,
  flows: readonly BatchFlow[],
): Promise<BalancedBatchFlow[]> {
  const ends = new Map<Day, { readonly to: Date; readonly closingFen: Fen }>()
  let closingFen = closing.balanceFen
  for (const part of parts.toReversed()) {
    ends.set(shanghaiDay(part.from), { to: part.to, closingFen })
    closingFen -= moveOf(part.sums).balanceFen
  }
  const gaps = flows.map(({ day, at }, index): Gap => {
    const newer = flows[index - 1]
    const high =
      newer?.day === day
        ? { at: newer.at, postingId: LAST_OF_MOMENT }
        : { at: ends.get(day)?.to ?? endOfDay(day), postingId: 0n }
    return { low: { at, postingId: LAST_OF_MOMENT }, high }
  })
  const sums = await sumGaps(tx, providerId, gaps)
  let balanceFen = 0n
  return flows.map((flow, index) => {
    if (flows[index - 1]?.day !== flow.day) balanceFen = ends.get(flow.day)?.closingFen ?? 0n
    balanceFen -= sums[index] ?? 0n
    return { ...flow, balanceFen }
  })
}
