// Two platforms, three providers and an account of every role in each, made at the speed of a few inserts.

import { MONTHLY_LIMIT_DEFAULT_FEN } from '@paywages/domain/limits/monthly-limit.ts'
import { DEFAULT_GAP_RULE } from '@paywages/domain/tax/gap-rule.ts'
import { DEFAULT_VAT_BEARER } from '@paywages/domain/tax/vat-bearer.ts'
import { insertAccount, makeSuperManager, type NewAccount, setPassword } from '../accounts/store.ts'
import { passwordDigest } from '../adapters/passwords/password-digest.ts'
import { hashPassword } from '../adapters/passwords/password-hash.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { insertPlatform, insertProvider, linkPlatforms } from '../providers/store.ts'

export const PASSWORD = 'Right-horse-7'

/** The form in which a password travels (D8). */
export const digestOf = passwordDigest

/** What a call that sets a password carries. */
export const newPassword = (password: string) => ({ passwordDigest: digestOf(password), password })

let hashed: Promise<string> | undefined

/** Hashing is slow on purpose, so all test accounts share one hash. */
function passwordHash(): Promise<string> {
  hashed ??= hashPassword(digestOf(PASSWORD))
  return hashed
}

export const ROLES = ['super', 'manager', 'pay', 'check', 'guest'] as const
export type Role = (typeof ROLES)[number]

type Place = { readonly provider: 'A1' | 'A2' | 'B1'; readonly platform: 'A' | 'B' }
const A1 = { provider: 'A1', platform: 'A' } as const
const A2 = { provider: 'A2', platform: 'A' } as const
const B1 = { provider: 'B1', platform: 'B' } as const

const ACCOUNTS = {
  admin: { role: 'super', ...A1 },
  managerA: { role: 'manager', ...A1 },
  managerB: { role: 'manager', ...B1 },
  payA1: { role: 'pay', ...A1 },
  payA2: { role: 'pay', ...A2 },
  payB1: { role: 'pay', ...B1 },
  checkA1: { role: 'check', ...A1 },
  checkA2: { role: 'check', ...A2 },
  checkB1: { role: 'check', ...B1 },
  guestA1: { role: 'guest', ...A1 },
} as const satisfies Record<string, Place & { role: Role }>

export type AccountName = keyof typeof ACCOUNTS

/** The account of each role in provider A1, whose neighbours are A2 (same platform) and B1 (another one). */
export const OF_ROLE: Readonly<Record<Role, AccountName>> = {
  super: 'admin',
  manager: 'managerA',
  pay: 'payA1',
  check: 'checkA1',
  guest: 'guestA1',
}

export type People = {
  readonly platforms: Readonly<Record<'A' | 'B', number>>
  readonly providers: Readonly<Record<'A1' | 'A2' | 'B1', number>>
  readonly accounts: Readonly<Record<AccountName, number>>
}

export async function createPeople(services: Services): Promise<People> {
  const at = services.clock.now()
  return services.database.transact(async (tx) => {
    const platforms = {
      A: await insertPlatform(tx, 'Platform A', at),
      B: await insertPlatform(tx, 'Platform B', at),
    }
    const providers = {
      A1: await createProvider(tx, services, 'Provider A1', [platforms.A]),
      A2: await createProvider(tx, services, 'Provider A2', [platforms.A]),
      B1: await createProvider(tx, services, 'Provider B1', [platforms.B]),
    }
    const accounts = {} as Record<AccountName, number>
    for (const [account, { role, provider, platform }] of Object.entries(ACCOUNTS)) {
      accounts[account as AccountName] = await createAccount(tx, services, role, {
        account,
        providerId: providers[provider],
        platformId: platforms[platform],
      })
    }
    return { platforms, providers, accounts }
  })
}

/** Particulars that a scan of tables and logs looks for. */
export const SECRETS = { bankAccount: '6222020012345678901', phone: '13912342001' } as const

export async function createProvider(
  tx: Tx,
  services: Services,
  name: string,
  platformIds: readonly number[],
): Promise<number> {
  const terms = {
    name,
    serviceRate: 65_000,
    monthlyLimitFen: MONTHLY_LIMIT_DEFAULT_FEN,
    bankAccountName: `${name} Ltd`,
    taxpayerId: '91330100MA2B0X0X0X',
    contactUser: 'Contact',
    address: 'Hangzhou',
    withholdsTax: false,
    taxMethod: 'cumulative',
    basicInfoFiledOn: '',
    gapRule: DEFAULT_GAP_RULE,
    vatBearer: DEFAULT_VAT_BEARER,
    unsignedBlocks: false,
  } as const
  const providerId = await insertProvider(tx, services.cipher, { ...terms, ...SECRETS }, services.clock.now())
  await linkPlatforms(tx, providerId, platformIds)
  return providerId
}

export async function createAccount(
  tx: Tx,
  services: Services,
  role: Role,
  wanted: Pick<NewAccount, 'account' | 'providerId' | 'platformId'>,
): Promise<number> {
  const hash = await passwordHash()
  const accountId = await insertAccount(tx, {
    ...wanted,
    realName: `Name of ${wanted.account}`,
    passwordHash: hash,
    serviceName: '',
    payRight: role === 'pay',
    checkRight: role === 'check',
    appLoginRight: false,
    manager: role === 'manager' || role === 'super',
    at: services.clock.now(),
  })
  if (role === 'super') await makeSuperManager(tx, accountId)
  await setPassword(tx, accountId, { passwordHash: hash, mustChange: false })
  return accountId
}
