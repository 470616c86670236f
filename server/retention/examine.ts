// Looks some people or batches of a provider through for what may be erased, and why it may not be yet (ADR 146).

import { addDays, type Day, endOfDay, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { type ErasureVerdict, judgeErasure, type Years } from '@paywages/domain/retention/retention.ts'
import type { RetentionKind } from '@paywages/domain/retention/retention-rules.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type QuietPerson, quietPeople } from '../freelancers/erasure-store.ts'
import { batchesWith, type QuietBatch, quietBatches } from '../payouts/erasure-store.ts'
import { type SigningFacts, signingFacts } from '../signing/erasure-store.ts'
import { openMonths, orderFacts, type PayoutFacts, payoutFacts } from './facts-store.ts'
import { type Held, heldAt } from './hold-store.ts'

export type Examined = {
  readonly kind: RetentionKind
  /** A person's uid, or a batch's id. */
  readonly id: number
  /** A person's name, or a batch's number. */
  readonly name: string
  readonly verdict: Exclude<ErasureVerdict, { state: 'kept' }>
}

export type ExaminedPiece = {
  readonly found: readonly Examined[]
  /** Undefined at the end. */
  readonly next: number | undefined
}

/** Of which provider, by what periods, on which day. */
export type Examination = {
  readonly providerId: number
  readonly years: Years
  readonly today: Day
  /** Held until the transaction ends, so that it can be erased on what was seen. */
  readonly lock?: 'lock'
}

export const PIECE = 200

/** Nothing that happened later can be due: days are over before it is asked for more. */
function latestEnd(today: Day, years: readonly number[]): Date {
  const year = String(Number(today.slice(0, 4)) - Math.min(...years)).padStart(4, '0')
  const same = `${year}${today.slice(4)}`
  return endOfDay(same.endsWith('-02-29') ? addDays(`${year}-02-28`, 1) : same)
}

export async function examinePeople(
  tx: Tx,
  { providerId, years, today, lock }: Examination,
  after = 0,
): Promise<ExaminedPiece> {
  const before = latestEnd(today, [years.contact, years['identity-images'], years['personal-contract']])
  const people = await quietPeople(tx, providerId, { before, after, limit: PIECE }, lock)
  if (people.length === 0) return { found: [], next: undefined }
  // Asked after they are held: what happened meanwhile is seen.
  const held = await heldAt(tx, providerId)
  const payouts = await payoutFacts(
    tx,
    providerId,
    people.map(({ idHash }) => idHash),
  )
  const signings = await signingFacts(
    tx,
    providerId,
    people.map(({ userId }) => userId),
  )
  const found = people.flatMap((person) => {
    const facts = { held, payout: payouts.get(person.idHash), signing: signings.get(person.userId) }
    return judgePerson(person, facts, years, today)
  })
  return { found, next: people.length === PIECE ? people.at(-1)?.userId : undefined }
}

type PersonFacts = {
  readonly held: Held
  readonly payout: PayoutFacts | undefined
  readonly signing: SigningFacts | undefined
}

function judgePerson(
  { userId, name, refreshedAt, hasContact }: QuietPerson,
  { held, payout, signing }: PersonFacts,
  years: Years,
  today: Day,
): Examined[] {
  const moments = [refreshedAt, payout?.lastPaidAt, signing?.lastAt]
  const facts = {
    lastDay: lastDayOf(moments),
    held: held.everything || held.userIds.has(userId),
    underWay: payout?.underWay ?? false,
    openMonth: payout?.openMonth ?? null,
    contractInForce: signing?.inForce ?? false,
  }
  const kinds: RetentionKind[] = [
    ...(hasContact ? (['contact'] as const) : []),
    ...(signing?.hasImages ? (['identity-images'] as const) : []),
    ...(signing?.hasPaper ? (['personal-contract'] as const) : []),
  ]
  return kinds.flatMap((kind) => told(kind, userId, name, judgeErasure(kind, years[kind], facts, today)))
}

export async function examineBatches(
  tx: Tx,
  { providerId, years, today, lock }: Examination,
  after = 0,
): Promise<ExaminedPiece> {
  const before = latestEnd(today, [years['paid-numbers'], years['unpaid-numbers']])
  const batches = await quietBatches(tx, providerId, { before, after, limit: PIECE }, lock)
  if (batches.length === 0) return { found: [], next: undefined }
  const held = await heldAt(tx, providerId)
  const ids = batches.map(({ batchId }) => batchId)
  const heldBatches = await batchesWith(tx, ids, held.idHashes)
  const months = batches.flatMap(({ paymentMonth }) => (paymentMonth === null ? [] : [paymentMonth]))
  const open = await openMonths(tx, providerId, months)
  const orders = await orderFacts(tx, ids)
  const found = batches.flatMap((batch) => {
    const { batchId, batchNo, lastAt, paymentMonth, earlierForm } = batch
    const kind = batch.status === 'transferring' ? 'paid-numbers' : 'unpaid-numbers'
    const verdict = judgeErasure(
      kind,
      years[kind],
      {
        lastDay: shanghaiDay(lastAt),
        held: held.everything || heldBatches.has(batchId),
        underWay: isUnderWay(batch),
        openMonth: paymentMonth !== null && open.has(paymentMonth) ? paymentMonth : null,
        byBankFiles: orders.byFiles.has(batchId),
        earlierForm: earlierForm || orders.earlier.has(batchId),
      },
      today,
    )
    return told(kind, batchId, batchNo, verdict)
  })
  return { found, next: batches.length === PIECE ? batches.at(-1)?.batchId : undefined }
}

const isUnderWay = ({ status, ended }: QuietBatch): boolean =>
  status === 'transferring' ? !ended : !status.endsWith('-rejected')

const told = (kind: RetentionKind, id: number, name: string, verdict: ErasureVerdict): Examined[] =>
  verdict.state === 'kept' ? [] : [{ kind, id, name, verdict }]

const lastDayOf = (moments: readonly (Date | null | undefined)[]): Day =>
  shanghaiDay(new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0))))
