// Starts the transfers of an approved batch: one transaction from the last validation to the queue (D19).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { reserve } from '@paywages/domain/ledger/postings.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { spend } from '../ledger/post-entries.ts'
import { spendable } from '../ledger/store.ts'
import { refuseOverCeilings } from '../payouts/approval-demand.ts'
import { insertApproval } from '../payouts/approval-store.ts'
import { type BatchRecord, markStarted } from '../payouts/batch-store.ts'
import { approvedContent } from '../payouts/content-hash.ts'
import { type DayMove, moveDays } from '../payouts/day-store.ts'
import { refreshVat } from '../payouts/refresh-vat.ts'
import { lockForStart } from '../payouts/starting-store.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { fixOrders } from './approved-orders.ts'
import { type Doubtful, matchDebits } from './match-debits.ts'
import { type Channel, insertTransfers, type MadeTransfers, type Refusals } from './transfer-store.ts'
import { validateRowsAtStart } from './validate-start.ts'

/** The batch is held and its approvals were checked by the caller, in this very transaction. */
export function startBatch(tx: Tx, services: Services, by: Actor, batch: BatchRecord): Promise<void> {
  return startBatchOn(tx, services, by, batch, 'direct')
}

/** By files, nothing of it is ever sent (ADR 81). */
export async function startBatchOn(
  tx: Tx,
  services: Services,
  by: Actor,
  batch: BatchRecord,
  channel: Channel,
): Promise<void> {
  await lockForStart(tx, batch)
  // Not when it was asked for: a start that waited for another comes after it, in tax, limit and month alike.
  const at = services.clock.now()
  await refuseOverCeilings(tx, batch, at)
  const started = await makeTransfers(tx, services, batch, {
    at,
    accountId: by.person.accountId,
    reason: '',
    channel,
  })
  refuseDoubtful(await matchDebits(tx, services, batch.batchId))
  await recordEntry(tx, by, {
    action: 'start-batch',
    object: { kind: 'payout-batch', id: batch.batchId, name: `${batch.batchNo} ${batch.fileName}` },
    providerId: batch.providerId,
    before: { status: batch.status },
    after: { ...startFacts(started), ...(channel === 'file' ? { channel } : {}) },
  })
  await hold(tx, batch, started.made, at)
}

/** Somebody may have been paid already, in another amount: people say first what the debit is, or correct the sheet (ADR 103). */
function refuseDoubtful([first, ...more]: readonly Doubtful[]): void {
  if (first === undefined) return
  const { debit, transfer } = first
  throw new Refused('debit-like-row', {
    name: transfer.name,
    tail: debit.cardTail,
    paid: formatYuan(debit.amountFen),
    net: formatYuan(transfer.netFen),
    count: String(more.length + 1),
    accepted: debit.accepted ? 'yes' : '',
  })
}

export type Started = { readonly made: MadeTransfers; readonly refused: Refusals }

/** Everything but the money, which comes last; starts of the provider are held back by the caller. */
export async function makeTransfers(
  tx: Tx,
  services: Services,
  batch: BatchRecord,
  start: {
    readonly at: Date
    readonly accountId: number | null
    readonly reason: string
    readonly channel?: Channel
  },
): Promise<Started> {
  const { at, accountId, reason, channel = 'direct' } = start
  const provider = await findProvider(tx, batch.providerId)
  if (!provider) throw new Refused('not-found')
  const day = shanghaiDay(at)
  const { monthlyLimitFen: limitFen } = provider
  const { refused, people } = await validateRowsAtStart(tx, services, batch, { at, day, limitFen })
  // Where nobody was refused meanwhile, who is paid how much is known from the limit.
  await refreshVat(tx, services, batch, at, refused.count === 0 ? people : undefined)
  const made = await insertTransfers(tx, batch, { at, now: services.clock.now(), channel })
  await moveDays(tx, startedDays(batch.providerId, at, { made, refused }))
  // Every row is held from here on: what is hashed now is what was approved, and what will be sent.
  const approved = await approvedContent(tx, services, batch, 'start')
  await fixOrders(tx, services, BigInt(batch.batchId), approved.pieces)
  await markStarted(tx, batch.batchId, {
    at,
    month: day.slice(0, 7),
    limitFen,
    refusedCount: refused.count,
    refusedFen: refused.fen,
    taxFen: made.taxFen,
  })
  await insertApproval(tx, batch.batchId, {
    step: 'start',
    accountId,
    passed: true,
    reason,
    at,
    contentHash: approved.hash,
    keyId: services.keys.currentId,
  })
  return { made, refused }
}

/** Every row that the start took is counted at its day (D23). */
function startedDays(providerId: number, at: Date, { made, refused }: Started): DayMove[] {
  const day = { providerId, at }
  return [
    { ...day, status: 'processing', rows: made.count, amountFen: made.grossFen, feeFen: made.feeFen },
    { ...day, status: 'failed', rows: refused.count, amountFen: refused.fen, feeFen: refused.feeFen },
  ].filter(({ rows }) => rows > 0) as DayMove[]
}

export function startFacts({ made, refused }: Started) {
  return {
    status: 'transferring',
    transfers: made.count,
    refused: refused.count,
    gross: formatYuan(made.grossFen),
    fee: formatYuan(made.feeFen),
  }
}

/** Last of all, as every payment of the provider waits for its balance. */
export async function hold(
  tx: Tx,
  batch: BatchRecord,
  { grossFen, feeFen }: MadeTransfers,
  at: Date,
): Promise<void> {
  if (grossFen === 0n) return
  const postings = reserve(grossFen, feeFen)
  const entry = { subject: 'batch', subjectId: BigInt(batch.batchId), postings } as const
  const { balance, enough } = await spend(tx, batch.providerId, entry, at)
  if (enough) return
  const detail = { need: formatYuan(grossFen + feeFen), available: formatYuan(spendable(balance)) }
  throw new Refused('insufficient-balance', detail)
}
