// A random year of payouts at one provider, with failures, returns, late successes and month ends; and what should come of it, calculated apart from the product.

import {
  addMonths,
  DAY_MS,
  type Day,
  type Month,
  shanghaiDay,
  shanghaiMonth,
  startOfDay,
} from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuan } from '@paywages/domain/money/fen.ts'
import { ADJUSTMENT_ITEMS, type AdjustmentItem } from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import { type MonthSoFar, monthsSoFar } from '@paywages/domain/tax/month-so-far.ts'
import { lastClosable, monthsToClose } from '@paywages/domain/tax/periods.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import { sealPerson } from '../freelancers/seal-person.ts'
import { registerPeople } from '../freelancers/store.ts'
import { applyBankUpdates } from '../transfers/apply-bank-updates.ts'
import { actorOf } from './actor.ts'
import { type BankStatus, sendInVain, updateOf } from './doubted-transfer.ts'
import { freshRows, type SheetRow } from './payout-sheet.ts'
import { type ProviderFixture, startedBatch, transfersOf } from './provider-fixture.ts'
import type { Random } from './simulation/random.ts'
import { closeMonthsAt } from './tax.ts'
import { adjust } from './tax-adjustments.ts'
import { type Entered, reckonWithheld } from './tax-reckoning.ts'
import type { TestServices } from './test-services.ts'

/** One row as this file believes it to be. */
export type Payout = {
  readonly reference: string
  readonly person: SheetRow
  readonly month: Month
  readonly amountFen: Fen
  /** By which method it was withheld, or 'none'. */
  readonly way: Way
  /** By the reckoning of the tests, from what stood when it was started. */
  readonly taxFen: Fen
  /** As the product has it. */
  readonly storedTaxFen: Fen
  status: 'processing' | 'succeeded' | 'failed'
  paidIn: Month | undefined
  reversedIn: Month | undefined
}

/** What two people entered, as this file believes it to count. */
export type YearAdjustment = {
  readonly person: SheetRow
  readonly item: AdjustmentItem
  readonly month: Month
  readonly countedMonth: Month
  readonly fen: Fen
  bookedIn: Month | undefined
}

type Step = { readonly at: number; readonly take: () => Promise<void> }
type Fate = readonly (readonly [days: number, status: BankStatus])[]
type Terms = { readonly method: TaxMethod; readonly settings: { readonly gapRule: GapRule } }
export type Way = TaxMethod | 'none'
const WAYS: readonly Way[] = ['cumulative', 'cumulative', 'per-payment', 'none']
type Draft = { readonly person: SheetRow; readonly amountFen: Fen }

/** The last start is let through; by then the bank has said everything else. */
const LAST_START = Date.parse('2027-03-31T23:59:30+08:00')
const LAST_UPDATE = Date.parse('2027-03-30T12:00:00+08:00')
/** The first instant at which March can be closed. */
const LAST_CLOSING = Date.parse('2027-04-01T00:10:00+08:00')
const MONTHS = Array.from({ length: 14 }, (_, index) =>
  new Date(Date.UTC(2026, index, 1)).toISOString().slice(0, 7),
)
const KIND: Readonly<Record<AdjustmentItem, Entered['kind']>> = {
  'exempt-income': 'exempt',
  'health-insurance': 'other',
  'deferred-pension': 'other',
  donation: 'other',
  'other-deduction': 'other',
  'tax-relief': 'relief',
}
const BATCHES_A_MONTH = [0, 1, 1, 1, 1, 2, 2, 2]

export class TaxYear {
  readonly people = freshRows(4)
  readonly payouts: Payout[] = []
  /** Closed months, and how many payouts were at the bank then. */
  readonly periods: { readonly month: Month; readonly open: number }[] = []
  readonly adjustments: YearAdjustment[] = []
  readonly #services: TestServices
  readonly #fixture: ProviderFixture
  readonly #terms: Terms
  readonly #random: Random
  /** Of its own, so that the payouts of a seed stay what they are. */
  readonly #adjusting: Random
  /** Where the provider changes how it withholds, before a batch now and then. */
  readonly #switching: Random | undefined
  #way: Way
  readonly #steps: Step[] = []

  constructor(
    services: TestServices,
    fixture: ProviderFixture,
    terms: Terms,
    random: Random,
    adjusting: Random,
    switching?: Random,
  ) {
    this.#services = services
    this.#fixture = fixture
    this.#terms = terms
    this.#random = random
    this.#adjusting = adjusting
    this.#switching = switching
    this.#way = terms.method
  }

  /** From January to March of the next year; everything is settled and closed in the end. */
  async live(): Promise<void> {
    await this.#register()
    for (const month of MONTHS) this.#plan(month)
    const last = this.people.map((person) => ({ person, amountFen: 90_000_00n }))
    this.#at(LAST_START, () => this.#start(LAST_START, last, () => [[0, 'succeeded']]))
    this.#at(LAST_CLOSING, () => this.#close(new Date(LAST_CLOSING)))
    for (;;) {
      this.#steps.sort((a, b) => a.at - b.at)
      const next = this.#steps.shift()
      if (!next) return
      this.#services.clock.set(new Date(next.at))
      await next.take()
    }
  }

  #at(at: number, take: () => Promise<void>): void {
    this.#steps.push({ at, take })
  }

  /** Now and then nothing, which is a gap in everybody's run; closed at once, some days later, or with a later month. */
  #plan(month: Month): void {
    const random = this.#random
    for (let batches = random.pick(BATCHES_A_MONTH); batches > 0; batches -= 1) {
      const at = startIn(month, random)
      const rows = Array.from({ length: random.between(1, 4) }, () => ({
        person: random.pick(this.people),
        amountFen: BigInt(random.between(1, random.pick([9_000_00, 30_000_00]))),
      }))
      this.#at(at, () => this.#start(at, rows, () => fateOf(random)))
    }
    const adjusting = this.#adjusting
    // Before anybody's first income of the year; some have theirs months later.
    if (month.endsWith('-01'))
      for (let count = adjusting.between(1, 3); count > 0; count -= 1)
        this.#at(Date.parse(`${month}-01T00:00:00+08:00`), () => this.#adjust(month))
    for (let count = adjusting.between(0, 2); count > 0; count -= 1) {
      const at = startIn(month, adjusting)
      this.#at(at, () => this.#adjust(month))
    }
    const closing = endOf(month) + random.pick([10 * 60_000, random.between(1, 20) * DAY_MS])
    if (random.chance(0.7)) this.#at(closing, () => this.#close(new Date(closing)))
  }

  /** Sent, and lost on the way: what becomes of each row, the bank tells later. */
  async #start(at: number, drafts: readonly Draft[], fate: () => Fate): Promise<void> {
    const month = shanghaiMonth(new Date(at))
    const sheet = drafts.map(({ person, amountFen }, index) => ({
      ...person,
      amount: formatYuan(amountFen),
      month,
      remark: `${at} ${index}`,
    }))
    if (this.#switching?.chance(0.9)) await this.#switchTo(this.#switching.pick(WAYS))
    const { batchId } = await startedBatch(this.#services, this.#fixture, sheet)
    await sendInVain(this.#services, 'lost-order')
    const sent = await transfersOf(this.#services, batchId)
    const taxes = this.#reckonTaxes(drafts, shanghaiDay(new Date(at)))
    for (const [index, draft] of drafts.entries()) {
      const payout: Payout = {
        ...draft,
        way: this.#way,
        reference: sent[index]?.reference ?? '',
        month,
        taxFen: taxes[index] ?? 0n,
        storedTaxFen: sent[index]?.tax ?? -1n,
        status: 'processing',
        paidIn: undefined,
        reversedIn: undefined,
      }
      this.payouts.push(payout)
      let when = at
      for (const [days, status] of fate()) {
        when = Math.min(when + days * DAY_MS + 90_000, Math.max(LAST_UPDATE, at + 1_000))
        this.#at(when, () => this.#applyBankStatus(payout, status))
      }
    }
  }

  async #switchTo(way: Way): Promise<void> {
    this.#way = way
    await this.#services.query(
      'update providers set withholds_tax = $2, tax_method = coalesce($3, tax_method) where provider_id = $1',
      [this.#fixture.providerId, way !== 'none', way === 'none' ? null : way],
    )
  }

  /** Each sees what was paid in the same way or is on its way when it began, and those before it in its batch. */
  #reckonTaxes(drafts: readonly Draft[], day: Day): Fen[] {
    const taxes: Fen[] = drafts.map(() => 0n)
    const method = this.#way
    if (method === 'none') return taxes
    for (const whose of new Set(drafts.map(({ person }) => person))) {
      const own = drafts.flatMap((draft, index) => (draft.person === whose ? [{ ...draft, index }] : []))
      const before = this.payouts.filter(({ person, status }) => person === whose && status !== 'failed')
      const past = monthsOfYear(
        before.filter(({ way }) => way === method),
        day.slice(0, 4),
      )
      const entered = enteredBy(method, before, this.enteredFor(whose))
      const month = day.slice(0, 7)
      for (const { index, amountFen } of own) {
        const withheldFen = reckonWithheld({ ...this.#terms, method }, past, month, amountFen, entered)
        past.push({ month, incomeFen: amountFen, withheldFen })
        taxes[index] = withheldFen
      }
    }
    return taxes
  }

  /** What counts for that person, all of it or what stood when a period was closed. */
  enteredFor(person: SheetRow, period?: Month): Entered[] {
    return this.adjustments
      .filter((one) => one.person === person)
      .filter(({ bookedIn }) => period === undefined || (bookedIn !== undefined && bookedIn <= period))
      .map(({ item, countedMonth: month, fen }) => ({ month, fen, kind: KIND[item] }))
  }

  async #register(): Promise<void> {
    const { cipher, clock, database } = this.#services
    const { person } = await actorOf(this.#services, this.#fixture.pay)
    const source = { at: clock.now(), accountId: person.accountId, batchId: null }
    const sealed = this.people.map((one) => sealPerson(cipher, one))
    await database.transact((tx) => registerPeople(tx, cipher, this.#fixture.providerId, sealed, source))
  }

  /** For this month or an earlier one of the year, which may be closed; now and then one is undone, once. */
  async #adjust(now: Month): Promise<void> {
    const random = this.#adjusting
    const year = now.slice(0, 4)
    const undone = new Set(
      this.adjustments.filter(({ fen }) => fen < 0n).map(({ person, item }) => `${person.idCardNo} ${item}`),
    )
    const undoable = this.adjustments.filter(
      ({ person, item, fen, countedMonth }) =>
        fen > 0n && countedMonth.startsWith(year) && !undone.has(`${person.idCardNo} ${item}`),
    )
    const back = random.chance(0.4) ? undoable[0] : undefined
    const earlier = addMonths(now, -random.between(0, 3))
    const month = back !== undefined || !earlier.startsWith(year) ? now : earlier
    const person = back?.person ?? random.pick(this.people)
    const item = back?.item ?? random.pick(ADJUSTMENT_ITEMS)
    const fen = back ? -back.fen : BigInt(random.between(1, item === 'tax-relief' ? 300_00 : 4_000_00))
    const lastClosed = this.periods.at(-1)?.month
    const countedMonth = lastClosed !== undefined && month <= lastClosed ? addMonths(lastClosed, 1) : month
    await adjust(this.#services, this.#fixture, person.idCardNo, { month, item, amountFen: fen })
    this.adjustments.push({ person, item, month, countedMonth, fen, bookedIn: undefined })
  }

  async #applyBankStatus(payout: Payout, status: BankStatus): Promise<void> {
    await applyBankUpdates(this.#services, 'notified', [updateOf(payout.reference, status)])
    payout.status = status === 'succeeded' ? 'succeeded' : 'failed'
  }

  async #close(now: Date): Promise<void> {
    const first = this.payouts[0]?.month
    // Nothing to close yet is refused; other tests see to that.
    if (first === undefined || first > lastClosable(now)) return
    const months = monthsToClose(first, this.periods.at(-1)?.month, now)
    for (const month of months) {
      for (const payout of this.payouts) bookIn(payout, month)
      for (const one of this.adjustments) if (one.countedMonth <= month) one.bookedIn ??= month
      const open = this.payouts.filter((one) => one.status === 'processing' && one.month <= month).length
      this.periods.push({ month, open })
    }
    const closed = await closeMonthsAt(this.#services, this.#fixture, now)
    if (closed.months !== months.length)
      throw new Error(`${closed.months} months closed, not ${months.length}`)
  }
}

/** What was entered for a month counts with its income per payment, if it has any, and never twice. */
export function enteredBy(way: Way, payouts: readonly Payout[], entered: readonly Entered[]): Entered[] {
  if (way !== 'cumulative') return [...entered]
  const taken = new Set(payouts.filter((one) => one.way === 'per-payment').map(({ month }) => month))
  return entered.filter(({ month }) => !taken.has(month))
}

export function monthsOfYear(payouts: readonly Payout[], year: string): MonthSoFar[] {
  return [
    ...monthsSoFar(
      payouts
        .filter(({ month }) => month.startsWith(year))
        .map(({ month, amountFen, taxFen }) => ({ month, incomeFen: amountFen, withheldFen: taxFen })),
    ),
  ]
}

/** As the announcement has it: counted where it stands when its period is closed, taken back in the one that is closed then. */
function bookIn(payout: Payout, month: Month): void {
  if (payout.status === 'succeeded' && payout.paidIn === undefined && payout.month <= month)
    payout.paidIn = month
  else if (payout.status === 'failed' && payout.paidIn !== undefined) payout.reversedIn ??= month
}

/** Days after the word before. */
function fateOf(random: Random): Fate {
  const days = (most: number) => random.next() * most
  const paid = (after = 0) => [after, 'succeeded'] as const
  const refused = (after = 0) => [after, 'rejected'] as const
  const back = (after: number) => [after, 'returned'] as const
  return random.pickWeighted<Fate>([
    [10, [paid()]],
    [2, [refused()]],
    [4, [paid(), back(days(75))]],
    [2, [refused(), paid(days(45))]],
    [1, [refused(), paid(days(30)), back(days(60))]],
    [2, [paid(days(40))]],
    [1, [refused(days(40))]],
  ])
}

/** Somewhere in the month; often in its first or its last minute. */
function startIn(month: Month, random: Random): number {
  const first = Date.parse(`${month}-01T00:00:00+08:00`)
  const end = endOf(month)
  return random.pickWeighted([
    [3, first + Math.floor(random.next() * (end - first - 60_000))],
    [2, end - random.between(1, 60) * 1_000],
    [1, first + random.between(0, 59) * 1_000],
  ])
}

/** The first instant after it. */
const endOf = (month: Month) => startOfDay(`${addMonths(month, 1)}-01`).getTime()
