// Orders that the bank has accepted and neither executed nor rejected yet, in the order of their receipt.

import type { Page } from './statement.ts'
import type { Transfer } from './transfer.ts'

export type Accepted = { readonly number: number; readonly transfer: Transfer }

export class AcceptedOrders {
  readonly #open = new Map<string, Accepted>()

  /** Numbers only grow, so that an order which is executed meanwhile moves no other to an earlier page. */
  #lastNumber = 0

  /** Whatever step a transfer has just taken. */
  follow(transfer: Transfer): void {
    const { reference } = transfer.order
    if (transfer.step.status !== 'processing') this.#open.delete(reference)
    else if (!this.#open.has(reference)) {
      this.#lastNumber += 1
      this.#open.set(reference, { number: this.#lastNumber, transfer })
    }
  }

  page(since: number, after: number, limit: number): Page<Accepted> {
    const found = [...this.#open.values()].filter(
      ({ number, transfer }) => number > after && transfer.step.at >= since,
    )
    const items = found.slice(0, limit)
    return { items, next: found.length > limit ? (items.at(-1)?.number ?? null) : null }
  }
}
