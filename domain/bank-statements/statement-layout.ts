// Columns of a statement that a clerk has named, known again by the headings of the layout (D49).

import { layoutKey } from '../payouts/sheet-layout.ts'
import {
  bareHeading,
  inUnit,
  isStatementTable,
  type KnownHeading,
  knownHeading,
  onlyBest,
  strangeHeading,
} from './headings.ts'
import { parseDay } from './printed-days.ts'
import { parseAmount } from './statement-text.ts'

export const NAMED_KINDS = [
  'day',
  'out',
  'in',
  'amount',
  'direction',
  'name',
  'account',
  'party',
  'reference',
  'remark',
  'balance',
] as const
/** What a person may say that a column holds. */
export type NamedKind = (typeof NAMED_KINDS)[number]

/** Columns are zero-based. */
export type NamedColumns = Readonly<Partial<Record<NamedKind, number>>>

export type StatementLayout = {
  readonly key: string
  readonly fields: NamedColumns
  /** Said of the file that is being read, not of one before it. */
  readonly isAnswer?: boolean
}

/** Kept beside the layouts of payout sheets, and never taken for one. */
export function statementKey(cells: readonly string[]): string {
  return `statement|${layoutKey(cells.entries())}`
}

export function canBeRead(fields: NamedColumns): boolean {
  return isStatementTable(new Set(Object.keys(fields) as NamedKind[])) || isPaidByName(fields)
}

/** Names, amounts and days are for people to choose by. */
function isPaidByName(fields: NamedColumns): boolean {
  return fields.name !== undefined && (fields.amount ?? fields.out) !== undefined
}

/** What was named, and what is known of the others. */
export function columnsOfLayout(
  { fields }: Pick<StatementLayout, 'fields'>,
  cells: readonly string[],
): (KnownHeading | undefined)[] {
  const named = new Map(Object.entries(fields).map(([kind, column]) => [column, kind as NamedKind]))
  const headings = cells.map((cell, column): KnownHeading | undefined => {
    const kind = named.get(column)
    if (kind !== undefined) return inUnit({ kind, rank: -1, paysOut: false }, cell)
    return cell === '' ? undefined : (inUnit(knownHeading(bareHeading(cell)), cell) ?? strangeHeading(cell))
  })
  const placed = headings.flatMap((heading, column) => (heading ? [{ ...heading, column }] : []))
  const best = new Map(onlyBest(placed).map(({ column, ...heading }) => [column, heading]))
  return headings.map((_, column) => best.get(column))
}

const LOOKED_AT = 50
const MIN_SHARE = 0.8

/** Whether the first rows hold what their columns were said to hold. */
export function fitsContent({ fields }: StatementLayout, rows: readonly (readonly string[])[]): boolean {
  const holds = (kind: NamedKind, isIt: (text: string) => boolean) => {
    const column = fields[kind]
    if (column === undefined) return true
    const texts = rows.slice(0, LOOKED_AT).flatMap((cells) => cells[column] || [])
    return texts.filter(isIt).length >= MIN_SHARE * texts.length
  }
  const isAmount = (text: string) => parseAmount(text) !== undefined || text === '-'
  const isDay = (text: string) => parseDay(text, 'day-first') !== undefined
  return (
    holds('day', isDay) &&
    (['amount', 'out', 'in', 'balance'] as const).every((kind) => holds(kind, isAmount))
  )
}
