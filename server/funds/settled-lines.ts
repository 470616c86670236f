// The lines of payouts that the ledger keeps as one row each: net, fee, tax and VAT, numbered from the row's own number on.

import { type Phase, SETTLED_PHASES, type SettledPhase } from '@paywages/domain/ledger/postings.ts'
import { type RawBuilder, sql } from 'kysely'

const COLUMNS: Readonly<Record<SettledPhase, string>> = {
  'settle-net': 's.net_fen',
  'settle-fee': 's.fee_fen',
  'settle-tax': 's.tax_fen',
  'settle-vat': 's.vat_fen',
}

/** Of row `s`: by how much each line's number is above the row's, its phase, and its amount, null where there is no such line. */
export const SETTLED_VALUES = sql.join(
  SETTLED_PHASES.map((phase, part) => sql`(${sql.lit(part)}, ${sql.lit(phase)}, ${sql.ref(COLUMNS[phase])})`),
)

/** By how much the number of the last line is above the row's. */
export const LAST_PART = sql.lit(SETTLED_PHASES.length - 1)

/** Whether row `s` has a line of any of these phases. */
export function hasLineOf(phases: readonly Phase[]): RawBuilder<boolean> {
  const wanted = SETTLED_PHASES.filter((phase) => phases.includes(phase))
  return wanted.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(
        wanted.map((phase) => sql`${sql.ref(COLUMNS[phase])} is not null`),
        sql` or `,
      )})`
}

/** How many lines of these phases row `s` has. */
export function countLinesOf(phases: readonly Phase[]): RawBuilder<number> {
  const wanted = SETTLED_PHASES.filter((phase) => phases.includes(phase))
  return wanted.length === 0
    ? sql.lit(0)
    : sql<number>`num_nonnulls(${sql.join(wanted.map((phase) => sql.ref(COLUMNS[phase])))})`
}

/** What the lines of row `s` come to that this holds for, by how much a line's number is above the row's. */
export function sumOfLines(isWanted: (part: RawBuilder<number>) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(
    SETTLED_PHASES.map(
      (phase, part) =>
        sql`case when ${isWanted(sql.lit(part))} then coalesce(${sql.ref(COLUMNS[phase])}, 0) else 0 end`,
    ),
    sql` + `,
  )
}

/** All of them. */
export const WHOLE_SUM = sql.join(
  SETTLED_PHASES.map((phase) => sql`coalesce(${sql.ref(COLUMNS[phase])}, 0)`),
  sql` + `,
)
