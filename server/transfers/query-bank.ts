// Asks the bank about transfers in doubt, and decides how to go on with those it says nothing definite about.

import { type Doubt, doubtStep, nextQueryMs } from '@paywages/domain/transfers/retry-policy.ts'
import { BankSilent, type BankUpdate } from '../adapters/bank/bank-port.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { applyBankUpdates } from './apply-bank-updates.ts'
import { insertEvents } from './event-store.ts'
import { type Claimed, claimAgain } from './lease-store.ts'
import { callPeople, claimDoubts, type Doubted, isDoubtDue, queryLater } from './question-store.ts'
import { claimApproved, leaseFrom, submitClaimed } from './send-transfers.ts'

const CHUNK = 200

type Indefinite = Doubt['status']
const DEFINITE = new Set(['succeeded', 'rejected', 'not-accepted', 'returned'])

/** Asks about one chunk of what is due; returns how many. */
export async function queryDoubts(services: Services, limit = CHUNK): Promise<number> {
  const { at: now, until } = leaseFrom(services)
  if (!(await services.database.query((tx) => isDoubtDue(tx, now)))) return 0
  const doubts = await services.database.transact((tx) => claimDoubts(tx, now, until, limit))
  if (doubts.length === 0) return 0
  const update = await answerTo(services, doubts)
  await applyBankUpdates(
    services,
    'asked',
    update.filter(({ status }) => DEFINITE.has(status)),
  )
  const said = new Map(update.map((one) => [one.reference, one]))
  await goOn(
    services,
    doubts.flatMap((doubt) => {
      const status = indefiniteStatus(doubt, said.get(doubt.reference))
      return status === undefined ? [] : [{ ...doubt, status }]
    }),
  )
  return doubts.length
}

/** Undefined where its word ended the matter; a definite answer about another amount ends nothing of ours. */
function indefiniteStatus(doubt: Doubted, update: BankUpdate | undefined): Indefinite | undefined {
  if (update === undefined) return 'no-answer'
  if (!DEFINITE.has(update.status)) return update.status as Indefinite
  return update.amountFen === undefined || update.amountFen === doubt.netFen ? undefined : 'conflict'
}

async function answerTo(services: Services, doubts: readonly Doubted[]): Promise<readonly BankUpdate[]> {
  try {
    return await services.bank.query(doubts.map(({ reference }) => reference))
  } catch (error) {
    if (!(error instanceof BankSilent)) throw error
    services.metrics.bankSilences.inc({ silence: error.silence })
    return []
  }
}

type Open = Doubted & { readonly status: Indefinite }

async function goOn(services: Services, open: readonly Open[]): Promise<void> {
  const now = services.clock.now()
  const { retryPolicy } = services.settings
  const steps = Map.groupBy(open, ({ status, firstSentAt, lastSentAt, manual }) =>
    doubtStep(retryPolicy, {
      status,
      manual,
      sinceFirstSentMs: now.getTime() - firstSentAt.getTime(),
      sinceLastSentMs: now.getTime() - lastSentAt.getTime(),
    }),
  )
  await waitLonger(services, steps.get('ask-again') ?? [], now)
  await giveUp(services, steps.get('call-people') ?? [], now)
  await sendAgain(services, steps.get('send-again') ?? [])
}

async function waitLonger(services: Services, open: readonly Open[], now: Date): Promise<void> {
  if (open.length === 0) return
  const { retryPolicy } = services.settings
  await services.database.transact(async (tx) => {
    await queryLater(
      tx,
      open.map(({ rowId, asks, manual }) => ({
        rowId,
        nextQueryAt: new Date(
          now.getTime() + (manual ? retryPolicy.maxQueryIntervalMs : nextQueryMs(retryPolicy, asks)),
        ),
      })),
    )
  })
}

/** Two people take over; the bank is asked on, as its word still ends the matter. */
async function giveUp(services: Services, open: readonly Open[], now: Date): Promise<void> {
  if (open.length === 0) return
  const nextQueryAt = new Date(now.getTime() + services.settings.retryPolicy.maxQueryIntervalMs)
  const words = new Map(open.map(({ transferId, status }) => [transferId, status]))
  await services.database.transact(async (tx) => {
    const given = await callPeople(
      tx,
      open.map(({ rowId }) => rowId),
      nextQueryAt,
    )
    await insertEvents(
      tx,
      given.map(({ transferId, attempts }) => ({
        transferId,
        kind: 'gave-up',
        from: 'in-doubt',
        to: 'manual',
        attempt: attempts,
        detail: words.get(transferId) ?? '',
      })),
      now,
    )
  })
}

/** The bank's window is over and it knows nothing: the same reference once more, so that it can never be paid twice. */
async function sendAgain(services: Services, open: readonly Open[]): Promise<void> {
  if (open.length === 0) return
  const lease = leaseFrom(services)
  const claimed = await claimApproved(services, async (tx) => {
    const again = await claimAgain(tx, lease, open)
    await noteSentAgain(tx, again, lease.at)
    return again
  })
  await submitClaimed(services, claimed, lease)
}

/** A first sending is told by its lease. */
async function noteSentAgain(tx: Tx, claimed: readonly Claimed[], at: Date): Promise<void> {
  await insertEvents(
    tx,
    claimed.map(({ transferId, attempts }) => ({
      transferId,
      kind: 'sent',
      from: 'in-doubt',
      to: 'sending',
      attempt: attempts,
      detail: '',
    })),
    at,
  )
}
