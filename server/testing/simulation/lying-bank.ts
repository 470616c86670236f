// A bank that loses orders and answers, takes its time, says what is not so and calls back as it likes; but pays each reference once.

import { type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { BankStatus } from '@paywages/domain/transfers/transfer-state.ts'
import { type BankOrder, type BankPort, BankSilent, type BankUpdate } from '../../adapters/bank/bank-port.ts'
import type { Clock } from '../../adapters/clock/clock.ts'
import type { Conditions } from './conditions.ts'
import type { Coverage } from './coverage.ts'
import { drawCalls, drawFate, type Fate, statusAt } from './order-fate.ts'
import { drawFor, type Random } from './random.ts'

export type BankRecord = {
  readonly order: BankOrder
  readonly name: string
  readonly serial: string
  readonly fate: Fate
}

/** A callback that waits to be delivered. */
export type Callback = {
  readonly dueAt: number
  readonly update: BankUpdate
  readonly name: string
  nonce: string
}

type Fault =
  | 'order lost'
  | 'order delayed'
  | 'answer lost'
  | 'answered 500 before executing'
  | 'answered 500 after executing'

const FAULTS: readonly (readonly [number, Fault])[] = [
  [3, 'order lost'],
  [3, 'order delayed'],
  [3, 'answer lost'],
  [1, 'answered 500 before executing'],
  [2, 'answered 500 after executing'],
]

type Given = {
  readonly seed: number
  readonly clock: Clock
  readonly conditions: Conditions
  readonly coverage: Coverage
  /** A name for a reference that is the same at every replay. */
  readonly nameOf: (reference: string) => string
}

export class LyingBank implements BankPort {
  readonly records = new Map<string, BankRecord>()
  /** What it really said of a reference, where somebody could hear it. */
  readonly said = new Map<string, Set<BankStatus>>()
  callbacks: Callback[] = []
  faulty = true
  readonly readNotice: BankPort['readNotice']
  readonly #given: Given
  readonly #began: number
  readonly #attempts = new Map<string, number>()
  #underWay: { readonly orders: readonly BankOrder[]; readonly arrivesAt: number }[] = []
  #nonces = 0

  constructor(given: Given, readNotice: BankPort['readNotice']) {
    this.#given = given
    this.#began = given.clock.now().getTime()
    this.readNotice = readNotice
  }

  async submit(orders: readonly BankOrder[]): Promise<readonly BankUpdate[]> {
    this.arrive()
    // In one order always, whichever the database gave them in.
    const sorted = [...orders].sort((a, b) =>
      this.nameOf(a.reference).localeCompare(this.nameOf(b.reference)),
    )
    const random = this.#drawFor(
      'submit',
      sorted.map(({ reference }) => reference),
    )
    this.#refuseOutage()
    const fault = this.#drawFault(random)
    if (fault === 'order lost') throw new BankSilent('unreachable')
    if (fault === 'answered 500 before executing') throw new BankSilent('http-500')
    if (fault === 'order delayed') {
      const arrivesAt = this.now() + random.pick([100, 20_000, 50_000, 100_000, 300_000])
      this.#underWay.push({ orders: sorted, arrivesAt })
      throw new BankSilent('timeout')
    }
    const known = new Set(sorted.filter(({ reference }) => this.records.has(reference)))
    const muddles = (order: BankOrder) =>
      this.faulty && random.chance(known.has(order) ? 0.3 : this.#given.conditions.lies / 5)
    for (const order of sorted) this.#accept(order, this.now())
    if (fault === 'answer lost') throw new BankSilent('timeout')
    if (fault === 'answered 500 after executing') throw new BankSilent('http-500')
    const answers = sorted
      .map((order) => this.#answer(order.reference, muddles(order)))
      // It has nothing to say yet of what it does not show yet.
      .filter(({ status }) => status !== 'not-found')
    return this.#inPart(random, answers)
  }

  async query(references: readonly string[]): Promise<readonly BankUpdate[]> {
    this.arrive()
    const sorted = [...references].sort((a, b) => this.nameOf(a).localeCompare(this.nameOf(b)))
    const random = this.#drawFor('query', sorted)
    this.#refuseOutage()
    if (this.#drawFault(random) !== undefined) throw new BankSilent('timeout')
    return this.#inPart(
      random,
      sorted.map((reference) => this.#answer(reference, false)),
    )
  }

  async statement(day: Day, after?: string) {
    this.arrive()
    const random = this.#drawFor('statement', [])
    if (this.faulty && random.chance(this.#given.conditions.bankFault / 2)) {
      this.#given.coverage.saw('statement unreadable')
      throw new BankSilent('malformed')
    }
    const now = this.now()
    const lines = [...this.records.values()]
      .flatMap((record) => [
        { record, status: 'succeeded' as const, at: record.fate.paidAt },
        { record, status: 'returned' as const, at: record.fate.returnedAt },
      ])
      .filter(({ at }) => at <= now && shanghaiDay(new Date(at)) === day)
      .sort((a, b) => a.at - b.at || a.record.name.localeCompare(b.record.name))
    // Small pages, so that there are several.
    const from = Number(after ?? 0)
    const page = lines
      .slice(from, from + 3)
      .map(({ record, status, at }) => this.#say(updateOf(record, status, at)))
    return { lines: page, next: lines.length > from + 3 ? String(from + 3) : undefined }
  }

  async accepted(since: Date) {
    this.arrive()
    const open = [...this.records.values()].filter(
      ({ fate, order }) =>
        this.statusOf(order.reference) === 'processing' && fate.visibleAt >= since.getTime(),
    )
    return {
      orders: open.map(({ order, fate }) => ({ ...order, at: new Date(fate.visibleAt) })),
      next: undefined,
    }
  }

  /** Brought to its counter: it pays as ever, and calls nobody back about it. */
  takeFile(orders: readonly BankOrder[]): void {
    this.arrive()
    for (const order of orders) this.#accept(order, this.now(), 'file')
  }

  /** What it would say of a payment now. */
  statusOf(reference: string): BankStatus {
    const record = this.records.get(reference)
    return record ? statusAt(record.fate, this.now()) : 'not-found'
  }

  /** Said in a result; of what came back, also that it was paid. */
  tellInFile(reference: string, status: BankStatus): void {
    const record = this.records.get(reference)
    if (!record) return
    this.#say(updateOf(record, status, this.now()))
    if (status === 'returned') this.#say(updateOf(record, 'succeeded', this.now()))
  }

  nameOf(reference: string): string {
    return this.#given.nameOf(reference)
  }

  now(): number {
    return this.#given.clock.now().getTime()
  }

  /** Orders that were long under way reach the bank. */
  arrive(): void {
    const now = this.now()
    const due = this.#underWay.filter(({ arrivesAt }) => arrivesAt <= now)
    this.#underWay = this.#underWay.filter(({ arrivesAt }) => arrivesAt > now)
    for (const { orders, arrivesAt } of due) for (const order of orders) this.#accept(order, arrivesAt)
  }

  /** What a person who looks closely finds out: paid, never to be paid, or nobody can tell yet. */
  truthOf(reference: string): 'paid' | 'never' | 'open' {
    this.arrive()
    const record = this.records.get(reference)
    if (record)
      return record.fate.paidAt <= this.now()
        ? 'paid'
        : record.fate.paidAt < Number.POSITIVE_INFINITY
          ? 'open'
          : 'never'
    const travels = this.#underWay.some(({ orders }) => orders.some((order) => order.reference === reference))
    return travels ? 'open' : 'never'
  }

  /** When the last thing that it will ever do of itself is done. */
  lastMoment(): number {
    const moments = [...this.records.values()].flatMap(({ fate }) => [
      fate.paidAt,
      fate.returnedAt,
      fate.deniedAt,
      fate.visibleAt,
    ])
    const travels = this.#underWay.map(({ arrivesAt }) => arrivesAt)
    const calls = this.callbacks.map(({ dueAt }) => dueAt)
    return Math.max(this.#began, ...[...moments, ...travels, ...calls].filter(Number.isFinite))
  }

  /** Takes a callback out of those that are due; it is heard when it is delivered. */
  takeCallback(random: Random): Callback | undefined {
    this.arrive()
    const due = this.callbacks.filter(({ dueAt }) => dueAt <= this.now())
    if (due.length === 0) return undefined
    const callback = random.pick(due)
    this.callbacks = this.callbacks.filter((one) => one !== callback)
    this.#say(callback.update)
    return callback
  }

  freshNonce(): string {
    this.#nonces += 1
    return `nonce-${this.#given.seed}-${String(this.#nonces).padStart(8, '0')}`
  }

  /** Each reference once, whatever is sent under it again. */
  #accept(order: BankOrder, at: number, by: 'order' | 'file' = 'order'): void {
    if (this.records.has(order.reference)) return
    const { seed, conditions } = this.#given
    const name = this.nameOf(order.reference)
    const random = drawFor(seed, `order ${name}`)
    const fate = drawFate(random, at, conditions.lies)
    const record = { order, name, serial: String(this.records.size + 1), fate }
    this.records.set(order.reference, record)
    if (by === 'file') return
    for (const { dueAt, status, offFen } of drawCalls(random, fate, at, conditions.lies)) {
      const happenedAt = Math.min(dueAt, status === 'returned' ? fate.returnedAt : fate.paidAt)
      const update = { ...updateOf(record, status, happenedAt), amountFen: order.amountFen + offFen }
      this.callbacks.push({ dueAt, update, name, nonce: this.freshNonce() })
    }
  }

  #answer(reference: string, muddled: boolean): BankUpdate {
    const record = this.records.get(reference)
    if (!record)
      return this.#say({
        reference,
        status: 'not-found',
        amountFen: undefined,
        message: '',
        serial: '',
        at: undefined,
      })
    const now = this.now()
    const status = muddled ? 'conflict' : statusAt(record.fate, now)
    const at =
      status === 'returned' ? record.fate.returnedAt : status === 'succeeded' ? record.fate.paidAt : now
    return this.#say(updateOf(record, status, at))
  }

  #say(update: BankUpdate): BankUpdate {
    const record = this.records.get(update.reference)
    if (record && update.amountFen !== undefined && update.amountFen !== record.order.amountFen) return update
    const words = this.said.get(update.reference) ?? new Set()
    this.said.set(update.reference, words.add(update.status))
    return update
  }

  #inPart(random: Random, answers: readonly BankUpdate[]): readonly BankUpdate[] {
    if (!this.faulty || !random.chance(this.#given.conditions.bankFault / 3)) return answers
    this.#given.coverage.saw('answered in part')
    return answers.filter(() => random.chance(0.5))
  }

  #refuseOutage(): void {
    const seconds = (this.now() - this.#began) / 1_000
    if (!this.faulty || !this.#given.conditions.outages.some(([from, to]) => seconds >= from && seconds < to))
      return
    this.#given.coverage.saw('bank unreachable')
    throw new BankSilent('unreachable')
  }

  #drawFault(random: Random): Fault | undefined {
    if (!this.faulty || !random.chance(this.#given.conditions.bankFault)) return undefined
    const fault = random.pickWeighted(FAULTS)
    this.#given.coverage.saw(fault)
    return fault
  }

  /** By what is asked and how often it was asked, not by when: calls at once draw the same in any order. */
  #drawFor(call: string, references: readonly string[]): Random {
    const key = `${call} ${references.map((reference) => this.nameOf(reference)).join(' ')}`
    const attempts = (this.#attempts.get(key) ?? 0) + 1
    this.#attempts.set(key, attempts)
    return drawFor(this.#given.seed, `${key} ${attempts}`)
  }
}

const MESSAGES: Partial<Record<BankStatus, string>> = {
  rejected: '账户不存在',
  'not-accepted': '未受理',
  returned: '退票',
}

function updateOf({ order, serial }: BankRecord, status: BankStatus, at: number): BankUpdate {
  const silent = status === 'not-found' || status === 'conflict'
  return {
    reference: order.reference,
    status,
    amountFen: silent ? undefined : order.amountFen,
    message: MESSAGES[status] ?? '',
    serial: silent ? '' : serial,
    at: new Date(at),
  }
}
