// The accounts' calls.

import { maskPhone } from '@paywages/domain/personal/mask.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import type { Handlers } from '../http/call.ts'
import { findProvider, openParticulars } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { addAccount } from './add-account.ts'
import { changeAccount, changeAccountStatus, resetAccountPassword } from './change-account.ts'
import { phoneOf } from './phone-store.ts'
import { findAccount, listAccounts } from './store.ts'

type AccountCalls =
  | 'addAccount'
  | 'listAccounts'
  | 'accountDetail'
  | 'updateAccount'
  | 'setAccountStatus'
  | 'resetPassword'
  | 'basicInfo'

export function accountRoutes(services: Services): Pick<Handlers, AccountCalls> {
  return {
    addAccount: ({ input, by }) =>
      addAccount(services, by, {
        account: input.account,
        passwordDigest: input.passwordDigest,
        password: input.password,
        phone: input.phone,
        providerId: input.providerId,
        platformId: input.platformId,
        realName: input.realName || input.account,
        serviceName: input.serviceName ?? '',
        payRight: input.payRight ?? false,
        checkRight: input.checkRight ?? false,
        appLoginRight: input.appLoginRight ?? false,
        manager: input.manager ?? false,
        reason: input.reason,
      }),
    listAccounts: ({ input, scope }) =>
      services.database.query((tx) => listAccounts(tx, scope, input, pageOf(input), input.sort)),
    accountDetail: async ({ input, scope }) => {
      return services.database.query(async (tx) => {
        const account = await findAccount(tx, scope, input.accountId)
        if (!account) throw new Refused('not-found')
        const phone = await phoneOf(tx, services.cipher, input.accountId)
        return { ...account, phone: phone === '' ? '' : maskPhone(phone) }
      })
    },
    updateAccount: async ({ input, by }) => {
      const { accountId, realName, reason, phone, ...rest } = input
      const wanted = { ...rest, ...(realName ? { realName } : {}) }
      const waiting = await changeAccount(services, by, accountId, wanted, { phone, reason })
      return { data: undefined, waiting }
    },
    setAccountStatus: async ({ input, by }) => {
      const { accountId, enabled, reason } = input
      return { data: undefined, waiting: await changeAccountStatus(services, by, accountId, enabled, reason) }
    },
    resetPassword: async ({ input, by }) => {
      const { accountId, reason, ...wanted } = input
      const waiting = await resetAccountPassword(services, by, accountId, wanted, reason)
      return { data: undefined, waiting }
    },
    basicInfo: ({ input, by, scope }) =>
      services.database.transact(async (tx) => {
        const own = input.accountId === undefined || input.accountId === by.person.accountId
        const account = await findAccount(
          tx,
          own ? { of: 'everything' } : scope,
          own ? by.person.accountId : (input.accountId ?? 0),
        )
        const provider = account && (await findProvider(tx, account.providerId))
        if (!account || !provider) throw new Refused('not-found')
        if (account.providerId !== by.person.providerId) {
          const object = { kind: 'provider', id: provider.providerId, name: provider.name }
          await recordEntry(tx, by, { action: 'read-personal-data', object, providerId: provider.providerId })
        }
        const { bankAccount, phone } = openParticulars(services.cipher, provider)
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
