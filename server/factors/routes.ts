// The calls of the second factor.

import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { describePerson } from '../session/describe-person.ts'
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from './enrol-totp.ts'
import { giveCode } from './give-code.ts'
import { countRecoveryCodes, readTotpFacts } from './store.ts'

type FactorCalls =
  | 'myFactors'
  | 'giveCode'
  | 'startTotp'
  | 'confirmTotp'
  | 'removeTotp'
  | 'renewRecoveryCodes'

export function factorRoutes(services: Services): Pick<Handlers, FactorCalls> {
  return {
    myFactors: async ({ by }) => {
      const { accountId, factor } = by.person
      return services.database.query(async (tx) => ({
        demanded: factor.demanded,
        totpSince: (await readTotpFacts(tx, accountId))?.confirmedAt ?? null,
        recoveryCodesLeft: await countRecoveryCodes(tx, accountId),
      }))
    },
    giveCode: async ({ input, by }) => {
      await giveCode(services, by, input.code)
      return describePerson({ ...by.person, factor: { ...by.person.factor, givenAt: by.at } })
    },
    startTotp: async ({ by }) => startTotp(services, by),
    confirmTotp: async ({ input, by }) => ({ recoveryCodes: await confirmTotp(services, by, input.code) }),
    removeTotp: async ({ by }) => {
      await removeTotp(services, by)
      return undefined
    },
    renewRecoveryCodes: async ({ by }) => ({ recoveryCodes: await renewRecoveryCodes(services, by) }),
  }
}
