// Accounts: list, add, change, disable, reset, and the basic info behind one (spec §2, §3, §7, D10).

import { isMobile } from '@paywages/domain/identity/phone.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { proposalTexts } from '../proposals/messages.ts'
import { at, same, shape } from '../shape.ts'
import { sorting } from '../sorting.ts'
import {
  flag,
  id,
  idInQuery,
  instant,
  passwordDigest,
  plainPassword,
  rate,
  requiredId,
  shown,
  text,
} from '../values.ts'
import { accountTexts } from './messages.ts'

const loginName = z
  .string({ error: accountTexts.accountMissing })
  .trim()
  .min(1, accountTexts.accountMissing)
  .regex(/^[^\s\p{C}]{2,30}$/u, accountTexts.accountMalformed)

const rights = {
  payRight: at('payRight', flag.optional()),
  checkRight: at('checkRight', flag.optional()),
  appLoginRight: at('appLoginRight', flag.optional()),
  manager: at('isManager', flag.optional()),
}

const particulars = {
  platformId: at('platformId', requiredId(accountTexts.platformMissing)),
  realName: at('accountName', text({ max: 30, tooLong: accountTexts.realNameTooLong }).optional()),
  serviceName: at('serviceName', text({ max: 30, tooLong: accountTexts.serviceNameTooLong }).optional()),
  /** Empty leaves it as it is. */
  phone: at(
    'phone',
    z
      .string()
      .trim()
      .refine((typed) => typed === '' || isMobile(typed), accountTexts.phoneWrong)
      .optional(),
  ),
}

/** Why, for the second person who confirms it. */
const why = { reason: at('reason', text({ max: 200, tooLong: proposalTexts.reasonTooLong }).optional()) }

export const addAccount = endpoint({
  method: 'POST',
  path: '/account/add',
  purpose:
    'Creates a login account, or proposes one with rights to a second manager; it must change its password at first login.',
  right: 'manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({
    account: at('account', loginName),
    passwordDigest: at('passwd', passwordDigest(accountTexts.passwordMissing)),
    /** The specification's call has none: what the owner changes at the first login is then judged by its digest alone. */
    password: at('plainPasswd', plainPassword.optional()),
    providerId: at('providerId', requiredId(accountTexts.providerMissing)),
    ...particulars,
    ...rights,
    ...why,
  }),
  reply: { form: 'data', data: id, proposes: true },
  failure: accountTexts.addFailed,
})

const accountRow = {
  ...same({ accountId: id, account: shown, providerName: shown, platformName: shown }),
  realName: at('accountName', shown),
  payRight: at('payRight', flag),
  checkRight: at('checkRight', flag),
  appLoginRight: at('appLoginRight', flag),
  manager: at('isManager', flag),
  superManager: at('superManager', flag),
  enabled: at('accountStatus', flag),
  lastLoginAt: at('lastLoginTime', instant.nullable()),
}

export const accountRowShape = shape(accountRow)
export type AccountRow = z.output<typeof accountRowShape>

export const listAccounts = endpoint({
  method: 'GET',
  path: '/accounts',
  purpose: 'Lists the accounts in scope.',
  right: 'manager',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    keyword: at('keyword', text({ max: 30 }).optional()),
    providerId: at('providerId', idInQuery.optional()),
    ...sorting({ account: 'account', realName: 'accountName', enabled: 'accountStatus' }),
    ...paging,
  }),
  reply: { form: 'list', row: accountRowShape },
  failure: accountTexts.listFailed,
})

const accountDetailShape = shape({
  ...accountRow,
  ...same({ providerId: id, platformId: id, serviceName: shown }),
  mustChangePassword: at('mustChangePasswd', flag),
  /** Masked; empty where there is none. */
  phone: at('phone', shown),
  createdAt: at('createTime', instant),
})
export type AccountDetail = z.output<typeof accountDetailShape>

export const accountDetail = endpoint({
  method: 'GET',
  path: '/account/detail',
  purpose: 'Gives one account for editing.',
  right: 'manager',
  scope: { rule: 'record', kind: 'account', at: 'accountId' },
  input: shape(same({ accountId: idInQuery })),
  reply: { form: 'data', data: accountDetailShape },
  failure: accountTexts.infoFailed,
})

export const updateAccount = endpoint({
  method: 'POST',
  path: '/account/update',
  purpose:
    'Changes rights, platform and names of an account, and proposes further rights to a second manager; changed rights end its sessions.',
  right: 'manager',
  scope: { rule: 'record', kind: 'account', at: 'accountId' },
  input: shape({ accountId: at('accountId', id), ...particulars, ...rights, ...why }),
  reply: { form: 'nothing', proposes: true },
  failure: accountTexts.generic,
})

export const setAccountStatus = endpoint({
  method: 'POST',
  path: '/account/status',
  purpose:
    'Disables (0) an account, which ends its sessions, or enables it (1); one with rights is proposed to a second manager.',
  right: 'manager',
  scope: { rule: 'record', kind: 'account', at: 'accountId' },
  input: shape({ accountId: at('accountId', id), enabled: at('accountStatus', flag), ...why }),
  reply: { form: 'nothing', proposes: true },
  failure: accountTexts.generic,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/account/reset/passwd',
  purpose:
    'Gives an account a new first password and ends its sessions; for one with rights it is proposed to a second manager.',
  right: 'manager',
  scope: { rule: 'record', kind: 'account', at: 'accountId' },
  input: shape({
    accountId: at('accountId', id),
    passwordDigest: at('passwd', passwordDigest(accountTexts.passwordMissing)),
    password: at('plainPasswd', plainPassword),
    ...why,
  }),
  reply: { form: 'nothing', proposes: true },
  failure: accountTexts.generic,
})

export const basicInfo = endpoint({
  method: 'GET',
  path: '/basic/info',
  purpose: 'Gives the provider behind an account; without accountId, one’s own.',
  right: 'console',
  scope: { rule: 'record', kind: 'account', at: 'accountId', optional: true },
  input: shape({ accountId: at('accountId', idInQuery.optional()) }),
  reply: {
    form: 'data',
    data: shape({
      ...same({
        providerName: shown,
        bankAccount: shown,
        bankAccountName: shown,
        phone: shown,
        address: shown,
        contactUser: shown,
        platformName: shown,
        loginAccount: shown,
        serviceName: shown,
      }),
      taxpayerId: at('taxpayerIDNumber', shown),
      serviceRate: at('serviceRate', rate()),
      realName: at('accountName', shown),
    }),
  },
  failure: accountTexts.infoFailed,
})
