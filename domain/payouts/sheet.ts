// Validates the rows of a sheet together and against what is on record (D15, D16); facts come in bulk, never per row.

import { reachesLimit } from '../limits/monthly-limit.ts'
import type { Fen } from '../money/fen.ts'
import type { PersonFacts } from './person-facts.ts'
import { amountOf, type RawRow, type RowReason } from './sheet-row.ts'
import { type RowWarning, warningsFor } from './sheet-warnings.ts'

export type SheetTerms = {
  readonly limitFen: Fen
  readonly unsignedBlocks: boolean
  readonly bankOfCard: (cardNo: string) => string | undefined
}

export type RowVerdict = {
  readonly reasons: readonly { readonly reason: RowReason; readonly rowNumber?: number }[]
  readonly warnings: readonly RowWarning[]
}

/** A row with what validateRowAlone said of it. */
export type SheetEntry = {
  readonly row: RawRow
  /** The row's amount, read once; undefined where it is wrong. */
  readonly amountFen: Fen | undefined
  readonly alone: readonly RowReason[]
  /** The ID and the card by their numbers in this sheet, counted from zero: equal ones have equal numbers. */
  readonly person: number
  readonly card: number
  /** Stands for the card in comparisons with what is on record, where it is kept as a keyed hash only. */
  readonly cardKey: () => string
}

const NO_REASONS: RowVerdict['reasons'] = []
const NO_WARNINGS: RowVerdict['warnings'] = []

/** Most people have one row: a sheet of a hundred thousand is held in a few numbers each. */
const NOBODY = -1
const SEVERAL = -2

/**
 * A sheet that is taken in row by row and validated row by row, with what single rows cannot know: a person's total,
 * differing names, repeated rows, shared cards. Who has one row is told by its number, and looked up again by `rowAt` when a second comes.
 */
export class WholeSheet {
  readonly #rowAt: (index: number) => RawRow
  #count = 0
  #totals = new BigInt64Array(1_024)
  #firstRows = new Int32Array(1_024).fill(NOBODY)
  #cardOwners = new Int32Array(1_024).fill(NOBODY)
  readonly #severalRows = new Map<number, SeveralRows>()

  constructor(rowAt: (index: number) => RawRow) {
    this.#rowAt = rowAt
  }

  add({ row, amountFen = 0n, person, card }: SheetEntry): void {
    this.#reserve(person, card)
    const index = this.#count
    this.#count += 1
    this.#totals[person] = (this.#totals[person] ?? 0n) + amountFen
    const first = this.#firstRows[person] ?? NOBODY
    if (first === NOBODY) this.#firstRows[person] = index
    else this.#addSecond(person, first, row)
    const owner = this.#cardOwners[card]
    if (owner === NOBODY) this.#cardOwners[card] = person
    else if (owner !== person) this.#cardOwners[card] = SEVERAL
  }

  /** True from the row on that shows it; a card may turn out to be shared after its first rows were validated. */
  isShared(card: number): boolean {
    return this.#cardOwners[card] === SEVERAL
  }

  totalOf(person: number): Fen {
    return this.#totals[person] ?? 0n
  }

  /**
   * By what was added so far. What a later row adds to an earlier one's reasons is a reason of its own as well; of the warnings only that
   * of a shared card may be added later.
   */
  validate(entry: SheetEntry, facts: PersonFacts | undefined, terms: SheetTerms): RowVerdict {
    const idIsGood = isIdGood(entry)
    const person = idIsGood ? facts : undefined
    const inSheet = { totalFen: this.totalOf(entry.person), several: this.#severalRows.get(entry.person) }
    const reasons = reasonsOf(entry, idIsGood, person, inSheet, terms)
    if (reasons.length > 0) return { reasons, warnings: NO_WARNINGS }
    const { row, amountFen, cardKey } = entry
    const isCardShared = this.isShared(entry.card)
    const { bankOfCard } = terms
    return { reasons, warnings: warningsFor({ row, amountFen, cardKey, person, isCardShared, bankOfCard }) }
  }

  #addSecond(person: number, first: number, row: RawRow): void {
    let known = this.#severalRows.get(person)
    if (known === undefined) {
      const before = this.#rowAt(first)
      known = {
        name: before.name,
        namesDiffer: false,
        equalRows: new Map([[equalKey(before), before.rowNumber]]),
      }
      this.#severalRows.set(person, known)
    }
    if (known.name !== row.name) known.namesDiffer = true
    const key = equalKey(row)
    if (!known.equalRows.has(key)) known.equalRows.set(key, row.rowNumber)
  }

  #reserve(person: number, card: number): void {
    if (person >= this.#firstRows.length) {
      this.#firstRows = longer(this.#firstRows)
      const totals = new BigInt64Array(this.#totals.length * 2)
      totals.set(this.#totals)
      this.#totals = totals
    }
    if (card >= this.#cardOwners.length) this.#cardOwners = longer(this.#cardOwners)
  }
}

function longer(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(numbers.length * 2).fill(NOBODY, numbers.length)
  more.set(numbers)
  return more
}

const NO_ID: ReadonlySet<RowReason> = new Set(['id-wrong', 'id-damaged', 'id-merged'])

/** Whether the person can be told by the row at all. */
export function isIdGood({ alone }: Pick<SheetEntry, 'alone'>): boolean {
  return alone.length === 0 || !alone.some((reason) => NO_ID.has(reason))
}

function reasonsOf(
  { row, alone }: SheetEntry,
  idIsGood: boolean,
  person: PersonFacts | undefined,
  { totalFen, several }: InSheet,
  terms: SheetTerms,
): RowVerdict['reasons'] {
  const codes: RowReason[] = alone.length === 0 ? [] : [...alone]
  if (idIsGood) {
    if (person?.restricted) codes.push('restricted')
    const total = (person?.monthSoFarFen ?? 0n) + totalFen
    if (reachesLimit(total, terms.limitFen)) codes.push('limit-reached')
    const bound = person?.boundName
    const differsOnRecord = bound !== undefined && row.name !== '' && bound !== row.name
    if (differsOnRecord || several?.namesDiffer) codes.push('name-differs')
    if (terms.unsignedBlocks && !person?.signed) codes.push('unsigned-blocked')
  }
  const duplicate = several?.equalRows.get(equalKey(row))
  const isDuplicate = duplicate !== undefined && duplicate !== row.rowNumber
  if (codes.length === 0 && !isDuplicate) return NO_REASONS
  const reasons: { reason: RowReason; rowNumber?: number }[] = codes.map((reason) => ({ reason }))
  if (isDuplicate) reasons.push({ reason: 'duplicate-row', rowNumber: duplicate })
  return reasons
}

/** What the sheet as a whole says of one ID number. */
type InSheet = { readonly totalFen: Fen; readonly several: SeveralRows | undefined }

type SeveralRows = {
  readonly name: string
  namesDiffer: boolean
  /** First row of each content. */
  readonly equalRows: Map<string, number>
}

/** Of one person's rows: equal in card, amount, month and remark (D15). */
function equalKey(row: RawRow): string {
  return `${row.cardNo}\n${amountOf(row) ?? row.amount}\n${row.month}\n${row.remark}`
}
