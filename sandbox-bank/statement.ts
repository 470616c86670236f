// The lines of the customer's account: every debit and every return, numbered in the order in which they happened.

import { dayNumber, dayOfNumber, shanghaiDayNumber } from './clock.ts'
import type { Transfer } from './transfer.ts'

export type Line = {
  readonly serial: number
  readonly kind: 'debit' | 'return'
  readonly at: number
  readonly transfer: Transfer
}

export type Page<Item> = { readonly items: Item[]; readonly next: number | null }

export type Totals = {
  readonly executed: { readonly count: number; readonly amountFen: bigint }
  readonly returned: { readonly count: number; readonly amountFen: bigint }
}

export class Statement {
  /** Serials begin at 1 and leave no gap, so a line stands at its serial less one. */
  readonly #lines: Line[] = []
  readonly #days = new Map<number, Line[]>()
  readonly #sums = {
    debit: { count: 0, amountFen: 0n },
    return: { count: 0, amountFen: 0n },
  }

  get nextSerial(): number {
    return this.#lines.length + 1
  }

  get totals(): Totals {
    return { executed: { ...this.#sums.debit }, returned: { ...this.#sums.return } }
  }

  add(line: Line): void {
    if (line.serial !== this.nextSerial) throw new Error(`serial ${line.serial} is out of order`)
    this.#lines.push(line)
    const day = shanghaiDayNumber(line.at)
    const ofDay = this.#days.get(day)
    if (ofDay) ofDay.push(line)
    else this.#days.set(day, [line])
    const sum = this.#sums[line.kind]
    sum.count += 1
    sum.amountFen += BigInt(line.transfer.order.amountFen)
  }

  /** The last days that have lines, newest first, with how many. */
  days(most: number): { day: string; count: number }[] {
    const newest = [...this.#days.keys()].sort((a, b) => b - a).slice(0, most)
    return newest.map((number) => ({ day: dayOfNumber(number), count: this.#days.get(number)?.length ?? 0 }))
  }

  /** The lines from..to of a day, by their places in it. */
  sliceOfDay(day: string, from: number, to: number): Line[] {
    return (this.#days.get(dayNumber(day)) ?? []).slice(from, to)
  }

  /** The day as YYYY-MM-DD. */
  pageOfDay(day: string, after: number, limit: number): Page<Line> {
    const lines = this.#days.get(dayNumber(day)) ?? []
    return page(lines, firstAfter(lines, after), limit)
  }

  page(after: number, limit: number): Page<Line> {
    return page(this.#lines, after, limit)
  }
}

function page(lines: readonly Line[], from: number, limit: number): Page<Line> {
  const items = lines.slice(from, from + limit)
  const isMore = from + limit < lines.length
  return { items, next: isMore ? (items.at(-1)?.serial ?? null) : null }
}

/** By halving, since a day may hold hundreds of thousands of lines. */
function firstAfter(lines: readonly Line[], serial: number): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.serial ?? 0) > serial) high = middle
    else low = middle + 1
  }
  return low
}
