// What approvers should know of the people behind a batch: who stands behind their accounts (D47).

import { makersOf } from '@paywages/domain/accounts/account-makers.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { peopleWords } from '@paywages/wire/payouts/people-words.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { makingsByOne } from '../audit-log/store.ts'
import { nameOf, type Participant } from './account-pairs.ts'
import { proposedMakings } from './maker-store.ts'

export async function peopleNotes(tx: Tx, history: readonly Participant[]): Promise<string[]> {
  const people = [...new Map(history.map((one) => [one.accountId, one])).values()]
  const accountIds = people.map(({ accountId }) => accountId)
  const makers = makersOf([
    ...(await proposedMakings(tx, accountIds)),
    ...(await makingsByOne(tx, accountIds)),
  ])
  return people.flatMap((person) => {
    const own = makers.filter(({ accountId }) => accountId === person.accountId)
    if (own.length === 0) return []
    const told = own.map(({ act, proposerName, by, at }) =>
      peopleWords.making({ act, proposerName, doerName: by?.name ?? null, day: shanghaiDay(at) }),
    )
    return [peopleWords.makers(nameOf(person), told)]
  })
}
