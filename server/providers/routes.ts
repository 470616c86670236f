// The providers' and platforms' calls.

import { MONTHLY_LIMIT_DEFAULT_FEN } from '@paywages/domain/limits/monthly-limit.ts'
import type { AskOf } from '@paywages/wire/endpoint.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { addProvider as addProviderCall } from '@paywages/wire/providers/endpoints.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { Refused } from '../refused.ts'
import {
  addPlatform,
  addProvider,
  changeProvider,
  type ProviderDraft,
  setProviderStanding,
} from './keep-provider.ts'
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

export function providerRoutes(house: House): Pick<Handlers, ProviderCalls> {
  const { database } = house
  const whole = <T>(rows: T[]) => ({ rows, count: rows.length })
  return {
    addProvider: ({ ask, by }) => addProvider(house, by, draftOf(ask, NEW_PROVIDER)),
    updateProvider: async ({ ask, by }) => {
      await changeProvider(house, by, ask.providerId, (current) => draftOf(ask, current))
      return undefined
    },
    setProviderStatus: async ({ ask, by }) => {
      await setProviderStanding(house, by, ask.providerId, ask.enabled)
      return undefined
    },
    providerNames: async ({ scope }) => whole(await database.look((tx) => listProviderNames(tx, scope))),
    listProviders: ({ ask }) => database.look((tx) => listProviders(tx, ask, pageOf(ask))),
    providerInfo: ({ ask, by }) =>
      database.transact(async (tx) => {
        const provider = await findProvider(tx, ask.providerId)
        if (!provider) throw new Refused('not-found')
        const object = { kind: 'provider', id: provider.providerId, name: provider.name }
        await recordEntry(tx, by, { action: 'read-personal-data', object, providerId: provider.providerId })
        return {
          ...provider,
          platformIds: [...provider.platformIds],
          ...openParticulars(house.cipher, provider),
        }
      }),
    payerOfProvider: async ({ by }) => {
      const provider = await database.look((tx) => findProvider(tx, by.person.providerId))
      if (!provider) throw new Refused('not-found')
      return {
        payerName: provider.bankAccountName,
        payerAccount: openParticulars(house.cipher, provider).bankAccount,
      }
    },
    listPlatforms: async ({ scope }) => whole(await database.look((tx) => listPlatforms(tx, scope))),
    platformsOfProvider: async ({ ask, scope }) =>
      whole(await database.look((tx) => listPlatforms(tx, scope, ask.providerId))),
    addPlatform: ({ ask, by }) => addPlatform(house, by, ask.name),
  }
}

/** What a new provider starts with where the form leaves it out. */
const NEW_PROVIDER: Omit<ProviderTerms, 'name' | 'serviceRate'> & Particulars = {
  monthlyLimitFen: MONTHLY_LIMIT_DEFAULT_FEN,
  bankAccount: '',
  bankAccountName: '',
  taxpayerId: '',
  contactUser: '',
  phone: '',
  address: '',
  withholdsTax: false,
  taxMethod: 'cumulative',
  gapRestarts: true,
  unsignedBlocks: false,
}

/** What is not given stays as it is. */
function draftOf(ask: AskOf<typeof addProviderCall>, current: typeof NEW_PROVIDER): ProviderDraft {
  return {
    name: ask.name,
    platformIds: ask.platformIds,
    serviceRate: ask.serviceRate,
    monthlyLimitFen: ask.monthlyLimitFen ?? current.monthlyLimitFen,
    bankAccount: ask.bankAccount?.replace(/[ -]/g, '') ?? current.bankAccount,
    bankAccountName: ask.bankAccountName ?? current.bankAccountName,
    taxpayerId: ask.taxpayerId?.toUpperCase() ?? current.taxpayerId,
    contactUser: ask.contactUser ?? current.contactUser,
    phone: ask.phone ?? current.phone,
    address: ask.address ?? current.address,
    withholdsTax: ask.withholdsTax ?? current.withholdsTax,
    taxMethod: ask.taxMethod ?? current.taxMethod,
    gapRestarts: ask.gapRestarts ?? current.gapRestarts,
    unsignedBlocks: ask.unsignedBlocks ?? current.unsignedBlocks,
    limitConfirmed: ask.limitConfirmed ?? false,
  }
}
