// Registers the people of an uploaded sheet, all or nobody (D14, D26).

import type { NewPerson } from '@paywages/domain/freelancers/new-people.ts'
import { MOST_PEOPLE_IN_SHEET } from '@paywages/wire/freelancers/endpoints.ts'
import type { Registration } from '@paywages/wire/freelancers/shapes.ts'
import type { Actor } from '../actor.ts'
import { readSheet } from '../adapters/spreadsheet/read-sheet.ts'
import { withReceivedSheet } from '../files/received-sheet.ts'
import type { House } from '../house.ts'
import type { ReceivedFile } from '../http/call.ts'
import { type Invite, registerAll } from './add-people.ts'

export function importPeople(
  house: House,
  by: Actor,
  files: readonly ReceivedFile[],
  ask: {
    readonly fileName?: string | undefined
    readonly providerId?: number | undefined
    readonly invite?: '0' | '1' | undefined
  },
  signal: AbortSignal,
  invite: Invite,
): Promise<Registration> {
  const reading = { action: 'add-people', fileName: ask.fileName, signal } as const
  return withReceivedSheet(house, by, files, reading, async (file, path) => {
    const people: NewPerson[] = []
    const limits = { dataRows: MOST_PEOPLE_IN_SHEET }
    for await (const rows of readSheet(path, { kind: 'people', fileName: file.name, limits, signal }))
      people.push(...rows)
    signal.throwIfAborted()
    const object = { kind: 'file', id: file.sha256, name: file.name }
    const providerId = ask.providerId ?? by.person.providerId
    return registerAll(house, by, { people, providerId, invites: ask.invite === '1', object }, invite)
  })
}
