// Lets the demo act as one of its own accounts, under its platform's brand, through the same operations as everyone.

import { NO_FACTOR } from '@paywages/domain/factors/factor-standing.ts'
import type { Actor } from '@paywages/server/actor.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { DEMO_PLATFORMS } from './people.ts'

export async function demoActor(services: Services, account: string): Promise<Actor> {
  const row = await services.database.read((tx) =>
    tx.selectFrom('account_identities').selectAll().where('account', '=', account).executeTakeFirstOrThrow(),
  )
  return {
    at: services.clock.now(),
    address: 'demo',
    requestId: 'seed-demo',
    hostname: '',
    person: {
      accountId: row.account_id,
      account: row.account,
      realName: row.real_name,
      providerId: row.provider_id,
      providerName: row.provider_name,
      platformId: row.platform_id,
      platformName: row.platform_name,
      payRight: row.pay_right,
      checkRight: row.check_right,
      appLoginRight: row.app_login_right,
      manager: row.manager,
      superManager: row.super_manager,
      brand: row.platform_name === DEMO_PLATFORMS[1] ? 2 : 1,
      mustChangePassword: false,
      decidesFrom: null,
      sessionToken: Buffer.alloc(0),
      factor: NO_FACTOR,
    },
  }
}
