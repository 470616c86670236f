// Asks the bank about transfers in doubt, and decides how to go on with those it says nothing definite about.

import { type Doubt, doubtStep, nextAskMs } from '@paywages/domain/transfers/patience.ts'
import { type BankNews, BankSilent } from '../adapters/bank/bank-port.ts'
import type { House } from '../house.ts'
import { insertEvents } from './event-store.ts'
import { hearBank } from './hear-bank.ts'
import { leaseFrom, noteSending, submitClaimed } from './send-transfers.ts'
import { askLater, callPeople, claimAgain, claimDoubts, type Doubted } from './transfer-store.ts'

const CHUNK = 200

type Indefinite = Doubt['word']
const DEFINITE = new Set(['succeeded', 'rejected', 'not-accepted', 'returned'])

/** Asks about one chunk of what is due; returns how many. */
export async function askAboutDoubts(house: House, limit = CHUNK): Promise<number> {
  const { at: now, until } = leaseFrom(house)
  const doubts = await house.database.transact((tx) => claimDoubts(tx, now, until, limit))
  if (doubts.length === 0) return 0
  const news = await answerTo(house, doubts)
  await hearBank(
    house,
    'asked',
    news.filter(({ word }) => DEFINITE.has(word)),
  )
  const said = new Map(news.map((one) => [one.reference, one]))
  await goOn(
    house,
    doubts.flatMap((doubt) => {
      const word = indefiniteWord(doubt, said.get(doubt.reference))
      return word === undefined ? [] : [{ ...doubt, word }]
    }),
  )
  return doubts.length
}

/** Undefined where its word ended the matter; a definite word about another amount ends nothing of ours. */
function indefiniteWord(doubt: Doubted, news: BankNews | undefined): Indefinite | undefined {
  if (news === undefined) return 'no-answer'
  if (!DEFINITE.has(news.word)) return news.word as Indefinite
  return news.amountFen === undefined || news.amountFen === doubt.netFen ? undefined : 'conflict'
}

async function answerTo(house: House, doubts: readonly Doubted[]): Promise<readonly BankNews[]> {
  try {
    return await house.bank.query(doubts.map(({ reference }) => reference))
  } catch (error) {
    if (!(error instanceof BankSilent)) throw error
    house.metrics.bankSilences.inc({ silence: error.silence })
    return []
  }
}

type Open = Doubted & { readonly word: Indefinite }

async function goOn(house: House, open: readonly Open[]): Promise<void> {
  const now = house.clock.now()
  const { patience } = house.settings
  const steps = Map.groupBy(open, ({ word, firstSentAt, lastSentAt, manual }) =>
    doubtStep(patience, {
      word,
      manual,
      sinceFirstSentMs: now.getTime() - firstSentAt.getTime(),
      sinceLastSentMs: now.getTime() - lastSentAt.getTime(),
    }),
  )
  await waitLonger(house, steps.get('ask-again') ?? [], now)
  await giveUp(house, steps.get('call-people') ?? [], now)
  await sendAgain(house, steps.get('send-again') ?? [])
}

async function waitLonger(house: House, open: readonly Open[], now: Date): Promise<void> {
  if (open.length === 0) return
  const { patience } = house.settings
  await house.database.transact(async (tx) => {
    await askLater(
      tx,
      open.map(({ transferId, asks, manual }) => ({
        transferId,
        nextAskAt: new Date(now.getTime() + (manual ? patience.longestAskMs : nextAskMs(patience, asks))),
      })),
    )
  })
}

/** Two people take over; the bank is asked on, as its word still ends the matter. */
async function giveUp(house: House, open: readonly Open[], now: Date): Promise<void> {
  if (open.length === 0) return
  const nextAskAt = new Date(now.getTime() + house.settings.patience.longestAskMs)
  const words = new Map(open.map(({ transferId, word }) => [transferId, word]))
  await house.database.transact(async (tx) => {
    const given = await callPeople(
      tx,
      open.map(({ transferId }) => transferId),
      nextAskAt,
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
async function sendAgain(house: House, open: readonly Open[]): Promise<void> {
  if (open.length === 0) return
  const lease = leaseFrom(house)
  const claimed = await house.database.transact(async (tx) => {
    const taken = await claimAgain(tx, lease, open)
    await noteSending(tx, taken, lease.at)
    return taken
  })
  await submitClaimed(house, claimed, lease)
}
