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

/**
 * A row with what validateRowAlone said of it. The keys stand for ID and card number in comparisons with what is on
 * record, where both are kept as keyed hashes only.
 */
export type SheetEntry = {
  readonly row: RawRow
  /** The row's amount, read once; undefined where it is wrong. */
  readonly amountFen: Fen | undefined
  readonly alone: readonly RowReason[]
  readonly personKey: string
  readonly cardKey: string
}

const NO_REASONS: RowVerdict['reasons'] = []
const NO_WARNINGS: RowVerdict['warnings'] = []

/** Validates a whole sheet; rows come and verdicts go in the same order. */
export function validateSheet(
  entries: readonly SheetEntry[],
  facts: (personKey: string) => PersonFacts | undefined,
  terms: SheetTerms,
): RowVerdict[] {
  const sheet = new WholeSheet()
  for (const entry of entries) sheet.add(entry)
  return entries.map((entry) => sheet.validate(entry, facts, terms))
}

/**
 * A sheet that is taken in row by row and then validated row by row, so that a server can do other things in between:
 * a hundred thousand rows at once would keep everyone waiting.
 */
export class WholeSheet {
  readonly #people = new Map<string, InSheet>()
  readonly #cardOwners = new Map<string, string>()
  readonly #sharedCards = new Set<string>()

  /** Gathers what single rows cannot know: a person's total, differing names, repeated rows, shared cards. */
  add({ row, amountFen = 0n }: SheetEntry): void {
    const { idCardNo, cardNo, name } = row
    const known = this.#people.get(idCardNo)
    if (known === undefined)
      this.#people.set(idCardNo, { totalFen: amountFen, name, namesDiffer: false, first: row })
    else addRow(known, row, amountFen)
    const owner = this.#cardOwners.get(cardNo)
    if (owner === undefined) this.#cardOwners.set(cardNo, idCardNo)
    else if (owner !== idCardNo) this.#sharedCards.add(cardNo)
  }

  /** Only once every row has been added. */
  validate(
    entry: SheetEntry,
    facts: (personKey: string) => PersonFacts | undefined,
    terms: SheetTerms,
  ): RowVerdict {
    const idIsGood = !entry.alone.includes('id-wrong') && !entry.alone.includes('id-damaged')
    const person = idIsGood ? facts(entry.personKey) : undefined
    const inSheet = this.#people.get(entry.row.idCardNo)
    const reasons = reasonsOf(entry, idIsGood, person, inSheet, terms)
    if (reasons.length > 0) return { reasons, warnings: NO_WARNINGS }
    const { row, amountFen, cardKey } = entry
    const sharedCards = this.#sharedCards
    const warnings = warningsFor({
      row,
      amountFen,
      cardKey,
      person,
      sharedCards,
      bankOfCard: terms.bankOfCard,
    })
    return { reasons, warnings }
  }
}

function reasonsOf(
  { row, alone }: SheetEntry,
  idIsGood: boolean,
  person: PersonFacts | undefined,
  inSheet: InSheet | undefined,
  terms: SheetTerms,
): RowVerdict['reasons'] {
  const codes: RowReason[] = [...alone]
  if (idIsGood) {
    if (person?.restricted) codes.push('restricted')
    const total = (person?.monthSoFarFen ?? 0n) + (inSheet?.totalFen ?? 0n)
    if (reachesLimit(total, terms.limitFen)) codes.push('limit-reached')
    const bound = person?.boundName
    const differsOnRecord = bound !== undefined && row.name !== '' && bound !== row.name
    if (differsOnRecord || inSheet?.namesDiffer) codes.push('name-differs')
    if (terms.unsignedBlocks && !person?.signed) codes.push('unsigned-blocked')
  }
  const duplicate = inSheet?.equalRows?.get(equalKey(row))
  const isDuplicate = duplicate !== undefined && duplicate !== row.rowNumber
  if (codes.length === 0 && !isDuplicate) return NO_REASONS
  const reasons: { reason: RowReason; rowNumber?: number }[] = codes.map((reason) => ({ reason }))
  if (isDuplicate) reasons.push({ reason: 'duplicate-row', rowNumber: duplicate })
  return reasons
}

/** What the sheet as a whole says of one ID number. */
type InSheet = {
  totalFen: Fen
  readonly name: string
  namesDiffer: boolean
  readonly first: RawRow
  /** First row of each content; only for people with several rows, as only those can repeat. */
  equalRows?: Map<string, number>
}

function addRow(known: InSheet, row: RawRow, amountFen: Fen): void {
  known.totalFen += amountFen
  if (known.name !== row.name) known.namesDiffer = true
  known.equalRows ??= new Map([[equalKey(known.first), known.first.rowNumber]])
  const key = equalKey(row)
  if (!known.equalRows.has(key)) known.equalRows.set(key, row.rowNumber)
}

/** Equal in ID, card, amount, month and remark (D15). */
function equalKey(row: RawRow): string {
  return `${row.idCardNo}\n${row.cardNo}\n${amountOf(row) ?? row.amount}\n${row.month}\n${row.remark}`
}
