// The balance of each company in scope and how long it lasts.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { PACE_DAYS, type Runway, runwayOf } from '@paywages/domain/workbench/runway.ts'
import { daysUpTo } from '@paywages/domain/workbench/same-days.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { countWorkdays } from '../adapters/workdays/workdays.ts'
import { balancesIn, spendable } from '../ledger/store.ts'
import { spentByProvider } from '../payouts/day-store.ts'

export type CompanyMoney = {
  readonly providerName: string
  readonly availableFen: Fen
  readonly frozenFen: Fen
  readonly spentFen: Fen
  readonly runway: Runway | undefined
}

export type Money = { readonly companies: readonly CompanyMoney[]; readonly workingDays: number }

export async function moneyIn(tx: Tx, scope: Scope, today: Day): Promise<Money> {
  const days = daysUpTo(today, PACE_DAYS)
  const [workingDays, spent, balances] = await Promise.all([
    countWorkdays(days),
    spentByProvider(tx, scope, { from: days[0] ?? today, to: today }),
    balancesIn(tx, scope),
  ])
  const companies = balances.map(({ providerId, providerName, heldFen, ...balance }) => {
    const availableFen = spendable(balance)
    const spentFen = spent.get(providerId) ?? 0n
    const runway = runwayOf(availableFen, spentFen, workingDays)
    return { providerName, availableFen, frozenFen: heldFen, spentFen, runway }
  })
  return { companies, workingDays }
}
