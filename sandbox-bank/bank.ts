// The bank as a whole: its book, the courier that calls results back, the clockwork, and the faults it was told to make.

import type { Accepted } from './accepted-orders.ts'
import { Book, type Submission } from './book.ts'
import { CallbackSender } from './callback-sender.ts'
import { type Clock, dayNumber, shanghaiDayNumber } from './clock.ts'
import { type Control, type ControlChange, changeControl, loadControl, saveControl } from './control.ts'
import { drawFault, type Fault, type Random, seededRandom } from './faults.ts'
import { FileDesk } from './files/file-desk.ts'
import type { Line, Page } from './statement.ts'
import type { Order, TransferResult } from './transfer.ts'

export type BankOptions = {
  readonly folder: string
  readonly secret: string
  readonly notifyUrl: string | undefined
  readonly recordDays?: number | undefined
  readonly clock: Clock
  readonly backoffMs?: readonly number[]
  readonly onBroken: (error: unknown) => void
}

/** No pause is longer, so that a clock that jumps ahead is noticed. */
const MAX_PAUSE_MS = 10_000
/** After a step that the disk did not take. */
const RETRY_MS = 1_000

export class Bank {
  /** Its counter for files, apart from the book of the protocol. */
  readonly files: FileDesk
  readonly book: Book
  readonly #folder: string
  readonly #clock: Clock
  readonly #recordDays: number
  readonly #callbackSender: CallbackSender
  #control: Control
  #random: Random
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor({ folder, secret, notifyUrl, recordDays, clock, backoffMs, onBroken }: BankOptions) {
    this.#folder = folder
    this.#clock = clock
    this.#recordDays = recordDays ?? Number.POSITIVE_INFINITY
    this.#control = loadControl(folder, notifyUrl)
    this.#random = seededRandom(this.#control.seed)
    this.files = new FileDesk(folder)
    this.book = new Book({ folder, secret, clock, delays: () => this.#control.delays, onBroken })
    this.#callbackSender = new CallbackSender({
      secret,
      clock,
      url: () => (this.#control.callbacks ? this.#control.notifyUrl : null),
      close: (how, events) => this.#closeNotices(how, events),
      ...(backoffMs && { backoffMs }),
    })
    this.#tick()
  }

  /** Done, on the disk, and called back where that comes first; how the call ends is the caller's to obey. */
  async submit(orders: readonly Order[]): Promise<Pick<Submission, 'results' | 'call'>> {
    const { results, call, early } = this.book.submit(orders, this.#control.bookedAt ?? undefined)
    this.#passOn()
    if (early.length > 0) await this.#callbackSender.deliverTwice(early)
    return { results, call }
  }

  query(references: readonly string[]): TransferResult[] {
    const results = this.book.query(references)
    this.#passOn()
    return results
  }

  /** The day as YYYY-MM-DD. */
  holds(day: string): boolean {
    return shanghaiDayNumber(this.#clock()) - dayNumber(day) <= this.#recordDays
  }

  linesOfDay(day: string, after: number, limit: number): Page<Line> {
    const page = this.book.linesOfDay(day, after, limit)
    this.#passOn()
    return page
  }

  acceptedOrders(since: number, after: number, limit: number): Page<Accepted> {
    const page = this.book.acceptedOrders(since, after, limit)
    this.#passOn()
    return page
  }

  lines(after: number, limit: number): Page<Line> {
    const page = this.book.lines(after, limit)
    this.#passOn()
    return page
  }

  get control(): Control {
    return this.#control
  }

  change(change: ControlChange): void {
    const control = changeControl(this.#control, change)
    if (change.notifyUrl !== undefined || change.delays !== undefined) saveControl(this.#folder, control)
    this.#control = control
    if (change.seed !== undefined) this.#random = seededRandom(change.seed)
    if (change.notifyUrl !== undefined || change.callbacks !== undefined) this.#callbackSender.hurry()
  }

  drawFault(): Fault {
    return drawFault(this.#control, this.#random)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#callbackSender.stop()
    this.book.close()
  }

  #tick(): void {
    try {
      this.book.settleDue()
      this.#passOn()
    } catch (error) {
      report('a step that fell due could not be recorded', error)
      this.#wakeIn(RETRY_MS)
    }
  }

  /** Hands fresh results to the courier, and sets the alarm for what falls due next. */
  #passOn(): void {
    this.#callbackSender.take(this.book.takeNotices())
    const { nextDueAt } = this.book
    if (nextDueAt !== undefined) this.#wakeIn(Math.max(1, nextDueAt - this.#clock()))
  }

  #wakeIn(pauseMs: number): void {
    clearTimeout(this.#timer)
    if (!this.#stopped) this.#timer = setTimeout(() => this.#tick(), Math.min(pauseMs, MAX_PAUSE_MS))
  }

  #closeNotices(how: 'delivered' | 'given-up', events: number[]): void {
    try {
      this.book.closeNotices(how, events)
    } catch (error) {
      // Not known to have been called back, they are called back once more after the next start.
      report('callbacks could not be recorded', error)
    }
  }
}

/** Never with anything of a transfer: the log holds no personal data. */
export function report(what: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), what, reason })}\n`)
}
