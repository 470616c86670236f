// What approvers should know of the people behind a batch: who stands behind their accounts (D47).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { peopleWords } from '@paywages/wire/payouts/people-words.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { nameOf, type Participant } from './account-pairs.ts'
import { makersOf } from './maker-store.ts'

export async function peopleNotes(tx: Tx, history: readonly Participant[]): Promise<string[]> {
  const people = [...new Map(history.map((one) => [one.accountId, one])).values()]
  const makers = await makersOf(
    tx,
    people.map(({ accountId }) => accountId),
  )
  return people.flatMap((person) => {
    const maker = makers.find(({ accountId }) => accountId === person.accountId)
    if (maker === undefined) return []
    return [peopleWords.maker(nameOf(person), { ...maker, day: shanghaiDay(maker.decidedAt) })]
  })
}
