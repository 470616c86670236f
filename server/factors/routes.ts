// The calls of the second factor.

import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { describePerson } from '../session/describe-person.ts'
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from './enrol-totp.ts'
import { hasEnrolmentCode } from './enrolment-store.ts'
import { giveCode } from './give-code.ts'
import { passkeysOf } from './passkey-store.ts'
import {
  addPasskey,
  askKeySignature,
  askPasskey,
  givePasskey,
  passkeySite,
  removePasskey,
  startPasskey,
} from './passkeys.ts'
import { resetFactors } from './reset-factors.ts'
import { countRecoveryCodes, readTotpFacts } from './store.ts'

type FactorCalls =
  | 'askPasskey'
  | 'givePasskey'
  | 'askKeySignature'
  | 'startPasskey'
  | 'addPasskey'
  | 'removePasskey'
  | 'myFactors'
  | 'giveCode'
  | 'startTotp'
  | 'confirmTotp'
  | 'removeTotp'
  | 'renewRecoveryCodes'
  | 'resetFactor'

export function factorRoutes(services: Services): Pick<Handlers, FactorCalls> {
  return {
    myFactors: async ({ by }) => {
      const { accountId, factor } = by.person
      return services.database.query(async (tx) => ({
        demanded: factor.demanded,
        totpSince: (await readTotpFacts(tx, accountId))?.confirmedAt ?? null,
        recoveryCodesLeft: await countRecoveryCodes(tx, accountId),
        passkeysWork: passkeySite(services, by) !== undefined,
        passkeys: await passkeysOf(tx, accountId),
        enrolmentCodeNeeded: await hasEnrolmentCode(tx, accountId),
      }))
    },
    giveCode: async ({ input, by }) => {
      await giveCode(services, by, input.code)
      return given(by)
    },
    askPasskey: ({ by }) => askPasskey(services, by),
    givePasskey: async ({ input, by }) => {
      await givePasskey(services, by, input.credential)
      return given(by)
    },
    askKeySignature: ({ input, by }) => askKeySignature(services, by, input.passkeyId),
    startPasskey: ({ by }) => startPasskey(services, by),
    addPasskey: async ({ input, by }) => ({ recoveryCodes: await addPasskey(services, by, input) }),
    removePasskey: async ({ input, by }) => {
      await removePasskey(services, by, input.passkeyId)
      return undefined
    },
    startTotp: async ({ by }) => startTotp(services, by),
    confirmTotp: async ({ input, by }) => ({ recoveryCodes: await confirmTotp(services, by, input) }),
    removeTotp: async ({ by }) => {
      await removeTotp(services, by)
      return undefined
    },
    resetFactor: async ({ input, by }) => ({
      data: undefined,
      waiting: await resetFactors(services, by, input.accountId, input.reason),
    }),
    renewRecoveryCodes: async ({ by }) => ({ recoveryCodes: await renewRecoveryCodes(services, by) }),
  }
}

/** Who is logged in, now that the factor was given. */
function given({ person, at }: Actor) {
  return describePerson({ ...person, factor: { ...person.factor, givenAt: at } })
}
