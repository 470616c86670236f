// What is asked about the people of a sheet, and what the database tells of them.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { PersonFacts } from '@paywages/domain/payouts/person-facts.ts'

/** The person's facts as the database tells them; `isPaidThisMonth` is by anyone, as the VAT threshold counts. */
export type FactsOnRecord = Omit<
  PersonFacts,
  'boundName' | 'lastPaidCardKey' | 'failedCardKeys' | 'usualFen' | 'sameElsewhere'
> & {
  /** As they were asked for, counted from one. */
  readonly payee: number
  readonly boundName: string | null
  readonly lastCard: string | null
  readonly failedCards: readonly string[] | null
  readonly usualFen: Fen | null
  readonly sameElsewhere: readonly { amountFen: string; month: Month; batchNo: string }[] | null
  readonly isPaidThisMonth: boolean
}

/** Of a chunk's rows: whom they pay, each once, and for each row which of these, how much and for which month; lists as PostgreSQL reads them. */
export type AskedPayments = {
  /** Of people. */
  readonly count: number
  readonly people: string
  readonly payees: string
  readonly amounts: string
  readonly months: string
}

export function personFacts({
  boundName,
  lastCard,
  failedCards,
  usualFen,
  sameElsewhere,
  ...person
}: FactsOnRecord): PersonFacts {
  return {
    ...person,
    boundName: boundName ?? undefined,
    lastPaidCardKey: lastCard ?? undefined,
    failedCardKeys: failedCards ?? [],
    usualFen: usualFen ?? undefined,
    sameElsewhere: (sameElsewhere ?? []).map((one) => ({ ...one, amountFen: BigInt(one.amountFen) })),
  }
}
