// The accounts' calls.

import { pageOf } from '@paywages/wire/paging.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { findProvider, openParticulars } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { addAccount } from './add-account.ts'
import { changeAccount, resetAccountPassword, setAccountStanding } from './change-account.ts'
import { findAccount, listAccounts } from './store.ts'

type AccountCalls =
  | 'addAccount'
  | 'listAccounts'
  | 'accountDetail'
  | 'updateAccount'
  | 'setAccountStatus'
  | 'resetPassword'
  | 'basicInfo'

export function accountRoutes(house: House): Pick<Handlers, AccountCalls> {
  return {
    addAccount: ({ ask, by }) =>
      addAccount(house, by, {
        account: ask.account,
        passwordDigest: ask.passwordDigest,
        providerId: ask.providerId,
        platformId: ask.platformId,
        realName: ask.realName || ask.account,
        serviceName: ask.serviceName ?? '',
        payRight: ask.payRight ?? false,
        checkRight: ask.checkRight ?? false,
        appLoginRight: ask.appLoginRight ?? false,
        manager: ask.manager ?? false,
      }),
    listAccounts: ({ ask, scope }) => house.database.look((tx) => listAccounts(tx, scope, ask, pageOf(ask))),
    accountDetail: async ({ ask, scope }) => {
      const account = await house.database.look((tx) => findAccount(tx, scope, ask.accountId))
      if (!account) throw new Refused('not-found')
      return account
    },
    updateAccount: async ({ ask, by }) => {
      const { accountId, realName, ...wanted } = ask
      await changeAccount(house, by, accountId, { ...wanted, ...(realName ? { realName } : {}) })
      return undefined
    },
    setAccountStatus: async ({ ask, by }) => {
      await setAccountStanding(house, by, ask.accountId, ask.enabled)
      return undefined
    },
    resetPassword: async ({ ask, by }) => {
      await resetAccountPassword(house, by, ask.accountId, ask.passwordDigest)
      return undefined
    },
    basicInfo: ({ ask, by, scope }) =>
      house.database.transact(async (tx) => {
        const own = ask.accountId === undefined || ask.accountId === by.person.accountId
        const account = await findAccount(
          tx,
          own ? { of: 'everything' } : scope,
          own ? by.person.accountId : (ask.accountId ?? 0),
        )
        const provider = account && (await findProvider(tx, account.providerId))
        if (!account || !provider) throw new Refused('not-found')
        if (account.providerId !== by.person.providerId) {
          const object = { kind: 'provider', id: provider.providerId, name: provider.name }
          await recordEntry(tx, by, { action: 'read-personal-data', object, providerId: provider.providerId })
        }
        const { bankAccount, phone } = openParticulars(house.cipher, provider)
        const { bankAccountName, address, contactUser, taxpayerId, serviceRate } = provider
        return {
          providerName: provider.name,
          bankAccount,
          bankAccountName,
          phone,
          address,
          contactUser,
          platformName: account.platformName,
          loginAccount: account.account,
          realName: account.realName,
          serviceName: account.serviceName,
          taxpayerId,
          serviceRate,
        }
      }),
  }
}
