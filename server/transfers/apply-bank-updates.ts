// Takes in what the bank says of transfers, from wherever it comes: the one place where a transfer ends and its money moves.

import {
  netOf,
  type Payment,
  type Posting,
  release,
  reverse,
  settle,
  settleLate,
} from '@paywages/domain/ledger/postings.ts'
import {
  type Alarm,
  applyBankStatus,
  isOpen,
  type MoneyMove,
  type TransferState,
  type Transition,
} from '@paywages/domain/transfers/transfer-state.ts'
import { transferTexts } from '@paywages/wire/transfers/messages.ts'
import type { BankUpdate } from '../adapters/bank/bank-port.ts'
import { CLOCK_TOLERANCE_MS } from '../adapters/bank/signature.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { postFacts } from '../ledger/post-entries.ts'
import type { Entry } from '../ledger/store.ts'
import { type EventKind, insertEvents, type TransferEvent } from './event-store.ts'
import { voidProposals } from './resolution-store.ts'
import { bindPaidNames, countDays, countEnds, type RowEnd } from './row-ends.ts'
import {
  changeStates,
  type LockedTransfer,
  leaveQueue,
  lockTransfersByReference,
  type StateChange,
} from './transfer-store.ts'

/** Settled a thousand at a time: the balance is one hot row, and one transaction for many costs a tenth (docs/rules/reliability.md). */
export const MAX_AT_ONCE = 1_000

/** Any number of times and in any order; returns how many transfers it changed. */
export async function applyBankUpdates(
  services: Services,
  kind: EventKind,
  update: readonly BankUpdate[],
  within?: (tx: Tx) => Promise<void>,
): Promise<number> {
  if (update.length === 0) return 0
  const now = services.clock.now()
  return services.database.transact(async (tx) => {
    await within?.(tx)
    const received = update.filter(({ reference }) => !reference.includes(NUL))
    const held = await lockTransfersByReference(tx, [...new Set(received.map(({ reference }) => reference))])
    const known = new Map(held.map((one) => [one.reference, one]))
    const outcome = new Outcome(services, kind, now)
    for (const one of received) {
      const transfer = known.get(one.reference)
      if (transfer) known.set(one.reference, outcome.take(transfer, one))
    }
    return write(tx, outcome, now)
  })
}

/** No text of the database holds it: one in a bank's padded message would undo the whole call, again and again. */
const NUL = '\0'

const MOVES: Readonly<Record<MoneyMove, (payment: Payment) => Posting[]>> = {
  settle,
  release,
  'settle-late': settleLate,
  reverse,
}

/** What was said of a transfer, by the bank or by people. */
export type BankWords = {
  readonly detail: string
  readonly reason: string
  readonly serial: string
  readonly at?: Date | undefined
  readonly accountId?: number
}

/**
 * The bank's own time, by which its statement lists it, unless its clock runs farther ahead of ours than both sides may
 * differ: around midnight a time of ours would look for it in the statement of another day.
 */
export function timeOfPayment(at: Date | undefined, now: Date): Date {
  return at !== undefined && at.getTime() <= now.getTime() + CLOCK_TOLERANCE_MS ? at : now
}

/** What a pile of news amounts to, gathered so that it can be written in a few statements. */
export class Outcome {
  readonly changes = new Map<bigint, StateChange>()
  readonly ends = new Map<bigint, RowEnd>()
  readonly events: TransferEvent[] = []
  readonly entries = new Map<number, Map<bigint, { entry: Entry; eventIndex: number }>>()
  readonly unqueued: bigint[] = []
  /** Those that people may have proposed something about. */
  readonly decided: bigint[] = []
  readonly #services: Services
  readonly #kind: EventKind
  readonly #now: Date

  constructor(services: Services, kind: EventKind, now: Date) {
    this.#services = services
    this.#kind = kind
    this.#now = now
  }

  /** Takes in one update and gives the transfer as it stands then. */
  take(transfer: LockedTransfer, update: BankUpdate): LockedTransfer {
    const differs = update.amountFen !== undefined && update.amountFen !== netOf(transfer)
    const turn = differs
      ? { to: transfer.state, moves: [], alarm: 'amount-differs' as const }
      : this.#expected(applyBankStatus(transfer.state, update.status))
    const [message, serial] = [update.message.replaceAll(NUL, ''), update.serial.replaceAll(NUL, '')]
    const detail = [message, serial].filter((part) => part !== '').join(' ')
    // The same word again says nothing new; a history of a hundred equal callbacks helps nobody.
    if (turn.to === transfer.state && turn.alarm === undefined) return transfer
    return this.turn(transfer, turn, { detail, reason: message, serial, at: update.at })
  }

  /** What is adopted after a restore was sent once: that our books do not know it is why it is adopted. */
  #expected(turn: Transition): Transition {
    return this.#kind === 'adopted' && turn.alarm === 'unsent' ? { to: turn.to, moves: turn.moves } : turn
  }

  turn(
    transfer: LockedTransfer,
    turn: { to: TransferState; moves: readonly MoneyMove[]; alarm?: Alarm },
    status: BankWords,
  ): LockedTransfer {
    const { transferId, state: from } = transfer
    const { to, moves, alarm } = turn
    const { detail, accountId } = status
    this.events.push({
      transferId,
      kind: this.#kind,
      from,
      to,
      attempt: transfer.attempts,
      detail,
      alarm,
      accountId,
    })
    if (alarm) this.#services.metrics.transferAlarms.inc({ alarm })
    if (to === from) return transfer
    if (from === 'reserved') this.unqueued.push(transfer.batchId)
    if ((from === 'manual' || from === 'succeeded') && !isOpen(to)) this.decided.push(transferId)
    const stands = this.#change(transfer, to, status)
    if (moves.length > 0) this.#money(transfer, moves)
    return stands
  }

  #change(transfer: LockedTransfer, to: TransferState, status: BankWords): LockedTransfer {
    const open = isOpen(to)
    // A returned one keeps the time it was paid at.
    const paidNow = to === 'succeeded'
    const payoutAt = paidNow ? timeOfPayment(status.at, this.#now) : transfer.payoutAt
    const paid = transfer.paid || paidNow
    const queryAt = new Date(this.#now.getTime() + this.#services.settings.retryPolicy.queryAfterMs)
    const reason =
      to === 'failed'
        ? status.reason || transferTexts.failed
        : to === 'returned'
          ? transferTexts.returned
          : ''
    this.changes.set(transfer.transferId, {
      rowId: transfer.rowId,
      transferId: transfer.transferId,
      to,
      attempts: transfer.attempts,
      leaseId: transfer.leaseId,
      reason,
      serial: status.serial || (this.changes.get(transfer.transferId)?.serial ?? ''),
      payoutAt,
      paid,
      nextQueryAt: open ? queryAt : null,
    })
    const stands = { ...transfer, state: to, payoutAt, paid }
    if (open) return stands
    const earlier = this.ends.get(transfer.rowId)
    this.ends.set(transfer.rowId, {
      ...transfer,
      was: earlier?.was ?? transfer.state,
      stoodAt: earlier?.stoodAt ?? transfer.payoutAt,
      is: to,
      standsAt: payoutAt,
    })
    return stands
  }

  #money(transfer: LockedTransfer, moves: readonly MoneyMove[]): void {
    const ofProvider = this.entries.get(transfer.providerId) ?? new Map()
    this.entries.set(transfer.providerId, ofProvider)
    const postings = moves.flatMap((move) => MOVES[move](transfer))
    const earlier = ofProvider.get(transfer.transferId)?.entry.postings ?? []
    ofProvider.set(transfer.transferId, {
      entry: {
        subject: 'transfer',
        subjectId: transfer.transferId,
        batchId: transfer.batchId,
        postings: [...earlier, ...postings],
      },
      eventIndex: this.events.length - 1,
    })
  }

  /** The balance did not bear what the bank had done: someone must look at it. */
  noteShortfall(providerId: number, transferId: bigint): void {
    const index = this.entries.get(providerId)?.get(transferId)?.eventIndex
    const event = index === undefined ? undefined : this.events[index]
    if (index === undefined || !event) return
    this.events[index] = { ...event, alarm: 'shortfall' }
    this.#services.metrics.transferAlarms.inc({ alarm: 'shortfall' })
  }
}

/** Rows, batches, names, balances, in this order everywhere; the balance last, as everyone waits for it. */
export async function write(tx: Tx, outcome: Outcome, now: Date): Promise<number> {
  await changeStates(tx, [...outcome.changes.values()])
  await leaveQueue(tx, outcome.unqueued)
  const ends = [...outcome.ends.values()]
  await countDays(tx, ends)
  await countEnds(tx, ends, now)
  await bindPaidNames(tx, ends)
  await voidProposals(tx, outcome.decided, now)
  for (const providerId of [...outcome.entries.keys()].sort((a, b) => a - b)) {
    const entries = [...(outcome.entries.get(providerId)?.values() ?? [])].map(({ entry }) => entry)
    for (const short of await postFacts(tx, providerId, entries, now))
      outcome.noteShortfall(providerId, short)
  }
  await insertEvents(tx, outcome.events, now)
  return outcome.changes.size
}
