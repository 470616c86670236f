// Takes into the books what the bank executed or accepted and a restore had made us forget: with its money, tax and history, and marked so (ADR 27).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { DebitCause } from '@paywages/domain/transfers/debit-cause.ts'
import { transferTexts } from '@paywages/wire/transfers/messages.ts'
import type { BankUpdate } from '../adapters/bank/bank-port.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { lockForStart } from '../payouts/starting-store.ts'
import { Refused } from '../refused.ts'
import { applyBankUpdates, MAX_AT_ONCE } from './apply-bank-updates.ts'
import { endKnownDebits, knownTransfers, type OpenDebit, openDebits, setCause } from './debit-store.ts'
import { matchDebits } from './match-debits.ts'
import { orPause } from './pause-batch.ts'
import { hold, makeTransfers, startFacts } from './start-batch.ts'
import { netsOf } from './transfer-store.ts'

const EVERYTHING: Scope = { of: 'everything' }

/** Of all that is open: whatever still cannot be taken in stays, with its cause, and is tried again. */
export async function adoptDebits(services: Services): Promise<void> {
  const open = await services.database.query((tx) => openDebits(tx))
  if (open.length === 0) return
  // In the order of their first debit, as their starts were: the tax of the later counts the earlier.
  const unmatched = open.filter(({ rowId }) => rowId === null)
  const batches = Map.groupBy(unmatched, ({ batchId }) => batchId)
  for (const [batchId, debits] of batches) if (batchId !== null) await adoptBatch(services, batchId, debits)
  await orPause(services, () => services.database.transact((tx) => matchDebits(tx, services)))
  for (let from = 0; from < open.length; from += MAX_AT_ONCE)
    await settle(services, open.slice(from, from + MAX_AT_ONCE))
}

class NotAdoptable extends Error {
  readonly debitCause: DebitCause

  constructor(cause: DebitCause) {
    super(`the batch cannot be adopted: ${cause}`)
    this.debitCause = cause
  }
}

/** Starts the batch as of then. All of it or nothing: a start that would pay anything else than the bank did was another start. */
async function adoptBatch(services: Services, batchId: number, debits: readonly OpenDebit[]): Promise<void> {
  try {
    await services.database.transact((tx) => startAsThen(tx, services, batchId, debits))
  } catch (error) {
    const cause = causeOf(error)
    if (cause === undefined) throw error
    await services.database.transact((tx) =>
      setCause(
        tx,
        debits.map(({ debitId }) => debitId),
        cause,
      ),
    )
  }
}

function causeOf(error: unknown): DebitCause | undefined {
  if (error instanceof NotAdoptable) return error.debitCause
  if (!(error instanceof Refused)) return undefined
  if (error.code === 'insufficient-balance') return 'balance'
  return error.code === 'content-changed' ? 'content-changed' : undefined
}

async function startAsThen(
  tx: Tx,
  services: Services,
  batchId: number,
  debits: readonly OpenDebit[],
): Promise<void> {
  const batch = await findBatch(tx, EVERYTHING, batchId, 'lock')
  if (!batch) throw new NotAdoptable('no-batch')
  // Somebody pressed the start meanwhile: its references are the same.
  if (batch.status === 'transferring') return
  if (batch.status !== 'ready') throw new NotAdoptable('not-approved')
  await lockForStart(tx, batch)
  const now = services.clock.now()
  const first = Math.min(...debits.map(({ executedAt }) => executedAt.getTime()), now.getTime())
  const reason = transferTexts.adopted
  const started = await makeTransfers(tx, services, batch, { at: new Date(first), accountId: null, reason })
  const nets = await netsOf(tx, batchId)
  if (debits.some(({ reference, amountFen }) => nets.get(reference) !== amountFen))
    throw new NotAdoptable('amount-differs')
  await recordAnonymousEntry(tx, workerAt(now), {
    action: 'adopt-batch',
    object: { kind: 'payout-batch', id: batchId, name: `${batch.batchNo} ${batch.fileName}` },
    providerId: batch.providerId,
    reason,
    before: { status: batch.status },
    after: { ...startFacts(started), executed: debits.filter(({ accepted }) => !accepted).length },
  })
  await hold(tx, batch, started.made, now)
}

export const workerAt = (at: Date) => ({ at, address: 'worker', requestId: 'guard-sending', hostname: '' })

/** What has a transfer of the same amount by now is settled by the bank's record; what is accepted only is sent again under its reference. */
async function settle(services: Services, debits: readonly OpenDebit[]): Promise<void> {
  const known = await services.database.query((tx) =>
    knownTransfers(
      tx,
      debits.map(({ reference }) => reference),
    ),
  )
  const [ours, differing]: [OpenDebit[], OpenDebit[]] = [[], []]
  for (const debit of debits) {
    const transfer = known.get(debit.reference)
    if (transfer) (transfer.netFen === debit.amountFen ? ours : differing).push(debit)
  }
  if (differing.length > 0)
    await services.database.transact((tx) =>
      setCause(
        tx,
        differing.map(({ debitId }) => debitId),
        'amount-differs',
      ),
    )
  const end = (some: readonly OpenDebit[]) => (tx: Tx) =>
    endKnownDebits(
      tx,
      some.map(({ reference }) => reference),
      services.clock.now(),
    )
  const executed = ours.filter(({ accepted }) => !accepted)
  await applyBankUpdates(services, 'adopted', executed.flatMap(updatesOf), end(executed))
  const waiting = ours.filter(({ accepted }) => accepted)
  if (waiting.length > 0) await services.database.transact(end(waiting))
}

function updatesOf({ reference, amountFen, serial, executedAt, returned }: OpenDebit): BankUpdate[] {
  const paid = { reference, status: 'succeeded', amountFen, message: '', serial, at: executedAt } as const
  return returned ? [paid, { ...paid, status: 'returned', at: undefined }] : [paid]
}
