// The figures of the workbench: balance and runway, this month against the same days of last month, the last 30 days.

import type { Person } from '@paywages/domain/accounts/person.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { PACE_DAYS, runwayOf } from '@paywages/domain/workbench/runway.ts'
import {
  type DayRange,
  daysUpTo,
  monthSoFar,
  sameDaysLastMonth,
} from '@paywages/domain/workbench/same-days.ts'
import { figuresScopeOf } from '@paywages/domain/workbench/todo.ts'
import type { MonthFigures, Workbench } from '@paywages/wire/workbench/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type DayFigures, figuresByDay } from '../payouts/day-store.ts'
import { firstPayouts } from '../payouts/waiting-store.ts'
import { hasRecharged } from '../recharges/waiting-store.ts'
import { type Money, moneyIn } from './runways.ts'
import { waitingForOthers } from './waiting-for-others.ts'

export async function workbenchOf(tx: Tx, by: Actor): Promise<Workbench> {
  const scope = figuresScopeOf(by.person)
  const today = shanghaiDay(by.at)
  const lastMonth = sameDaysLastMonth(today)
  const shown = daysUpTo(today, PACE_DAYS)
  const [first = today] = [lastMonth.from, shown[0] ?? today].sort()
  // All at once: they travel together.
  const [figures, money, waiting, firstSteps] = await Promise.all([
    figuresByDay(tx, scope, { from: first, to: today }),
    moneyIn(tx, scope, today),
    waitingForOthers(tx, by),
    scope.of === 'provider' ? firstStepsOf(tx, by.person) : null,
  ])
  const days = new Map(figures.map((figure) => [figure.day, figure]))
  return {
    providerCount: money.companies.length,
    balance: balanceOf(money),
    thisMonth: sumOf(figures, monthSoFar(today)),
    lastMonth: sumOf(figures, lastMonth),
    days: shown.map((day) => {
      const { succeededFen = 0n, failedFen = 0n } = days.get(day) ?? {}
      return { day, succeededFen, failedFen }
    }),
    waiting,
    firstSteps,
  }
}

function sumOf(figures: readonly DayFigures[], { from, to }: DayRange): MonthFigures {
  const sum = { succeededFen: 0n, succeededCount: 0, failedCount: 0, feeFen: 0n }
  for (const figure of figures) {
    if (figure.day < from || figure.day > to) continue
    sum.succeededFen += figure.succeededFen
    sum.succeededCount += figure.succeeded
    sum.failedCount += figure.failed
    sum.feeFen += figure.succeededFeeFen
  }
  return sum
}

/** Companies do not pay for each other: over several, the runway is that of the one which runs out first. */
function balanceOf({ companies, workingDays }: Money): Workbench['balance'] {
  const sum = (of: (company: Money['companies'][number]) => Fen) =>
    companies.reduce((total, company) => total + of(company), 0n)
  const availableFen = sum((company) => company.availableFen)
  const [tightest] = companies
    .filter((company) => company.runway !== undefined)
    .sort((a, b) => (a.runway?.days ?? 0) - (b.runway?.days ?? 0))
  return {
    availableFen,
    frozenFen: sum((company) => company.frozenFen),
    dailyFen:
      runwayOf(
        availableFen,
        sum((company) => company.spentFen),
        workingDays,
      )?.dailyFen ?? null,
    runwayDays: tightest?.runway?.days ?? null,
    tightestName: companies.length > 1 ? (tightest?.providerName ?? '') : '',
  }
}

async function firstStepsOf(tx: Tx, { providerId }: Person): Promise<Workbench['firstSteps']> {
  const [payouts, recharged] = await Promise.all([firstPayouts(tx, providerId), hasRecharged(tx, providerId)])
  // Whoever has come to the end of the way needs no guide, however the money came in.
  if (payouts.approved) return { recharged: true, uploaded: true, approved: true }
  return { recharged, ...payouts }
}
