// The heart of the bank: every transfer, executed at most once, kept through a kill -9.

import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { type Accepted, AcceptedOrders } from './accepted-orders.ts'
import { type Delays, endingOf } from './card-endings.ts'
import type { Clock } from './clock.ts'
import { DueQueue } from './due-queue.ts'
import { Journal } from './journal.ts'
import type { JournalEntry, MovedEntry, ReceivedEntry } from './journal-entry.ts'
import { type Notice, type NoticeState, Notices } from './notices.ts'
import { type Line, type Page, Statement, type Totals } from './statement.ts'
import {
  conflict,
  isCalledBack,
  movesMoney,
  nextStep,
  notFound,
  type Order,
  resultOf,
  type Step,
  type Transfer,
  type TransferResult,
} from './transfer.ts'

export type BookOptions = {
  readonly folder: string
  readonly secret: string
  readonly clock: Clock
  readonly delays: () => Delays
  /** Called when the disk can no longer be trusted. */
  readonly onBroken: (error: unknown) => void
}

export type Submission = {
  readonly results: TransferResult[]
  /** What becomes of the call that brought these orders. */
  readonly call: 'is-answered' | 'hangs' | 'fails'
  /** To be called back twice before the answer. */
  readonly early: Notice[]
}

/** What happens in one write to the disk. */
const MAX_CHUNK = 1_000
const RECENT = 100
const RECENT_DAYS = 31

export class Book {
  readonly #options: BookOptions
  readonly #cardKey: KeyObject
  readonly #journal: Journal
  readonly #transfers = new Map<string, Transfer>()
  readonly #recent: Transfer[] = []
  readonly #statement = new Statement()
  readonly #accepted = new AcceptedOrders()
  readonly #due = new DueQueue<Transfer>()
  readonly #notices = new Notices()

  constructor(options: BookOptions) {
    this.#options = options
    // From the secret and not from the folder, so that the folder alone does not let anybody try out card numbers.
    const key = hkdfSync('sha256', options.secret, '', 'sandbox-bank card numbers', 32)
    // As an object: raw bytes would be made into one for each card, which takes longer than everything else together.
    this.#cardKey = createSecretKey(Buffer.from(key))
    const file = join(options.folder, 'journal.jsonl')
    this.#journal = Journal.open(file, (entry) => this.#apply(entry as JournalEntry), options.onBroken)
    // Only now, when it is known which steps have been taken already.
    for (const transfer of this.#transfers.values()) this.#await(transfer)
  }

  /** Takes a chunk of orders; a reference that is known already is never executed again. */
  submit(orders: readonly Order[], bookedAt?: number): Submission {
    this.settleDue()
    const received = new Map<string, ReceivedEntry>()
    const differing = new Set<Order>()
    const numbers = this.#newNumbers()
    const now = this.#options.clock()
    const moment = { now, bookedAt: bookedAt ?? now }
    for (const order of orders) {
      const cardHash = this.#hashCard(order.cardNo)
      const known = (received.get(order.reference) ?? this.#transfers.get(order.reference))?.order
      if (!known) received.set(order.reference, this.#receive(order, cardHash, moment, numbers))
      else if (known.amountFen !== order.amountFen || known.cardHash !== cardHash) differing.add(order)
    }
    this.#record([...received.values()])
    const early = this.#notices.takeFresh(({ transfer: { order } }) => {
      return received.has(order.reference) && endingOf(order.cardTail).call === 'follows-callbacks'
    })
    const results = orders.map((order) => {
      const transfer = this.#find(order.reference)
      return differing.has(order) ? conflict(transfer) : resultOf(transfer)
    })
    const alike = orders.filter((order) => !differing.has(order))
    return { results, call: this.#callEnds(alike, received), early }
  }

  query(references: readonly string[]): TransferResult[] {
    this.settleDue()
    return references.map((reference) => {
      const transfer = this.#transfers.get(reference)
      return transfer ? resultOf(transfer) : notFound(reference)
    })
  }

  linesOfDay(day: string, after: number, limit: number): Page<Line> {
    this.settleDue()
    return this.#statement.pageOfDay(day, after, limit)
  }

  acceptedOrders(since: number, after: number, limit: number): Page<Accepted> {
    this.settleDue()
    return this.#accepted.page(since, after, limit)
  }

  /** The last days with lines, newest first. */
  days(): { day: string; count: number }[] {
    return this.#statement.days(RECENT_DAYS)
  }

  /** One part of a day's lines, counted from 1. */
  partOfDay(day: string, part: number, size: number): Line[] {
    this.settleDue()
    return this.#statement.sliceOfDay(day, (part - 1) * size, part * size)
  }

  lines(after: number, limit: number): Page<Line> {
    this.settleDue()
    return this.#statement.page(after, limit)
  }

  /** Does what has fallen due: before each answer too, so that no answer depends on a timer's punctuality. */
  settleDue(): void {
    for (;;) {
      const now = this.#options.clock()
      const due = this.#due.takeDue(now, MAX_CHUNK)
      if (due.length === 0) return
      const numbers = this.#newNumbers()
      try {
        this.#record(due.map((transfer) => this.#move(transfer, now, numbers)))
      } catch (error) {
        // Still due: a disk that is full now may take it later.
        for (const transfer of due) this.#due.add(now, transfer)
        throw error
      }
    }
  }

  /** What is still to be called back and was not taken before. */
  takeNotices(): Notice[] {
    return this.#notices.takeFresh(() => true)
  }

  closeNotices(entry: 'delivered' | 'given-up', events: readonly number[]): void {
    this.#record([{ entry, events }])
  }

  get nextDueAt(): number | undefined {
    return this.#due.nextAt
  }

  get totals(): Totals {
    return this.#statement.totals
  }

  get awaitingCount(): number {
    return this.#notices.awaitingCount
  }

  /** Newest first. */
  recent(): { transfer: Transfer; callback: NoticeState }[] {
    return this.#recent
      .map((transfer) => ({ transfer, callback: this.#notices.stateOf(transfer.step.event) }))
      .reverse()
  }

  close(): void {
    this.#journal.close()
  }

  /** Only what moves money at once is booked at the moment asked for; what is still to come goes by the clock. */
  #receive(order: Order, cardHash: string, { now, bookedAt }: Moment, numbers: NewNumbers): ReceivedEntry {
    const { reference, amountFen, name, bankName, cardNo } = order
    const cardTail = cardNo.slice(-4)
    const { status, code, delay } = endingOf(cardTail)
    const dueAt = delay === undefined ? null : now + this.#options.delays()[delay]
    const kept = { reference, amountFen, name, bankName, cardHash, cardTail }
    const at = movesMoney(status) ? bookedAt : now
    return { entry: 'received', order: kept, step: { status, code, at, ...numbers(status), dueAt } }
  }

  #move({ order: { reference }, step }: Transfer, now: number, numbers: NewNumbers): MovedEntry {
    const { status, code } = nextStep(step.status)
    return { entry: 'moved', reference, step: { status, code, at: now, ...numbers(status), dueAt: null } }
  }

  /** Numbers for one write; they count only once it is on the disk. */
  #newNumbers(): NewNumbers {
    let serial = this.#statement.nextSerial
    let event = this.#notices.nextEvent
    return (status) => ({
      serial: movesMoney(status) ? serial++ : null,
      event: isCalledBack(status) ? event++ : null,
    })
  }

  /** On the disk first, and only then in memory, where answers come from. */
  #record(entries: readonly JournalEntry[]): void {
    this.#journal.append(entries)
    for (const entry of entries) {
      const transfer = this.#apply(entry)
      if (transfer) this.#await(transfer)
    }
  }

  /** Returns the transfer that took a step, if one did. */
  #apply(entry: JournalEntry): Transfer | undefined {
    if (entry.entry === 'received') {
      const transfer = { order: entry.order, step: entry.step }
      this.#transfers.set(entry.order.reference, transfer)
      this.#recent.push(transfer)
      if (this.#recent.length > RECENT) this.#recent.shift()
      return this.#book(transfer)
    }
    if (entry.entry === 'moved') {
      const transfer = this.#find(entry.reference)
      transfer.step = entry.step
      return this.#book(transfer)
    }
    this.#notices.close(entry.entry, entry.events)
    return undefined
  }

  /** What comes of the step that a transfer has just taken. */
  #book(transfer: Transfer): Transfer {
    const { status, serial, at, event } = transfer.step
    if (serial !== null) {
      this.#statement.add({ serial, kind: status === 'returned' ? 'return' : 'debit', at, transfer })
    }
    this.#accepted.follow(transfer)
    if (event !== null) this.#notices.add({ event, transfer, step: transfer.step })
    return transfer
  }

  #await(transfer: Transfer): void {
    if (transfer.step.dueAt !== null) this.#due.add(transfer.step.dueAt, transfer)
  }

  /** One silent order silences the whole call, and one that fails makes it fail; the rest was done all the same. */
  #callEnds(orders: readonly Order[], received: ReadonlyMap<string, ReceivedEntry>): Submission['call'] {
    const ends = orders.map(({ reference, cardNo }) => {
      const isNew = received.has(reference)
      // Held, and so without an answer however often it is sent, until it is definitely not accepted.
      if (this.#find(reference).step.status === 'held') return 'hangs'
      return isNew ? endingOf(cardNo.slice(-4)).call : undefined
    })
    if (ends.includes('hangs')) return 'hangs'
    return ends.includes('fails') ? 'fails' : 'is-answered'
  }

  #find(reference: string): Transfer {
    const transfer = this.#transfers.get(reference)
    if (!transfer) throw new Error(`the transfer ${reference} is not on record`)
    return transfer
  }

  #hashCard(cardNo: string): string {
    return createHmac('sha256', this.#cardKey).update(cardNo).digest('base64url').slice(0, 22)
  }
}

type Moment = { readonly now: number; readonly bookedAt: number }

type NewNumbers = (status: Step['status']) => Pick<Step, 'serial' | 'event'>
