// Who stands in the quarter's report of people and income, under which kind of income, and whether they are known (Decree 810).

import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'

export type IncomeKind = 'labour-service'

export type DatedIncomeKind = {
  readonly effectiveFrom: Day
  readonly source: string
  readonly kind: IncomeKind
}

/** What payouts are reported as, as data: a new announcement is a new entry, and old entries never change. Oldest first. */
export const INCOME_KINDS: readonly DatedIncomeKind[] = [
  {
    effectiveFrom: '2025-10-01',
    source: 'State Taxation Administration Announcement 2025 No. 15',
    kind: 'labour-service',
  },
]

/** The kind in force on that day; before the first entry nothing had to be reported, and what is told goes by it. */
export function incomeKindOn(day: Day, kinds: readonly DatedIncomeKind[] = INCOME_KINDS): DatedIncomeKind {
  const found = kinds.findLast(({ effectiveFrom }) => effectiveFrom <= day) ?? kinds[0]
  if (found === undefined) throw new RangeError('no kind of income is listed')
  return found
}

export type QuarterIncome = {
  readonly payments: number
  /** Payouts whose tax was withheld stand in a declaration already. */
  readonly declaredPayments: number
}

/** Whoever is declared with all payouts of the quarter needs no second report (Announcement 2025 No. 15); whoever is in part does. */
export function isReported({ payments, declaredPayments }: QuarterIncome, includeDeclared: boolean): boolean {
  return includeDeclared || declaredPayments < payments
}

/** What is taken back comes off the gross; the net may be below zero. */
export const netFen = ({
  paidFen,
  takenBackFen,
}: {
  readonly paidFen: Fen
  readonly takenBackFen: Fen
}): Fen => paidFen - takenBackFen

/** Of the ID number's owner; another ID number is another person. */
export type Identity = { readonly name: string; readonly phone: string }

export type IdentityChange = 'first' | 'same' | 'name' | 'phone' | 'name-and-phone'

/** Against the last quarter in whose report the person stood. */
export function identityChange(before: Identity | undefined, now: Identity): IdentityChange {
  if (before === undefined) return 'first'
  const [name, phone] = [before.name !== now.name, before.phone !== now.phone]
  if (name && phone) return 'name-and-phone'
  if (name) return 'name'
  return phone ? 'phone' : 'same'
}
