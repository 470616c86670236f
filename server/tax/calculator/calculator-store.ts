// What a calculation is calculated by: a provider's terms, and what it paid a person in the months that count.

import type { Day, Month } from '@paywages/domain/calendar/shanghai.ts'
import type { CalculatorMethod } from '@paywages/domain/tax/calculator.ts'
import { COUNTING_NOW, historyOf, type MonthPart } from '@paywages/domain/tax/counted-history.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import type { CalculatorTerms } from '@paywages/wire/tax/shapes.ts'
import { sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'
import { enteredParts } from '../../payouts/tax-history-store.ts'

export async function termsOf(tx: Tx, providerId: number): Promise<CalculatorTerms | undefined> {
  const { rows } = await sql<CalculatorTerms>`
    select provider_id as "providerId", name as "providerName", service_rate as "serviceRate", withholds_tax as "withholdsTax",
      tax_method as method, gap_rule as "gapRule"
    from provider_profiles where provider_id = ${providerId}`.execute(tx)
  return rows[0]
}

/** What counts by that method of what is paid or on its way, by payment month, with what two people entered: as a start would count it. */
export async function paidMonthsOf(
  tx: Tx,
  of: {
    readonly providerId: number
    readonly idHashes: readonly string[]
    readonly day: Day
    readonly method: CalculatorMethod
  },
  { first, last }: { readonly first: Month; readonly last: Month },
): Promise<MonthSoFar[]> {
  const { rows } = await sql<MonthPart>`
    select payment_month as month, withheld_as as "withheldAs", sum(amount_fen)::bigint as "incomeFen", sum(tax_fen)::bigint as "withheldFen",
      coalesce(sum(amount_fen) filter (where status = 'processing'), 0)::bigint as "pendingFen"
    from taxed_rows where provider_id = ${of.providerId} and id_hash = any(${[...of.idHashes]}::uuid[])
      and status in ('processing', 'succeeded') and payment_month between ${first} and ${last}
    group by 1, 2`.execute(tx)
  const entered = (await enteredParts(tx, of)).filter(({ month }) => month >= first)
  const counting = of.method === 'none' ? 'all' : COUNTING_NOW
  const months = historyOf(of.method, counting, [...rows, ...entered.map(({ hash: _, ...part }) => part)])
  return months.toSorted((one, other) => (one.month < other.month ? -1 : 1))
}
