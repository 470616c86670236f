// Gives the people of the list as .xlsx, with its filters and their numbers in full (D33).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../actor.ts'
import { exportLargeSheet } from '../exports/export-sheet.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import { peopleFileName } from './labels.ts'
import { countPeople, type PeopleFilter } from './list-store.ts'

const SHEET = new URL('./people-sheet.ts', import.meta.url)

export async function exportPeople(house: House, by: Actor, filter: PeopleFilter): Promise<Download> {
  const { providerId, signed, signState } = filter
  const count = await house.database.look((tx) => countPeople(tx, filter))
  const entry = {
    action: 'export-people',
    object: { kind: 'freelancers', id: providerId ?? 'all' },
    ...(providerId === undefined ? {} : { providerId }),
    after: {
      signed: signed ?? 'all',
      signState: signState ?? 'all',
      byPerson: Boolean(filter.name) || filter.idHashes !== undefined,
      rows: count,
    },
  } as const
  return exportLargeSheet(
    house,
    by,
    { entry, fileName: peopleFileName(shanghaiDay(by.at)), count },
    SHEET,
    filter,
  )
}
