// Judges the rows of a sheet together and against what is on record (D15, D16); facts come in bulk, never per row.

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
 * A row with what judgeRowAlone said of it. The keys stand for ID and card number in comparisons with what is on
 * record, where both are kept as keyed hashes only.
 */
export type SheetEntry = {
  readonly row: RawRow
  readonly alone: readonly RowReason[]
  readonly personKey: string
  readonly cardKey: string
}

/** Judges a whole sheet; rows come and verdicts go in the same order. */
export function judgeSheet(
  entries: readonly SheetEntry[],
  facts: (personKey: string) => PersonFacts | undefined,
  terms: SheetTerms,
): RowVerdict[] {
  const across = lookAcross(entries)
  return entries.map(({ row, alone, personKey, cardKey }) => {
    const reasons: { reason: RowReason; rowNumber?: number }[] = alone.map((reason) => ({ reason }))
    const idIsGood = !alone.some((reason) => reason === 'id-wrong' || reason === 'id-damaged')
    const person = idIsGood ? facts(personKey) : undefined
    if (idIsGood) judgePerson(row, person, across, terms, reasons)
    const twin = across.firstEqual.get(equalKey(row))
    if (twin !== undefined && twin !== row.rowNumber)
      reasons.push({ reason: 'duplicate-row', rowNumber: twin })
    const warnings =
      reasons.length > 0
        ? []
        : warningsFor({ row, cardKey, person, sharedCards: across.sharedCards, bankOfCard: terms.bankOfCard })
    return { reasons, warnings }
  })
}

function judgePerson(
  row: RawRow,
  person: PersonFacts | undefined,
  across: Across,
  terms: SheetTerms,
  reasons: { reason: RowReason }[],
): void {
  if (person?.restricted) reasons.push({ reason: 'restricted' })
  const total = (person?.monthSoFarFen ?? 0n) + (across.totals.get(row.idCardNo) ?? 0n)
  if (reachesLimit(total, terms.limitFen)) reasons.push({ reason: 'limit-reached' })
  const bound = person?.boundName
  const differsOnRecord = bound !== undefined && row.name !== '' && bound !== row.name
  if (differsOnRecord || across.namesDiffer.has(row.idCardNo)) reasons.push({ reason: 'name-differs' })
  if (terms.unsignedBlocks && !person?.signed) reasons.push({ reason: 'unsigned-blocked' })
}

type Across = {
  readonly totals: ReadonlyMap<string, Fen>
  readonly namesDiffer: ReadonlySet<string>
  readonly sharedCards: ReadonlySet<string>
  readonly firstEqual: ReadonlyMap<string, number>
}

/** One walk over the sheet gathers what single rows cannot know. */
function lookAcross(entries: readonly SheetEntry[]): Across {
  const totals = new Map<string, Fen>()
  const names = new Map<string, string>()
  const namesDiffer = new Set<string>()
  const cardOwners = new Map<string, string>()
  const sharedCards = new Set<string>()
  const firstEqual = new Map<string, number>()
  for (const { row } of entries) {
    const { idCardNo, cardNo, name } = row
    const key = equalKey(row)
    if (!firstEqual.has(key)) firstEqual.set(key, row.rowNumber)
    if (idCardNo === '') continue
    totals.set(idCardNo, (totals.get(idCardNo) ?? 0n) + (amountOf(row) ?? 0n))
    const known = names.get(idCardNo)
    if (known === undefined) names.set(idCardNo, name)
    else if (known !== name) namesDiffer.add(idCardNo)
    const owner = cardOwners.get(cardNo)
    if (owner === undefined) cardOwners.set(cardNo, idCardNo)
    else if (owner !== idCardNo) sharedCards.add(cardNo)
  }
  return { totals, namesDiffer, sharedCards, firstEqual }
}

/** Equal in ID, card, amount, month and remark (D15). */
function equalKey(row: RawRow): string {
  return `${row.idCardNo}\n${row.cardNo}\n${amountOf(row) ?? row.amount}\n${row.month}\n${row.remark}`
}
