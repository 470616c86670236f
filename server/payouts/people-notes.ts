// What approvers should know of the people behind a batch: who stands behind their accounts, and who bears the same name (D47).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { peopleWords } from '@paywages/wire/payouts/people-words.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { makersOf } from './maker-store.ts'

type Participant = { readonly accountId: number; readonly account: string; readonly realName: string }

export async function peopleNotes(tx: Tx, history: readonly Participant[]): Promise<string[]> {
  const people = [...new Map(history.map((one) => [one.accountId, one])).values()]
  const makers = await makersOf(
    tx,
    people.map(({ accountId }) => accountId),
  )
  const made = people.flatMap((person) => {
    const maker = makers.find(({ accountId }) => accountId === person.accountId)
    if (maker === undefined) return []
    return [peopleWords.maker(nameOf(person), { ...maker, day: shanghaiDay(maker.decidedAt) })]
  })
  return [...made, ...sameNames(people)]
}

const nameOf = ({ realName, account }: Participant) =>
  realName === '' ? account : `${realName}（${account}）`

function sameNames(people: readonly Participant[]): string[] {
  const named = people.filter(({ accountId, realName }) => accountId !== 0 && realName !== '')
  return [...Map.groupBy(named, ({ realName }) => realName.replaceAll(/\s/g, ''))].flatMap(([, same]) =>
    same.length > 1 ? [peopleWords.sameName(same.map(nameOf))] : [],
  )
}
