// On which declaration a correction of a closed month is filed: on that of the period that booked it, or on the old month's once more (更正申报).

import type { Person } from '../accounts/person.ts'
import { hasRight } from '../accounts/rights.ts'
import type { Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { type MonthSoFar, monthsSoFar } from './month-so-far.ts'
import type { EntryKind } from './periods.ts'

/** `current`: within the period that booked it, as it stands in the books. `amended`: on the corrected month's declaration, filed again. */
export const FILING_WAYS = ['current', 'amended'] as const
export type FilingWay = (typeof FILING_WAYS)[number]

/** Managers are reminded of a choice for so many months after the period; it stays open after that. */
export const REMIND_MONTHS = 12

/** Where an entry stands in the books, apart from how it was filed. */
export type EntryPlace = {
  readonly kind: EntryKind
  /** The period that declares it or takes it back. */
  readonly bookedMonth: Month
  readonly paymentMonth: Month
  /** What takes back: on which declaration the payout stands. */
  readonly declaredMonth?: Month | undefined
}

/** The month whose declaration an entry corrects; undefined where it belongs to the period itself. */
export function correctedMonth({
  kind,
  bookedMonth,
  paymentMonth,
  declaredMonth,
}: EntryPlace): Month | undefined {
  const month = kind === 'reversed' ? (declaredMonth ?? paymentMonth) : paymentMonth
  return month === bookedMonth ? undefined : month
}

/** On which month's declaration an entry stands; what nobody has chosen yet stands where it is booked. */
export function filedMonth(entry: EntryPlace, way: FilingWay | undefined): Month {
  return way === 'amended' ? (correctedMonth(entry) ?? entry.bookedMonth) : entry.bookedMonth
}

export type FiledEntry = {
  readonly kind: EntryKind
  readonly bookedMonth: Month
  readonly paymentMonth: Month
  readonly filedMonth: Month
  readonly incomeFen: Fen
  readonly taxFen: Fen
  /** Whether its payout withheld; the others are not declared. */
  readonly withholds: boolean
}

/** What a month's declaration has of one person. */
export type FiledSums = {
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly payments: number
  readonly declared: boolean
  readonly declaredIncomeFen: Fen
  /** Of them what is no payout of the month, or came after it was closed. */
  readonly corrections: number
  readonly correctedIncomeFen: Fen
  readonly correctedTaxFen: Fen
  /** What the declaration has, and what stands of its year with it, both by payment month. */
  readonly booked: readonly MonthSoFar[]
  readonly months: readonly MonthSoFar[]
}

/**
 * One person's month as it is declared from these entries, which are all those of its year that are booked up to the moment of
 * which one asks. Entries that were filed on later declarations are not in it.
 */
export function filedSums(entries: readonly FiledEntry[], month: Month): FiledSums {
  const own = entries.filter((entry) => entry.filedMonth === month)
  const corrections = own.filter(
    ({ kind, paymentMonth, bookedMonth }) =>
      kind === 'reversed' || paymentMonth !== month || bookedMonth !== month,
  )
  const declared = own.filter(({ withholds }) => withholds)
  const year = `${month.slice(0, 4)}-01`
  return {
    incomeFen: sum(own, 'incomeFen'),
    taxFen: sum(own, 'taxFen'),
    payments: own.filter(({ kind }) => kind === 'paid').length,
    declared: declared.length > 0,
    declaredIncomeFen: sum(declared, 'incomeFen'),
    corrections: corrections.length,
    correctedIncomeFen: sum(corrections, 'incomeFen'),
    correctedTaxFen: sum(corrections, 'taxFen'),
    booked: byPaymentMonth(own),
    months: byPaymentMonth(entries.filter((entry) => entry.filedMonth >= year && entry.filedMonth <= month)),
  }
}

const sum = (entries: readonly FiledEntry[], field: 'incomeFen' | 'taxFen'): Fen =>
  entries.reduce((all, entry) => all + entry[field], 0n)

function byPaymentMonth(entries: readonly FiledEntry[]): MonthSoFar[] {
  const months = entries.map(({ paymentMonth: month, incomeFen, taxFen: withheldFen }) => ({
    month,
    incomeFen,
    withheldFen,
  }))
  return monthsSoFar(months).toSorted((a, b) => (a.month < b.month ? -1 : 1))
}

export type CorrectionRefusal =
  | 'not-allowed'
  | 'correction-missing'
  | 'correction-filed'
  | 'correction-earlier-open'
  | 'correction-below-zero'

/**
 * Whom the period's declaration would have below zero if these corrections of one old month were filed with it: the tax client
 * takes no such line, and whoever has several is asked about each. `lineOf` tells on which line one stands, `withoutFen` what that line has
 * without them and without whatever else is open.
 */
export function belowZeroWith<Entry extends { readonly idHash: string; readonly incomeFen: Fen }>(
  corrections: readonly Entry[],
  lineOf: (correction: Entry) => string,
  withoutFen: (correction: Entry) => Fen,
): Entry[] {
  const lines = new Map<string, { readonly last: Entry; readonly fen: Fen }>()
  for (const last of corrections) {
    const line = lineOf(last)
    lines.set(line, { last, fen: (lines.get(line)?.fen ?? withoutFen(last)) + last.incomeFen })
  }
  const below = [...lines.values()].filter(({ fen }) => fen < 0n)
  return [...new Map(below.map(({ last }) => [last.idHash, last])).values()]
}

/** The corrections of one old month within a period, as they stand. */
export type CorrectionState = {
  readonly exists: boolean
  readonly filed: FilingWay | undefined
  /** The oldest period before this one with a correction that nobody has chosen for. */
  readonly earlierOpen: Month | undefined
  /** Whether filing them with the period takes somebody's income there below zero. */
  readonly belowZero: boolean
}

/**
 * Chosen once, by a manager, period after period: what an old month was declared with must be settled before it can be corrected
 * again. Within the period only where the tax client takes every line of it; on the old month always, so that one way is left.
 * That the provider is in scope was asked before.
 */
export function validateFiling(
  state: CorrectionState,
  way: FilingWay,
  person: Pick<Person, 'payRight' | 'checkRight' | 'manager' | 'superManager'>,
): CorrectionRefusal | undefined {
  if (!hasRight(person, 'manager')) return 'not-allowed'
  if (!state.exists) return 'correction-missing'
  if (state.filed !== undefined) return 'correction-filed'
  if (state.earlierOpen !== undefined) return 'correction-earlier-open'
  return way === 'current' && state.belowZero ? 'correction-below-zero' : undefined
}
