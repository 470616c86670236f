// Restricted people of the demo: at each provider one whom it has paid before, and one everywhere.

import type { Services } from '@paywages/server/app-services.ts'
import { addLimitUser } from '@paywages/server/limits/change-limit-users.ts'
import { demoActor } from './actor.ts'
import { demoPerson } from './freelancers.ts'

/** Paid, and in no batch that still waits; above 1,500 people beyond those that the demo pays. */
const RESTRICTED = [
  { by: 'pay1', n: 58, everywhere: false },
  { by: 'pay2', n: 458, everywhere: false },
  { by: 'pay3', n: 758, everywhere: false },
  { by: 'pay1', n: 1_501, everywhere: false },
  { by: 'pay3', n: 1_502, everywhere: false },
  { by: 'admin', n: 1_503, everywhere: true },
] as const

export async function seedLimitUsers(services: Services): Promise<void> {
  const some = await services.database.query((tx) =>
    tx.selectFrom('limit_users').select('limit_id').limit(1).executeTakeFirst(),
  )
  if (some) return
  for (const { by, n, everywhere } of RESTRICTED) {
    const { name, idCardNo } = demoPerson(n)
    await addLimitUser(services, await demoActor(services, by), { name, idCardNo, everywhere })
  }
}
