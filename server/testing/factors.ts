// Authenticator apps for accounts of tests: a secret that is known here, and its codes.

import { stepAt } from '@paywages/domain/factors/one-time-code.ts'
import { totpCode } from '../adapters/one-time-codes/totp.ts'
import { saveTotp } from '../factors/store.ts'
import type { TestServices } from './test-services.ts'

export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** The code that the app shows now, or so many steps away from now. */
export function codeNow({ clock }: Pick<TestServices, 'clock'>, away = 0): string {
  return totpCode(TOTP_SECRET, stepAt(clock.now()) + away)
}

/** Gives these accounts the app, all of them without names; `confirmed` or still to be. */
export async function giveApp(
  services: TestServices,
  confirmed: boolean,
  accounts?: readonly string[],
): Promise<void> {
  const at = services.clock.now()
  const found = await services.query<{ account_id: number; account: string }>(
    'select account_id, account from accounts',
  )
  const chosen = found.filter(({ account }) => accounts?.includes(account) ?? true)
  await services.database.transact(async (tx) => {
    for (const { account_id: accountId } of chosen)
      await saveTotp(tx, services.cipher, accountId, { secret: TOTP_SECRET, at, confirmed })
  })
}

export async function giveAppTo({ database, cipher, clock }: TestServices, accountId: number): Promise<void> {
  const app = { secret: TOTP_SECRET, at: clock.now(), confirmed: true }
  await database.transact((tx) => saveTotp(tx, cipher, accountId, app))
}
