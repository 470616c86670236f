// The export of the people whom a search finds, in full (D33).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { personNumber } from '@paywages/domain/freelancers/person-number.ts'
import type { ListExport } from '../exports/export-list.ts'
import { type SheetColumn, type SheetDefinition, textColumn } from '../exports/sheet-definition.ts'
import { PEOPLE_SHEET_NAME, peopleFileName, SIGN_STATE_WORDS, PEOPLE_TITLES as t } from './labels.ts'
import { countPeople, findPeople, type PeopleFilter } from './list-store.ts'
import { type OpenedPerson, openPeople } from './shown-people.ts'

const PIECE = 1_000

const COLUMNS: readonly SheetColumn<OpenedPerson>[] = [
  textColumn(t.userId, 12, ({ userId }) => personNumber(userId)),
  textColumn(t.idCardNo, 22, ({ idCardNo }) => idCardNo),
  textColumn(t.name, 12, ({ name }) => name),
  textColumn(t.phone, 14, ({ phone }) => phone),
  textColumn(t.platform, 20, ({ platformName }) => platformName),
  textColumn(t.lastPaidAt, 14, ({ lastPaidAt }) => (lastPaidAt ? shanghaiDay(lastPaidAt) : '')),
  textColumn(t.signing, 18, ({ signState }) => SIGN_STATE_WORDS[signState]),
  textColumn(t.bank, 20, ({ bank }) => bank),
  textColumn(t.cardNo, 24, ({ cardNo }) => cardNo),
  textColumn(t.company, 28, ({ providerName }) => providerName),
]

export const sheet: SheetDefinition<PeopleFilter, OpenedPerson> = {
  sheetName: PEOPLE_SHEET_NAME,
  columns: () => COLUMNS,
  async *pieces(tx, cipher, filter) {
    let before: number | undefined
    for (;;) {
      const userIds = await findPeople(tx, filter, { limit: PIECE, before })
      if (userIds.length > 0) yield await openPeople(tx, cipher, filter, userIds)
      if (userIds.length < PIECE) return
      before = userIds.at(-1)
    }
  },
}

export const peopleExport: ListExport<PeopleFilter, OpenedPerson> = {
  action: 'export-people',
  list: 'freelancers',
  filters: ({ signed, signState, name, userId, idHashes }) => ({
    signed: signed ?? 'all',
    signState: signState ?? 'all',
    byPerson: Boolean(name) || userId !== undefined || idHashes !== undefined,
  }),
  count: countPeople,
  fileName: peopleFileName,
  sheet,
  thread: import.meta.url,
}
