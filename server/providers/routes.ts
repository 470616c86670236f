// The providers' and platforms' calls.

import { MONTHLY_LIMIT_DEFAULT_FEN } from '@paywages/domain/limits/monthly-limit.ts'
import { type FiledOn, methodOfNew } from '@paywages/domain/tax/cumulative-eligibility.ts'
import { DEFAULT_GAP_RULE } from '@paywages/domain/tax/gap-rule.ts'
import { DEFAULT_VAT_BEARER } from '@paywages/domain/tax/vat-bearer.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { addProvider as addProviderCall } from '@paywages/wire/providers/endpoints.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import type { Handlers } from '../http/call.ts'
import { Refused } from '../refused.ts'
import {
  addPlatform,
  addProvider,
  changeProvider,
  changeProviderStatus,
  type ProviderDraft,
} from './save-provider.ts'
import {
  findProvider,
  listPlatforms,
  listProviderNames,
  listProviders,
  openParticulars,
  type Particulars,
  type ProviderTerms,
} from './store.ts'

type ProviderCalls =
  | 'addProvider'
  | 'updateProvider'
  | 'setProviderStatus'
  | 'providerNames'
  | 'listProviders'
  | 'providerInfo'
  | 'payerOfProvider'
  | 'listPlatforms'
  | 'platformsOfProvider'
  | 'addPlatform'

export function providerRoutes(services: Services): Pick<Handlers, ProviderCalls> {
  const { database } = services
  const whole = <T>(rows: T[]) => ({ rows, count: rows.length })
  return {
    addProvider: ({ input, by }) =>
      addProvider(services, by, draftOf(input, newProvider(input.basicInfoFiledOn))),
    updateProvider: async ({ input, by }) => {
      const { providerId, reason } = input
      const waiting = await changeProvider(
        services,
        by,
        providerId,
        (current) => draftOf(input, current),
        reason,
      )
      return { data: undefined, waiting }
    },
    setProviderStatus: async ({ input, by }) => {
      await changeProviderStatus(services, by, input.providerId, input.enabled)
      return undefined
    },
    providerNames: async ({ scope }) => whole(await database.query((tx) => listProviderNames(tx, scope))),
    listProviders: ({ input }) => database.query((tx) => listProviders(tx, input, pageOf(input))),
    providerInfo: ({ input, by }) =>
      database.transact(async (tx) => {
        const provider = await findProvider(tx, input.providerId)
        if (!provider) throw new Refused('not-found')
        const object = { kind: 'provider', id: provider.providerId, name: provider.name }
        await recordEntry(tx, by, { action: 'read-personal-data', object, providerId: provider.providerId })
        return {
          ...provider,
          platformIds: [...provider.platformIds],
          ...openParticulars(services.cipher, provider),
        }
      }),
    payerOfProvider: async ({ by }) => {
      const provider = await database.query((tx) => findProvider(tx, by.person.providerId))
      if (!provider) throw new Refused('not-found')
      return {
        payerName: provider.bankAccountName,
        payerAccount: openParticulars(services.cipher, provider).bankAccount,
      }
    },
    listPlatforms: async ({ scope }) => whole(await database.query((tx) => listPlatforms(tx, scope))),
    platformsOfProvider: async ({ input, scope }) =>
      whole(await database.query((tx) => listPlatforms(tx, scope, input.providerId))),
    addPlatform: ({ input, by }) => addPlatform(services, by, input.name),
  }
}

/** What a new provider starts with where the form leaves it out. */
const newProvider = (filedOn: FiledOn = ''): Omit<ProviderTerms, 'name' | 'serviceRate'> & Particulars => ({
  taxMethod: methodOfNew(filedOn),
  monthlyLimitFen: MONTHLY_LIMIT_DEFAULT_FEN,
  bankAccount: '',
  bankAccountName: '',
  taxpayerId: '',
  contactUser: '',
  phone: '',
  address: '',
  withholdsTax: false,
  basicInfoFiledOn: '',
  gapRule: DEFAULT_GAP_RULE,
  vatBearer: DEFAULT_VAT_BEARER,
  unsignedBlocks: false,
})

/** What is not given stays as it is. */
function draftOf(
  input: InputOf<typeof addProviderCall>,
  current: ReturnType<typeof newProvider>,
): ProviderDraft {
  return {
    name: input.name,
    platformIds: input.platformIds,
    serviceRate: input.serviceRate,
    monthlyLimitFen: input.monthlyLimitFen ?? current.monthlyLimitFen,
    bankAccount: input.bankAccount?.replace(/[ -]/g, '') ?? current.bankAccount,
    bankAccountName: input.bankAccountName ?? current.bankAccountName,
    taxpayerId: input.taxpayerId?.toUpperCase() ?? current.taxpayerId,
    contactUser: input.contactUser ?? current.contactUser,
    phone: input.phone ?? current.phone,
    address: input.address ?? current.address,
    withholdsTax: input.withholdsTax ?? current.withholdsTax,
    taxMethod: input.taxMethod ?? current.taxMethod,
    basicInfoFiledOn: input.basicInfoFiledOn ?? current.basicInfoFiledOn,
    gapRule: input.gapRule ?? current.gapRule,
    vatBearer: input.vatBearer ?? current.vatBearer,
    unsignedBlocks: input.unsignedBlocks ?? current.unsignedBlocks,
    limitConfirmed: input.limitConfirmed ?? false,
  }
}
