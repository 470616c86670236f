// People of the demo who were added by hand: new ones, some whom other companies know too, and some with another phone.

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '@paywages/server/actor.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { registerAll } from '@paywages/server/freelancers/add-people.ts'
import { correctName } from '@paywages/server/freelancers/correct-name.ts'
import { fillPinyin } from '@paywages/server/freelancers/fill-pinyin.ts'
import { knownPeople } from '@paywages/server/freelancers/known-store.ts'
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

export async function seedRegisteredPeople(services: Services): Promise<void> {
  for (const { by, manager, start, fresh, shared } of COMPANIES) {
    const payer = await demoActor(services, by)
    const someone = demoPerson(fresh)
    // An earlier run got this far.
    if ((await knownTo(services, payer, someone.idCardNo)) !== undefined) continue
    const newcomers = Array.from({ length: FRESH_PEOPLE }, (_, index) => demoPerson(fresh + index))
    await register(services, ago(payer, 24.4), [...shared.map(demoPerson), ...newcomers])
    const moved = demoPerson(start + MOVED)
    await register(services, ago(payer, 0.1), [{ ...moved, phone: `137${moved.phone.slice(3)}` }])
    const renamed = await knownTo(services, payer, demoPerson(start + RENAMED).idCardNo)
    if (renamed)
      await correctName(services, ago(await demoActor(services, manager), 0.6), {
        userId: renamed.userId,
        providerId: payer.person.providerId,
        name: `${renamed.name.slice(0, 1)}鑫${renamed.name.slice(2)}`,
        reason: '身份证复印件核对，原录入有误',
      })
  }
  await fillPinyin(services)
}

type Person = ReturnType<typeof demoPerson>

async function register(services: Services, by: Actor, people: readonly Person[]): Promise<void> {
  const numbered = people.map((person, index) => ({ ...person, rowNumber: index + 1, bank: '', cardNo: '' }))
  const draft = { people: numbered, providerId: by.person.providerId, invites: false }
  const { bad } = await registerAll(services, by, draft, (tx, actor, whom) =>
    inviteUsers(services, tx, actor, { ...whom, batchId: null }),
  )
  if (bad[0]) throw new Error(`the demo adds someone who cannot be: ${bad[0].reason}`)
}

async function knownTo({ database, cipher }: Services, { person }: Actor, idCardNo: string) {
  const hashes = cipher.lookupHashes(idCardNo, 'id-card-no')
  const [known] = await database.query((tx) => knownPeople(tx, person.providerId, hashes))
  return known
}

function ago(by: Actor, days: number): Actor {
  return { ...by, at: new Date(by.at.getTime() - days * DAY_MS) }
}
