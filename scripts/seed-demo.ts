// Fills an empty database with the demo of D35; a second run changes nothing.

import { MONTHLY_LIMIT_DEFAULT_FEN } from '@paywages/domain/limits/monthly-limit.ts'
import { DEFAULT_GAP_RULE } from '@paywages/domain/tax/gap-rule.ts'
import { DEFAULT_VAT_BEARER } from '@paywages/domain/tax/vat-bearer.ts'
import { insertAccount, makeSuperManager, setEnabled, setPassword } from '@paywages/server/accounts/store.ts'
import { passwordDigest } from '@paywages/server/adapters/passwords/password-digest.ts'
import { hashPassword } from '@paywages/server/adapters/passwords/password-hash.ts'
import type { Tx } from '@paywages/server/adapters/postgres/database.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { recordAnonymousEntry } from '@paywages/server/audit-log/record-entry.ts'
import {
  insertPlatform,
  insertProvider,
  linkPlatforms,
  setProviderEnabled,
} from '@paywages/server/providers/store.ts'
import { sql } from 'kysely'
import { seedStatements } from './demo/bank-statements.ts'
import { seedEarlySignings } from './demo/early-signings.ts'
import { seedContracts } from './demo/enterprise-contracts.ts'
import { seedInvoiceCategories } from './demo/invoice-categories.ts'
import { seedInvoiceStock } from './demo/invoice-stock.ts'
import { seedInvoices } from './demo/invoices.ts'
import { seedLimitUsers } from './demo/limit-users.ts'
import { seedPayouts } from './demo/payouts.ts'
import {
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  DEMO_PLATFORMS,
  DEMO_PROVIDERS,
  type DemoAccount,
} from './demo/people.ts'
import { rechargeSeed } from './demo/recharges.ts'
import { seedRegisteredPeople } from './demo/registered-people.ts'
import { seedSignings } from './demo/signings.ts'
import { seedTax } from './demo/tax.ts'
import { withServices } from './with-services.ts'

type Ids = Map<string, number>

await withServices(async (services) => {
  const passwordHash = await hashPassword(passwordDigest(DEMO_PASSWORD))
  const isDemo = await services.database.transact(async (tx) => {
    await sql`lock table accounts in exclusive mode`.execute(tx)
    const known = await tx.selectFrom('accounts').select('account').execute()
    // Real accounts mean that this is no demo; the demo's own mean that an earlier run may have been cut off.
    if (known.length > 0)
      return DEMO_ACCOUNTS.every(({ account }) => known.some((row) => row.account === account))
    const at = services.clock.now()
    const platforms: Ids = new Map()
    for (const name of DEMO_PLATFORMS) platforms.set(name, await insertPlatform(tx, name, at))
    const providers = await seedProviders(tx, services, platforms, at)
    for (const account of DEMO_ACCOUNTS)
      await seedAccount(tx, account, { platforms, providers, passwordHash, at })
    return true
  })
  if (!isDemo) return
  await seedPayouts(services, rechargeSeed(services))
  await seedEarlySignings(services)
  await seedRegisteredPeople(services)
  await seedLimitUsers(services)
  await seedStatements(services)
  await seedSignings(services)
  await seedInvoiceStock(services)
  await seedInvoiceCategories(services)
  await seedContracts(services)
  await seedInvoices(services)
  await seedTax(services)
})

async function seedProviders(tx: Tx, services: Services, platforms: Ids, at: Date): Promise<Ids> {
  const providers: Ids = new Map()
  for (const { platforms: on, enabled, ...terms } of DEMO_PROVIDERS) {
    const all = {
      taxMethod: 'cumulative',
      basicInfoFiledOn: '2025-10-20',
      gapRule: DEFAULT_GAP_RULE,
      vatBearer: DEFAULT_VAT_BEARER,
      unsignedBlocks: false,
      monthlyLimitFen: MONTHLY_LIMIT_DEFAULT_FEN,
      ...terms,
    } as const
    const providerId = await insertProvider(tx, services.cipher, all, at)
    await linkPlatforms(
      tx,
      providerId,
      on.map((name) => idOf(platforms, name)),
    )
    if (!enabled) await setProviderEnabled(tx, providerId, false)
    providers.set(terms.name, providerId)
  }
  return providers
}

type Place = { platforms: Ids; providers: Ids; passwordHash: string; at: Date }

async function seedAccount(tx: Tx, demo: DemoAccount, place: Place): Promise<void> {
  const { account, realName, provider, platform, rights, enabled = true, mustChange = false } = demo
  const providerId = idOf(place.providers, provider)
  const { passwordHash, at } = place
  const accountId = await insertAccount(tx, {
    account,
    realName,
    passwordHash,
    providerId,
    platformId: idOf(place.platforms, platform),
    serviceName: demo.serviceName ?? '',
    payRight: rights.includes('pay'),
    checkRight: rights.includes('check'),
    appLoginRight: rights.includes('app'),
    manager: rights.includes('manager'),
    at,
  })
  await setPassword(tx, accountId, { passwordHash, mustChange })
  if (rights.includes('super')) await makeSuperManager(tx, accountId)
  if (!enabled) await setEnabled(tx, accountId, false)
  const origin = { at, address: 'demo', requestId: 'seed-demo', hostname: '' }
  await recordAnonymousEntry(tx, origin, {
    action: 'add-account',
    object: { kind: 'account', id: accountId, name: account },
    providerId,
    after: { account, realName },
  })
}

function idOf(ids: Ids, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the demo names ${name}, which it does not make`)
  return id
}
