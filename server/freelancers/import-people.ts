// Registers the people of an uploaded sheet, all or nobody (D14, D26).

import type { NewPerson } from '@paywages/domain/freelancers/new-people.ts'
import { MAX_PEOPLE_IN_SHEET } from '@paywages/wire/freelancers/endpoints.ts'
import type { Registration } from '@paywages/wire/freelancers/shapes.ts'
import type { Actor } from '../actor.ts'
import { readSheet } from '../adapters/spreadsheet/read-sheet.ts'
import type { Services } from '../app-services.ts'
import { withReceivedSheet } from '../files/received-sheet.ts'
import type { ReceivedFile } from '../http/call.ts'
import { type Invite, registerAll } from './add-people.ts'

export function importPeople(
  services: Services,
  by: Actor,
  files: readonly ReceivedFile[],
  input: {
    readonly fileName?: string | undefined
    readonly providerId?: number | undefined
    readonly invite?: '0' | '1' | undefined
  },
  signal: AbortSignal,
  invite: Invite,
): Promise<Registration> {
  const reading = { action: 'add-people', fileName: input.fileName, signal } as const
  return withReceivedSheet(services, by, files, reading, async (file, copy) => {
    const people: NewPerson[] = []
    const limits = { dataRows: MAX_PEOPLE_IN_SHEET }
    for await (const rows of readSheet(copy, { kind: 'people', fileName: file.name, limits, signal }))
      people.push(...rows)
    signal.throwIfAborted()
    const object = { kind: 'file', id: file.sha256, name: file.name }
    const providerId = input.providerId ?? by.person.providerId
    return registerAll(services, by, { people, providerId, invites: input.invite === '1', object }, invite)
  })
}
