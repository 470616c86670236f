// The freelancers' calls.

import { maskBankCardNo, maskIdCardNo, maskPhone } from '@paywages/domain/personal/mask.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import { CHANGE_SEAL } from '../adapters/personal-data/contexts.ts'
import { exportList } from '../exports/export-list.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { addPeople, type Invite } from './add-people.ts'
import { type ContactChangeRecord, listContactChanges } from './contact-store.ts'
import { correctName } from './correct-name.ts'
import { importPeople } from './import-people.ts'
import { countPeople, findPeople } from './list-store.ts'
import { peopleFilterOf } from './people-filter.ts'
import { peopleExport } from './people-sheet.ts'
import { readPerson } from './read-person.ts'
import { openPeople } from './shown-people.ts'

type FreelancerCalls =
  | 'listFreelancers'
  | 'exportFreelancers'
  | 'freelancerDetail'
  | 'contactChanges'
  | 'addFreelancers'
  | 'importFreelancers'
  | 'correctName'

export function freelancerRoutes(house: House, invite: Invite): Pick<Handlers, FreelancerCalls> {
  const { database, cipher } = house
  return {
    listFreelancers: ({ ask, by, scope }) =>
      database.look(async (tx) => {
        const filter = peopleFilterOf(cipher, scope, ask, by.at)
        const { index, size } = pageOf(ask)
        const count = await countPeople(tx, filter)
        const offset = index * size
        // Looking for nobody means looking at everybody.
        const userIds = offset < count ? await findPeople(tx, filter, { limit: size, offset }) : []
        const people = await openPeople(tx, cipher, filter, userIds)
        const rows = people.map(({ cardNo: _, bank: __, ...person }) => ({
          ...person,
          idCardNo: maskIdCardNo(person.idCardNo),
          phone: maskPhone(person.phone),
        }))
        return { rows, count }
      }),
    exportFreelancers: ({ ask, by, scope }) =>
      exportList(house, by, peopleExport, peopleFilterOf(cipher, scope, ask, by.at)),
    freelancerDetail: ({ ask, by }) => readPerson(house, by, ask, pageOf(ask)),
    contactChanges: async ({ ask, scope }) => {
      const { rows, count } = await database.look((tx) => listContactChanges(tx, scope, ask, pageOf(ask)))
      return { rows: rows.map((row) => shownChange(house, row)), count }
    },
    addFreelancers: ({ ask, by }) => addPeople(house, by, ask, invite),
    importFreelancers: ({ ask, by, files, signal }) => importPeople(house, by, files, ask, signal, invite),
    correctName: async ({ ask, by }) => {
      await correctName(house, by, ask)
      return undefined
    },
  }
}

function shownChange({ cipher }: House, record: ContactChangeRecord) {
  const { sealedBefore, sealedAfter, ...row } = record
  const { phone: phoneBefore = '', cardNo: cardBefore = '' } = cipher.openFields(sealedBefore, CHANGE_SEAL)
  const { phone: phoneAfter = '', cardNo: cardAfter = '' } = cipher.openFields(sealedAfter, CHANGE_SEAL)
  return {
    ...row,
    phoneBefore: maskPhone(phoneBefore),
    phoneAfter: maskPhone(phoneAfter),
    cardBefore: maskBankCardNo(cardBefore),
    cardAfter: maskBankCardNo(cardAfter),
  }
}
