// A bank in memory that passes the same contract as the real channel: each reference once, scripted by card endings (D24), on the test's clock.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { daysFrom, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { BankStatus } from '@paywages/domain/transfers/transfer-state.ts'
import {
  type AcceptedPage,
  type BankOrder,
  type BankPort,
  BankSilent,
  type BankUpdate,
  BeyondRecord,
  type StatementPage,
} from '../adapters/bank/bank-port.ts'
import { openSignedHttpBank } from '../adapters/bank/signed-http.ts'
import type { Clock } from '../adapters/clock/clock.ts'

/** What goes wrong on the way: the order lost, or only the answer. */
export type Fault = 'lost-order' | 'lost-answer' | 'answer-500'

export type BankRecord = {
  readonly order: BankOrder
  readonly serial: string
  readonly acceptedAt: number
  /** When it is paid, if ever; Infinity where it is not. */
  readonly paidAt: number
  readonly returnedAt: number
  readonly rejected: string
  /** From then on the bank says definitely that it never took the order. */
  readonly deniedAt: number
}

const MESSAGES: Partial<Record<BankStatus, string>> = { 'not-accepted': '未受理', returned: '退票' }

export class MemoryBank implements BankPort {
  readonly records = new Map<string, BankRecord>()
  /** Orders as they came in, repeats included. */
  readonly received: BankOrder[] = []
  /** Asked before each call; a seeded test draws from it. */
  fault: ((call: 'submit' | 'query' | 'statement' | 'accepted') => Fault | undefined) | undefined
  /** False: a bank that has no call for accepted orders. */
  tellsAccepted = true
  /** False: its answers do not tell its clock. */
  tellsTime = true
  /** So many days before its own it holds its record. */
  recordDays = Number.POSITIVE_INFINITY
  /** How many lines or orders a page holds. */
  pageSize = 500
  readonly readNotice: BankPort['readNotice']
  readonly #clock: Clock
  #serials = 0

  constructor(clock: Clock, secret: string) {
    this.#clock = clock
    this.readNotice = openSignedHttpBank({
      url: 'http://nowhere.invalid',
      secret,
      timeoutMs: 1_000,
    }).readNotice
  }

  async submit(orders: readonly BankOrder[]): Promise<readonly BankUpdate[]> {
    const fault = this.fault?.('submit')
    if (fault === 'lost-order') throw new BankSilent('unreachable')
    const silences = orders.map((order) => this.#accept(order))
    if (fault === 'lost-answer') throw new BankSilent('timeout')
    if (fault === 'answer-500' || silences.includes('500')) throw new BankSilent('http-500')
    if (silences.includes('hang')) throw new BankSilent('timeout')
    return orders.map(({ reference, amountFen }) => this.#answer(reference, amountFen))
  }

  async query(references: readonly string[]): Promise<readonly BankUpdate[]> {
    const fault = this.fault?.('query')
    if (fault !== undefined) throw new BankSilent('timeout')
    return references.map((reference) => this.#answer(reference))
  }

  async statement(day: Day, after?: string): Promise<StatementPage> {
    if (this.fault?.('statement') !== undefined) throw new BankSilent('timeout')
    const now = this.#now()
    if (daysFrom(day, shanghaiDay(new Date(now))) > this.recordDays) throw new BeyondRecord(day)
    const lines = [...this.records.values()]
      .flatMap((record) => [
        { record, status: 'succeeded' as const, at: record.paidAt },
        { record, status: 'returned' as const, at: record.returnedAt },
      ])
      .filter(({ at }) => at <= now && shanghaiDay(new Date(at)) === day)
      .sort((a, b) => a.at - b.at || Number(a.record.serial) - Number(b.record.serial))
      .map(({ record, status, at }) => ({
        ...this.#update(record, status, at),
        name: record.order.name,
        cardTail: record.order.cardNo.slice(-4),
      }))
    const from = after === undefined ? 0 : Number(after)
    return {
      lines: lines.slice(from, from + this.pageSize),
      next: lines.length > from + this.pageSize ? String(from + this.pageSize) : undefined,
      saidAt: this.tellsTime ? new Date(now) : undefined,
    }
  }

  async accepted(since: Date, after?: string): Promise<AcceptedPage | undefined> {
    if (this.fault?.('accepted') !== undefined) throw new BankSilent('timeout')
    if (!this.tellsAccepted) return undefined
    const open = [...this.records.values()].filter(
      ({ order, acceptedAt, serial }) =>
        this.#answer(order.reference).status === 'processing' &&
        acceptedAt >= since.getTime() &&
        Number(serial) > Number(after ?? 0),
    )
    const page = open.slice(0, this.pageSize)
    return {
      orders: page.map(({ order, acceptedAt }) => ({
        reference: order.reference,
        amountFen: order.amountFen,
        at: new Date(acceptedAt),
        name: order.name,
        cardTail: order.cardNo.slice(-4),
      })),
      next: open.length > page.length ? page.at(-1)?.serial : undefined,
    }
  }

  /** Refuses what it has accepted and not executed yet. */
  reject(reference: string): void {
    const record = this.records.get(reference)
    if (record) this.records.set(reference, { ...record, paidAt: never, rejected: '账户不存在' })
  }

  /** What a callback about these would say now. */
  updateOf(references: Iterable<string>): BankUpdate[] {
    return [...references].map((reference) => this.#answer(reference))
  }

  /** What the bank paid out, and what of it came back. */
  executed(): { reference: string; amountFen: Fen; returned: boolean }[] {
    const now = this.#now()
    return [...this.records.values()]
      .filter(({ paidAt }) => paidAt <= now)
      .map(({ order, returnedAt }) => ({
        reference: order.reference,
        amountFen: order.amountFen,
        returned: returnedAt <= now,
      }))
  }

  #now(): number {
    return this.#clock.now().getTime()
  }

  /** Each reference once, whatever is sent under it again. */
  #accept(order: BankOrder): 'hang' | '500' | undefined {
    this.received.push(order)
    const known = this.records.get(order.reference)
    if (known) return known.deniedAt < Number.POSITIVE_INFINITY ? 'hang' : undefined
    const now = this.#now()
    this.#serials += 1
    const never = Number.POSITIVE_INFINITY
    const plain = {
      order,
      serial: String(this.#serials),
      acceptedAt: now,
      paidAt: now,
      returnedAt: never,
      rejected: '',
      deniedAt: never,
    }
    const { record, silence } = SCRIPTS[order.cardNo.slice(-4)]?.(plain, now) ?? { record: plain }
    this.records.set(order.reference, record)
    return silence
  }

  #answer(reference: string, amountFen?: Fen): BankUpdate {
    const record = this.records.get(reference)
    const now = this.#now()
    if (!record)
      return { reference, status: 'not-found', amountFen: undefined, message: '', serial: '', at: undefined }
    if (amountFen !== undefined && amountFen !== record.order.amountFen)
      return this.#update(record, 'conflict', now)
    if (record.returnedAt <= now) return this.#update(record, 'returned', record.returnedAt)
    if (record.rejected !== '') return { ...this.#update(record, 'rejected', now), message: record.rejected }
    if (record.deniedAt <= now) return this.#update(record, 'not-accepted', now)
    if (record.deniedAt < Number.POSITIVE_INFINITY) return this.#update(record, 'not-found', now)
    return record.paidAt <= now
      ? this.#update(record, 'succeeded', record.paidAt)
      : this.#update(record, 'processing', now)
  }

  #update(record: BankRecord, status: BankStatus, at: number): BankUpdate {
    return {
      reference: record.order.reference,
      status,
      amountFen: status === 'not-found' || status === 'conflict' ? undefined : record.order.amountFen,
      message: MESSAGES[status] ?? '',
      serial: record.serial,
      at: new Date(at),
    }
  }
}

type Scripted = { readonly record: BankRecord; readonly silence?: 'hang' | '500' }
const never = Number.POSITIVE_INFINITY

/** What the last four digits of a card make the bank do (D24). */
const SCRIPTS: Readonly<Record<string, (plain: BankRecord, now: number) => Scripted>> = {
  '0001': (plain) => ({ record: { ...plain, paidAt: never, rejected: '账户不存在' } }),
  '0002': (plain) => ({ record: { ...plain, paidAt: never, rejected: '户名不符' } }),
  '0003': (plain, now) => ({ record: { ...plain, paidAt: now + 5_000 } }),
  '0004': (plain) => ({ record: plain, silence: 'hang' }),
  '0005': (plain, now) => ({ record: { ...plain, paidAt: never, deniedAt: now + 10_000 }, silence: 'hang' }),
  '0006': (plain, now) => ({ record: { ...plain, returnedAt: now + 10_000 } }),
  '0007': (plain) => ({ record: plain, silence: '500' }),
}
