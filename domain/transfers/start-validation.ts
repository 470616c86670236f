// Validates a batch's rows once more at its start (D19): restricted people, the monthly limit, age; and fixes the tax.

import type { Day } from '../calendar/shanghai.ts'
import { ageAllowed } from '../limits/age-limit.ts'
import { reachesLimit } from '../limits/monthly-limit.ts'
import type { Fen } from '../money/fen.ts'
import { COUNTING_NOW } from '../tax/counted-history.ts'
import type { GapRule } from '../tax/gap-rule.ts'
import type { MonthSoFar } from '../tax/month-so-far.ts'
import type { TaxMethod, TaxTables } from '../tax/tax-table.ts'
import { withhold, withPayment } from '../tax/withhold.ts'

export type StartRefusal = 'restricted' | 'limit-reached' | 'age-outside' | 'net-nothing'

export type StartingRow = { readonly rowId: bigint; readonly amountFen: Fen }

/** What is on record about one person at the moment of the start. */
export type StartingPerson = {
  readonly restricted: boolean
  /** Known only where age may matter. */
  readonly birth: Day | undefined
  /** Succeeded and in flight this month; waiting batches do not count (D16). */
  readonly monthSoFarFen: Fen
  readonly history: readonly MonthSoFar[]
}

export type StartTerms = {
  readonly day: Day
  readonly limitFen: Fen
  /** Undefined where nothing is withheld. */
  readonly taxMethod: TaxMethod | undefined
  readonly gapRule: GapRule
  readonly taxTables: TaxTables
}

export type StartVerdict =
  | { readonly rowId: bigint; readonly refusal: StartRefusal }
  | { readonly rowId: bigint; readonly taxFen: Fen }

/** One person's rows in the sheet's order: a row that is not paid counts neither for the limit nor for the tax of the next. */
export function validateStart(
  person: StartingPerson,
  rows: readonly StartingRow[],
  terms: StartTerms,
): StartVerdict[] {
  let paidFen = person.monthSoFarFen
  let history = person.history
  return rows.map(({ rowId, amountFen }) => {
    if (person.restricted) return { rowId, refusal: 'restricted' }
    if (person.birth !== undefined && !ageAllowed(person.birth, terms.day))
      return { rowId, refusal: 'age-outside' }
    if (reachesLimit(paidFen + amountFen, terms.limitFen)) return { rowId, refusal: 'limit-reached' }
    if (terms.taxMethod === undefined) {
      paidFen += amountFen
      return { rowId, taxFen: 0n }
    }
    const payment = { day: terms.day, amountFen }
    const { taxMethod: method, gapRule, taxTables: tables } = terms
    const settings = { gapRule, counting: COUNTING_NOW }
    const { withheldFen } = withhold({ method, settings, tables, history, payment })
    // Nothing would reach the person: there is no such transfer, and nothing to withhold from.
    if (withheldFen >= amountFen) return { rowId, refusal: 'net-nothing' }
    paidFen += amountFen
    history = withPayment(history, payment, withheldFen)
    return { rowId, taxFen: withheldFen }
  })
}
