// Marks the personal data of a month's new people as collected in the tax client: later months leave them out.

import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { recordEntry } from '../../audit-log/record-entry.ts'
import { Refused } from '../../refused.ts'
import { lockPeriods } from '../periods/period-store.ts'
import { closedFiling, type FilingWanted } from './closed-filing.ts'
import { countNewPeople, findPeopleCollection, insertPeopleCollection } from './collected-store.ts'

export async function markCollected(services: Services, by: Actor, wanted: FilingWanted): Promise<number> {
  const { providerId, month } = wanted
  return services.database.transact(async (tx) => {
    await lockPeriods(tx, providerId)
    const { providerName, period } = await closedFiling(tx, wanted)
    const { taxId } = period
    const place = { taxId, providerId, month }
    if (await findPeopleCollection(tx, taxId)) throw new Refused('people-marked', { month })
    const people = await countNewPeople(tx, place)
    if (people === 0) throw new Refused('people-none-new', { month })
    await insertPeopleCollection(tx, place, { at: by.at, by: by.person.accountId, people })
    await recordEntry(tx, by, {
      action: 'mark-people-collected',
      object: { kind: 'tax-proof', id: taxId, name: `${providerName} ${month}` },
      providerId,
      after: { month, people },
    })
    return people
  })
}
