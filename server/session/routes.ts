// The session's calls.

import type { SignedIn } from '../actor.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { changeOwnPassword } from './change-own-password.ts'
import { identify } from './identify.ts'
import { logIn } from './log-in.ts'
import { deleteSession } from './store.ts'

type SessionCalls = 'login' | 'logout' | 'currentUser' | 'changePassword' | 'brand'

export function sessionRoutes(house: House): Pick<Handlers, SessionCalls> {
  return {
    login: async ({ ask, origin, cookie }) => {
      const token = await logIn(house, origin, { ...ask, earlierToken: cookie.current })
      cookie.set(token)
      return describe(await identify(house, token, origin, true))
    },
    logout: async ({ by, cookie }) => {
      const { accountId, account, sessionToken } = by.person
      await house.database.transact(async (tx) => {
        await deleteSession(tx, sessionToken)
        await recordEntry(tx, by, {
          action: 'logout',
          object: { kind: 'account', id: accountId, name: account },
        })
      })
      cookie.clear()
      return undefined
    },
    currentUser: async ({ by }) => describe(by.person),
    changePassword: async ({ ask, by, cookie }) => {
      await changeOwnPassword(house, by, ask)
      cookie.clear()
      return undefined
    },
    brand: async ({ ask, origin }) => {
      const plat = house.brands.choose(ask.brand, origin.hostname)
      const { name, slogan, company, icp, police } = house.brands.brand(plat)
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

function describe(person: SignedIn) {
  const { account, realName, checkRight, payRight, superManager, manager, brand, mustChangePassword } = person
  const { accountId, providerId, providerName, platformName } = person
  return {
    account,
    realName,
    checkRight,
    payRight,
    superManager,
    manager,
    brand,
    mustChangePassword,
    accountId,
    providerId,
    providerName,
    platformName,
  }
}
