// Creates and changes providers and platforms (D39); changes apply to batches uploaded later.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { limitNeedsConfirmation } from '@paywages/domain/limits/monthly-limit.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import { maskBankCardNo, maskPhone } from '@paywages/domain/personal/mask.ts'
import { isFilingDay } from '@paywages/domain/tax/cumulative-eligibility.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import type { Actor } from '../actor.ts'
import { breaks, type Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { changedFacts, recordEntry } from '../audit-log/record-entry.ts'
import { propose } from '../proposals/propose.ts'
import { Refused } from '../refused.ts'
import { guardedTermsOf, storedTerms, termFacts } from './guarded-terms.ts'
import {
  findProvider,
  insertPlatform,
  insertProvider,
  linkPlatforms,
  openParticulars,
  type Particulars,
  type ProviderRecord,
  type ProviderTerms,
  setProviderEnabled,
  unlinkPlatforms,
  updateProvider,
} from './store.ts'

export type ProviderDraft = ProviderTerms &
  Particulars & { readonly platformIds: readonly number[]; readonly limitConfirmed: boolean }

export async function addProvider(services: Services, by: Actor, draft: ProviderDraft): Promise<number> {
  validateLimit(draft)
  validateFilingDay(by, draft)
  return services.database.transact(async (tx) => {
    const providerId = await orRefuse(() => insertProvider(tx, services.cipher, draft, by.at))
    await orRefuse(() => linkPlatforms(tx, providerId, [...new Set(draft.platformIds)]))
    const object = { kind: 'provider', id: providerId, name: draft.name }
    await recordEntry(tx, by, { action: 'add-provider', object, providerId, after: factsOf(draft) })
    return providerId
  })
}

export async function changeProvider(
  services: Services,
  by: Actor,
  providerId: number,
  draftOn: (current: ProviderTerms & Particulars) => ProviderDraft,
  reason?: string,
): Promise<Waiting | undefined> {
  return services.database.transact(async (tx) => {
    const found = await findProvider(tx, providerId, 'lock')
    if (!found) throw new Refused('not-found')
    const current = { ...found, ...openParticulars(services.cipher, found) }
    const wholeDraft = draftOn(current)
    // Terms are proposed; all else changes at once.
    const draft = { ...wholeDraft, ...guardedTermsOf(current) }
    // What was confirmed once is not asked again.
    if (wholeDraft.monthlyLimitFen !== current.monthlyLimitFen) validateLimit(wholeDraft)
    validateFilingDay(by, draft)
    await saveNow(tx, services, by, current, draft)
    return proposeTerms(tx, services, by, current, wholeDraft, reason)
  })
}

async function saveNow(
  tx: Tx,
  services: Services,
  by: Actor,
  current: ProviderRecord & Particulars,
  draft: ProviderDraft,
): Promise<void> {
  const { providerId } = current
  const changed = changedFacts(factsOf(current), factsOf(draft))
  const sameParticulars = draft.bankAccount === current.bankAccount && draft.phone === current.phone
  if (Object.keys(changed.after).length === 0 && sameParticulars) return
  const wanted = [...new Set(draft.platformIds)]
  await orRefuse(() => updateProvider(tx, services.cipher, providerId, draft))
  await orRefuse(() =>
    linkPlatforms(
      tx,
      providerId,
      wanted.filter((id) => !current.platformIds.includes(id)),
    ),
  )
  await orRefuse(() =>
    unlinkPlatforms(
      tx,
      providerId,
      current.platformIds.filter((id) => !wanted.includes(id)),
    ),
  )
  const object = { kind: 'provider', id: providerId, name: draft.name }
  await recordEntry(tx, by, { action: 'update-provider', object, providerId, ...changed })
}

/** Nothing where no guarded term changes. */
async function proposeTerms(
  tx: Tx,
  services: Services,
  by: Actor,
  current: ProviderRecord,
  draft: ProviderDraft,
  reason: string | undefined,
): Promise<Waiting | undefined> {
  const [from, to] = [storedTerms(current), storedTerms(draft)]
  if (JSON.stringify(from) === JSON.stringify(to)) return undefined
  return propose(tx, services, by, {
    kind: 'change-terms',
    subject: String(current.providerId),
    providerId: current.providerId,
    providerName: draft.name,
    accountId: null,
    objectName: draft.name,
    before: termFacts(current),
    after: termFacts(draft),
    change: { from, to },
    reason,
  })
}

/** Sessions of its accounts end for good, and none starts while it is disabled. */
export async function changeProviderStatus(
  services: Services,
  by: Actor,
  providerId: number,
  enabled: boolean,
): Promise<void> {
  if (providerId === by.person.providerId && !enabled) throw new Refused('own-provider')
  await services.database.transact(async (tx) => {
    const provider = await findProvider(tx, providerId, 'lock')
    if (!provider) throw new Refused('not-found')
    if (provider.enabled === enabled) throw new Refused('state-changed')
    await setProviderEnabled(tx, providerId, enabled)
    const object = { kind: 'provider', id: providerId, name: provider.name }
    await recordEntry(tx, by, {
      action: enabled ? 'enable-provider' : 'disable-provider',
      object,
      providerId,
    })
  })
}

export async function addPlatform(services: Services, by: Actor, name: string): Promise<number> {
  return services.database.transact(async (tx: Tx) => {
    const platformId = await orRefuse(() => insertPlatform(tx, name, by.at))
    await recordEntry(tx, by, {
      action: 'add-platform',
      object: { kind: 'platform', id: platformId, name },
      after: { name },
    })
    return platformId
  })
}

function validateLimit(draft: ProviderDraft): void {
  if (limitNeedsConfirmation(draft.monthlyLimitFen) && !draft.limitConfirmed)
    throw new Refused('limit-unconfirmed')
}

function validateFilingDay(by: Actor, { basicInfoFiledOn: day }: ProviderDraft): void {
  if (day !== '' && !isFilingDay(day, shanghaiDay(by.at))) throw new Refused('filing-day-wrong')
}

/** The database has the last word on names and links, whoever else writes at the same time. */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (breaks(error, 'providers_name_key')) throw new Refused('provider-name-taken')
    if (breaks(error, 'platforms_name_key')) throw new Refused('platform-name-taken')
    if (breaks(error, 'provider_platforms_platform_id_fkey')) throw new Refused('platform-unknown')
    if (breaks(error, 'platform_of_provider')) throw new Refused('platform-in-use')
    throw error
  }
}

function factsOf(draft: ProviderTerms & Particulars & { readonly platformIds: readonly number[] }) {
  return {
    name: draft.name,
    platformIds: [...new Set(draft.platformIds)].sort((a, b) => a - b),
    serviceRate: formatRatePercent(draft.serviceRate),
    monthlyLimit: formatYuan(draft.monthlyLimitFen),
    bankAccount: draft.bankAccount === '' ? '' : maskBankCardNo(draft.bankAccount),
    bankAccountName: draft.bankAccountName,
    taxpayerId: draft.taxpayerId,
    contactUser: draft.contactUser,
    phone: draft.phone === '' ? '' : maskPhone(draft.phone),
    address: draft.address,
    withholdsTax: draft.withholdsTax,
    taxMethod: draft.taxMethod,
    gapRule: draft.gapRule,
    basicInfoFiledOn: draft.basicInfoFiledOn,
    vatBearer: draft.vatBearer,
    unsignedBlocks: draft.unsignedBlocks,
  }
}
