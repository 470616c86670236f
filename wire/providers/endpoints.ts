// Providers and platforms: lists, add, edit, disable (spec §2, §3, §5, §7, D39).

import { isDay } from '@paywages/domain/calendar/shanghai.ts'
import { BANK_ACCOUNT, CONTACT_PHONE, TAXPAYER_ID } from '@paywages/domain/providers/particulars.ts'
import { GAP_RULES } from '@paywages/domain/tax/gap-rule.ts'
import { VAT_BEARERS } from '@paywages/domain/tax/vat-bearer.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { proposalTexts } from '../proposals/messages.ts'
import { at, same, shape } from '../shape.ts'
import { flag, id, idInQuery, instant, rate, shown, text, yuan } from '../values.ts'
import { providerTexts } from './messages.ts'

/** Optional particulars may be empty, but never malformed. */
function emptyOr(form: RegExp, message: string) {
  return text({ max: 60 })
    .refine((value) => value === '' || form.test(value), message)
    .optional()
}

const ids = z
  .array(id, { error: providerTexts.platformsMissing })
  .min(1, providerTexts.platformsMissing)
  .max(100)

const providerFields = {
  name: at('providerName', text({ required: providerTexts.nameMissing, max: 50 })),
  platformIds: at('platformIds', ids),
  serviceRate: at('serviceRate', rate(providerTexts.rateWrong)),
  bankAccount: at('bankAccount', emptyOr(BANK_ACCOUNT, providerTexts.bankAccountWrong)),
  bankAccountName: at('bankAccountName', text({ max: 60 }).optional()),
  taxpayerId: at('taxpayerIDNumber', emptyOr(TAXPAYER_ID, providerTexts.taxpayerIdWrong)),
  monthlyLimitFen: at(
    'userMonthPayLimit',
    yuan(providerTexts.limitWrong)
      .refine((fen) => fen > 0n, providerTexts.limitWrong)
      .optional(),
  ),
  contactUser: at('contactUser', text({ max: 30 }).optional()),
  phone: at('phone', emptyOr(CONTACT_PHONE, providerTexts.phoneWrong)),
  address: at('address', text({ max: 100 }).optional()),
  withholdsTax: at('isPersonalTax', flag.optional()),
  taxMethod: at('taxMethod', z.enum(['cumulative', 'per-payment']).optional()),
  /** Empty takes it back. */
  basicInfoFiledOn: at(
    'basicInfoDate',
    z
      .string(providerTexts.filedOnWrong)
      .refine((text) => text === '' || isDay(text), providerTexts.filedOnWrong)
      .optional(),
  ),
  gapRule: at('gapRule', z.enum(GAP_RULES, providerTexts.gapRuleWrong).optional()),
  vatBearer: at('vatBearer', z.enum(VAT_BEARERS, providerTexts.vatBearerWrong).optional()),
  unsignedBlocks: at('unsignedBlocks', flag.optional()),
  limitConfirmed: at('confirmLimit', flag.optional()),
}

export const addProvider = endpoint({
  method: 'POST',
  path: '/provider/add',
  purpose: 'Creates a provider on one or more platforms.',
  right: 'super-manager',
  scope: { rule: 'none', because: 'super managers see everything, and the record is new' },
  input: shape(providerFields),
  reply: { form: 'data', data: id },
  failure: providerTexts.addFailed,
})

export const updateProvider = endpoint({
  method: 'POST',
  path: '/provider/update',
  purpose:
    'Changes a provider, and proposes changed terms to a second manager; the change applies to batches uploaded later.',
  right: 'super-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({
    providerId: at('providerId', id),
    ...providerFields,
    /** Why, for the second person who confirms changed terms. */
    reason: at('reason', text({ max: 200, tooLong: proposalTexts.reasonTooLong }).optional()),
  }),
  reply: { form: 'nothing', proposes: true },
  failure: providerTexts.generic,
})

export const setProviderStatus = endpoint({
  method: 'POST',
  path: '/provider/status',
  purpose: 'Disables (0) or enables (1) a provider; disabling ends the sessions of its accounts.',
  right: 'super-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({ providerId: at('providerId', id), enabled: at('providerStatus', flag) }),
  reply: { form: 'nothing' },
  failure: providerTexts.generic,
})

const platformShape = shape(same({ platformId: id, platformName: shown }))
export type Platform = z.output<typeof platformShape>

const providerNameShape = shape(same({ providerId: id, providerName: shown }))
export type ProviderName = z.output<typeof providerNameShape>

export const providerNames = endpoint({
  method: 'GET',
  path: '/providers',
  purpose: 'Lists the providers in scope by name, for drop-downs.',
  right: 'console',
  scope: { rule: 'list' },
  input: shape({}),
  reply: { form: 'list', row: providerNameShape },
  failure: providerTexts.listFailed,
})

const providerRowShape = shape({
  ...same({ providerId: id, providerName: shown, platformNames: z.array(shown), contactUser: shown }),
  serviceRate: at('serviceRate', rate()),
  monthlyLimitFen: at('userMonthPayLimit', yuan()),
  withholdsTax: at('isPersonalTax', flag),
  enabled: at('providerStatus', flag),
  createdAt: at('createTime', instant),
})
export type ProviderRow = z.output<typeof providerRowShape>

export const listProviders = endpoint({
  method: 'GET',
  path: '/provider/list',
  purpose: 'Lists providers with their terms.',
  right: 'super-manager',
  scope: { rule: 'list' },
  input: shape({ name: at('providerName', text({ max: 50 }).optional()), ...paging }),
  reply: { form: 'list', row: providerRowShape },
  failure: providerTexts.listFailed,
})

const providerDetailShape = shape({
  providerId: at('providerId', id),
  name: at('providerName', shown),
  platformIds: at('platformIds', z.array(id)),
  serviceRate: at('serviceRate', rate()),
  bankAccount: at('bankAccount', shown),
  bankAccountName: at('bankAccountName', shown),
  taxpayerId: at('taxpayerIDNumber', shown),
  monthlyLimitFen: at('userMonthPayLimit', yuan()),
  contactUser: at('contactUser', shown),
  phone: at('phone', shown),
  address: at('address', shown),
  withholdsTax: at('isPersonalTax', flag),
  taxMethod: at('taxMethod', z.enum(['cumulative', 'per-payment'])),
  /** When the platform's basic information was filed (Announcement 2025 No. 15); empty where that has not been said. */
  basicInfoFiledOn: at('basicInfoDate', z.string()),
  /** What a month without income does to the accumulated figures (D45). */
  gapRule: at('gapRule', z.enum(GAP_RULES)),
  /** Who bears the VAT of people above the threshold (ADR 39). */
  vatBearer: at('vatBearer', z.enum(VAT_BEARERS)),
  unsignedBlocks: at('unsignedBlocks', flag),
  enabled: at('providerStatus', flag),
})
export type ProviderDetail = z.output<typeof providerDetailShape>

export const providerInfo = endpoint({
  method: 'GET',
  path: '/provider/info',
  purpose: 'Gives one provider for editing.',
  right: 'super-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape(same({ providerId: idInQuery })),
  reply: { form: 'data', data: providerDetailShape },
  failure: providerTexts.listFailed,
})

export const payerOfProvider = endpoint({
  method: 'GET',
  path: '/provider/detail',
  purpose: 'Gives payer name and bank account of the current provider.',
  right: 'console',
  scope: { rule: 'own' },
  input: shape({}),
  reply: {
    form: 'data',
    data: shape({ payerName: at('payName', shown), payerAccount: at('payAccount', shown) }),
  },
  failure: providerTexts.generic,
})

export const listPlatforms = endpoint({
  method: 'GET',
  path: '/platforms',
  purpose: 'Lists the platforms in scope.',
  right: 'console',
  scope: { rule: 'list' },
  input: shape({}),
  reply: { form: 'list', row: platformShape },
  failure: providerTexts.platformsFailed,
})

export const platformsOfProvider = endpoint({
  method: 'GET',
  path: '/platforms/providerid',
  purpose: 'Lists the platforms of one provider that the caller may give to its accounts.',
  right: 'console',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape(same({ providerId: idInQuery })),
  reply: { form: 'list', row: platformShape },
  failure: providerTexts.platformsFailed,
})

export const addPlatform = endpoint({
  method: 'POST',
  path: '/platform/add',
  purpose: 'Creates a work platform.',
  right: 'super-manager',
  scope: { rule: 'none', because: 'a platform belongs to no provider' },
  input: shape({ name: at('platformName', text({ required: providerTexts.platformNameMissing, max: 30 })) }),
  reply: { form: 'data', data: id },
  failure: providerTexts.addFailed,
})
