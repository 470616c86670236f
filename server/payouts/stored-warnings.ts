// The warnings of a sheet's rows that are stored already, in two bytes a row: what only later rows show is known at the end.

import { consecutiveNumbers, idNumberOf } from '@paywages/domain/payouts/consecutive-ids.ts'
import type { RowVerdict } from '@paywages/domain/payouts/sheet.ts'
import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import { kindsIn, WARNING_BITS, warningMask } from '@paywages/domain/payouts/warning-mask.ts'
import type { SheetSums } from './judged-sheet.ts'
import { levelMask } from './level-mask.ts'

const SHARED = WARNING_BITS['card-shared']
const CONSECUTIVE = WARNING_BITS['ids-consecutive']

type StoredRow = Pick<RawRow, 'rowNumber' | 'idCardNo'>

export class StoredWarnings {
  #masks = new Uint16Array(1_024)
  #cards = new Int32Array(1_024)
  #rowNumbers = new Int32Array(1_024)
  #idNumbers = new BigInt64Array(1_024)
  #count = 0

  /** Gives the mask of the row's warnings. */
  add({ rowNumber, idCardNo }: StoredRow, card: number, { warnings }: RowVerdict): number {
    const row = this.#count
    this.#count += 1
    if (row === this.#masks.length) this.#grow()
    let mask = 0
    for (const { kind } of warnings) mask |= WARNING_BITS[kind]
    this.#masks[row] = mask
    this.#cards[row] = card
    this.#rowNumbers[row] = rowNumber
    this.#idNumbers[row] = idNumberOf(idCardNo)
    return mask
  }

  /** Marks the rows whose card has turned out to be shared, and gives their numbers. */
  addShared(isShared: (card: number) => boolean): number[] {
    const changed: number[] = []
    for (let row = 0; row < this.#count; row += 1) {
      const mask = this.#masks[row] as number
      if ((mask & SHARED) !== 0 || !isShared(this.#cards[row] as number)) continue
      this.#masks[row] = mask | SHARED
      changed.push(this.#rowNumbers[row] as number)
    }
    return changed
  }

  /** Marks the rows of people whose ID numbers follow one another, and gives them with the first row of their run. */
  addConsecutive(): SheetSums['consecutiveIds'] {
    const runs = consecutiveNumbers(this.#idNumbers.subarray(0, this.#count))
    if (runs.size === 0) return []
    const firstRows = new Map<bigint, number>()
    const marked: { rowNumber: number; from: number }[] = []
    for (let row = 0; row < this.#count; row += 1) {
      const run = runs.get(this.#idNumbers[row] as bigint)
      if (run === undefined) continue
      const rowNumber = this.#rowNumbers[row] as number
      const from = firstRows.get(run) ?? rowNumber
      firstRows.set(run, from)
      this.#masks[row] = (this.#masks[row] as number) | CONSECUTIVE
      marked.push({ rowNumber, from })
    }
    return marked
  }

  counts(): Pick<SheetSums, 'warnedCount' | 'warningCounts' | 'warningMasks'> {
    const ofMask = new Map<number, number>()
    for (const mask of this.#masks.subarray(0, this.#count)) ofMask.set(mask, (ofMask.get(mask) ?? 0) + 1)
    const warningCounts: Record<string, number> = {}
    const warningMasks: Record<string, number> = {}
    let warnedCount = 0
    for (const [mask, count] of ofMask) {
      if (mask !== 0) warnedCount += count
      for (const kind of kindsIn(mask)) warningCounts[kind] = (warningCounts[kind] ?? 0) + count
      const atLevels = levelMask(mask)
      warningMasks[atLevels] = (warningMasks[atLevels] ?? 0) + count
    }
    return { warnedCount, warningCounts, warningMasks }
  }

  #grow(): void {
    const size = this.#masks.length * 2
    const [masks, cards, rowNumbers] = [new Uint16Array(size), new Int32Array(size), new Int32Array(size)]
    const idNumbers = new BigInt64Array(size)
    idNumbers.set(this.#idNumbers)
    masks.set(this.#masks)
    cards.set(this.#cards)
    rowNumbers.set(this.#rowNumbers)
    // At once, as in KeyNumbers.
    for (const { buffer } of [this.#masks, this.#cards, this.#rowNumbers, this.#idNumbers]) buffer.transfer(0)
    this.#idNumbers = idNumbers
    this.#masks = masks
    this.#cards = cards
    this.#rowNumbers = rowNumbers
  }
}

export const UNSIGNED = warningMask(['unsigned'])
