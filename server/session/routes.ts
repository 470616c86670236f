// The session's calls.

import { recordEntry } from '../audit-log/record-entry.ts'
import type { Handlers } from '../http/call.ts'
import { changeOwnPassword } from './change-own-password.ts'
import { describePerson } from './describe-person.ts'
import { endAccountSessions, endOwnSessions, listAccountSessions, listOwnSessions } from './end-sessions.ts'
import { identify } from './identify.ts'
import { type LoginServices, logIn } from './log-in.ts'
import { deleteSession } from './store.ts'

type SessionCalls =
  | 'login'
  | 'logout'
  | 'currentUser'
  | 'changePassword'
  | 'brand'
  | 'mySessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'accountSessions'
  | 'endAccountSessions'

export function sessionRoutes(services: LoginServices): Pick<Handlers, SessionCalls> {
  return {
    login: async ({ input, origin, cookie, device, signal }) => {
      const asked = { ...input, earlierToken: cookie.current, deviceCookie: device.current }
      const { token, deviceCookie } = await logIn(services, origin, asked, signal)
      cookie.set(token)
      device.set(deviceCookie)
      return describePerson(await identify(services, token, origin, true))
    },
    logout: async ({ by, cookie }) => {
      const { accountId, account, sessionToken } = by.person
      await services.database.transact(async (tx) => {
        await deleteSession(tx, sessionToken)
        await recordEntry(tx, by, {
          action: 'logout',
          object: { kind: 'account', id: accountId, name: account },
        })
      })
      cookie.clear()
      return undefined
    },
    currentUser: async ({ by }) => describePerson(by.person),
    changePassword: async ({ input, by, cookie, device }) => {
      await changeOwnPassword(services, by, { ...input, deviceCookie: device.current })
      cookie.clear()
      return undefined
    },
    mySessions: ({ by }) => listOwnSessions(services, by),
    endSession: async ({ input, by }) => {
      await endOwnSessions(services, by, input.sessionId)
      return undefined
    },
    endOtherSessions: async ({ by }) => {
      await endOwnSessions(services, by)
      return undefined
    },
    accountSessions: ({ input, by }) => listAccountSessions(services, by, input.accountId),
    endAccountSessions: async ({ input, by }) => {
      await endAccountSessions(services, by, input.accountId, input.sessionId)
      return undefined
    },
    brand: async ({ input, origin }) => {
      const plat = services.brands.choose(input.brand, origin.hostname)
      const { name, slogan, company, icp, police } = services.brands.brand(plat)
      return {
        plat,
        name,
        slogan,
        company,
        icp,
        police,
        footer: [company, icp, police].filter((part) => part !== '').join(' · '),
      }
    },
  }
}
