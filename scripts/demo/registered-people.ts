// People of the demo who were added by hand: new ones, some whom other companies know too, and some with another phone.

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '@paywages/server/actor.ts'
import { registerAll } from '@paywages/server/freelancers/add-people.ts'
import { correctName } from '@paywages/server/freelancers/correct-name.ts'
import { knownPeople } from '@paywages/server/freelancers/known-store.ts'
import { spellWaitingNames } from '@paywages/server/freelancers/spell-names.ts'
import type { House } from '@paywages/server/house.ts'
import { inviteUsers } from '@paywages/server/signing/invite-people.ts'
import { demoActor } from './actor.ts'
import { demoPerson } from './freelancers.ts'

/** `start` is the first of those whom a company pays, as in the demo's payouts. */
const COMPANIES = [
  { by: 'pay1', manager: 'manager1', start: 0, fresh: 1_600, shared: [404, 405, 706] },
  { by: 'pay2', manager: 'manager1', start: 400, fresh: 1_620, shared: [4, 5, 706] },
  { by: 'pay3', manager: 'manager2', start: 700, fresh: 1_640, shared: [4, 404] },
] as const

const FRESH_PEOPLE = 6
/** Paid, and in no batch that still waits. */
const MOVED = 60
const RENAMED = 63

export async function seedRegisteredPeople(house: House): Promise<void> {
  for (const { by, manager, start, fresh, shared } of COMPANIES) {
    const payer = await demoActor(house, by)
    const someone = demoPerson(fresh)
    // An earlier run got this far.
    if ((await knownTo(house, payer, someone.idCardNo)) !== undefined) continue
    const newcomers = Array.from({ length: FRESH_PEOPLE }, (_, index) => demoPerson(fresh + index))
    await register(house, ago(payer, 24.4), [...shared.map(demoPerson), ...newcomers])
    const moved = demoPerson(start + MOVED)
    await register(house, ago(payer, 0.1), [{ ...moved, phone: `137${moved.phone.slice(3)}` }])
    const renamed = await knownTo(house, payer, demoPerson(start + RENAMED).idCardNo)
    if (renamed)
      await correctName(house, ago(await demoActor(house, manager), 0.6), {
        userId: renamed.userId,
        providerId: payer.person.providerId,
        name: `${renamed.name.slice(0, 1)}鑫${renamed.name.slice(2)}`,
        reason: '身份证复印件核对，原录入有误',
      })
  }
  await spellWaitingNames(house)
}

type Person = ReturnType<typeof demoPerson>

async function register(house: House, by: Actor, people: readonly Person[]): Promise<void> {
  const numbered = people.map((person, index) => ({ ...person, rowNumber: index + 1, bank: '', cardNo: '' }))
  const draft = { people: numbered, providerId: by.person.providerId, invites: false }
  const { bad } = await registerAll(house, by, draft, (tx, actor, whom) =>
    inviteUsers(house, tx, actor, { ...whom, batchId: null }),
  )
  if (bad[0]) throw new Error(`the demo adds someone who cannot be: ${bad[0].reason}`)
}

async function knownTo({ database, cipher }: House, { person }: Actor, idCardNo: string) {
  const hashes = cipher.lookupHashes(idCardNo, 'id-card-no')
  const [known] = await database.look((tx) => knownPeople(tx, person.providerId, hashes))
  return known
}

function ago(by: Actor, days: number): Actor {
  return { ...by, at: new Date(by.at.getTime() - days * DAY_MS) }
}
