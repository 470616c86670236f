// The freelancers' calls.

import { maskBankCardNo, maskIdCardNo, maskPhone } from '@paywages/domain/personal/mask.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import { CHANGE_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Services } from '../app-services.ts'
import { exportList } from '../exports/export-list.ts'
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

export function freelancerRoutes(services: Services, invite: Invite): Pick<Handlers, FreelancerCalls> {
  const { database, cipher } = services
  return {
    listFreelancers: ({ input, by, scope }) =>
      database.query(async (tx) => {
        const filter = peopleFilterOf(cipher, scope, input, by.at)
        const { index, size } = pageOf(input)
        const count = await countPeople(tx, filter)
        const offset = index * size
        // Looking for nobody means looking at everybody.
        const oldestFirst = input.sort?.descending === false
        const userIds =
          offset < count ? await findPeople(tx, filter, { limit: size, offset, oldestFirst }) : []
        const people = await openPeople(tx, cipher, filter, userIds)
        const rows = people.map(({ cardNo: _, bank: __, ...person }) => ({
          ...person,
          idCardNo: maskIdCardNo(person.idCardNo),
          phone: maskPhone(person.phone),
        }))
        return { rows, count }
      }),
    exportFreelancers: ({ input, by, scope }) =>
      exportList(services, by, peopleExport, peopleFilterOf(cipher, scope, input, by.at)),
    freelancerDetail: ({ input, by }) => readPerson(services, by, input, pageOf(input)),
    contactChanges: async ({ input, scope }) => {
      const { rows, count } = await database.query((tx) =>
        listContactChanges(tx, scope, input, pageOf(input)),
      )
      return { rows: rows.map((row) => shownChange(services, row)), count }
    },
    addFreelancers: ({ input, by }) => addPeople(services, by, input, invite),
    importFreelancers: ({ input, by, files, signal }) =>
      importPeople(services, by, files, input, signal, invite),
    correctName: async ({ input, by }) => {
      await correctName(services, by, input)
      return undefined
    },
  }
}

function shownChange({ cipher }: Services, record: ContactChangeRecord) {
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
