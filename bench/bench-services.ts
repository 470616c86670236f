// Services on a database of its own for benchmarks, with one provider, its payer, its reviewer and a manager.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_FACTOR } from '@paywages/domain/factors/factor-standing.ts'
import { MONTHLY_LIMIT_DEFAULT_FEN } from '@paywages/domain/limits/monthly-limit.ts'
import { DEFAULT_GAP_RULE } from '@paywages/domain/tax/gap-rule.ts'
import { DEFAULT_VAT_BEARER } from '@paywages/domain/tax/vat-bearer.ts'
import { insertAccount, setPassword } from '@paywages/server/accounts/store.ts'
import type { Actor } from '@paywages/server/actor.ts'
import { startEmbeddedPostgres } from '@paywages/server/adapters/embedded-postgres/start-embedded-postgres.ts'
import { migrate } from '@paywages/server/adapters/postgres/migrate.ts'
import { administratorUrl } from '@paywages/server/adapters/postgres/release.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { openServices } from '@paywages/server/processes/open-services.ts'
import { insertPlatform, insertProvider, linkPlatforms } from '@paywages/server/providers/store.ts'

export type BenchServices = {
  readonly services: Services
  readonly payer: Actor
  readonly reviewer: Actor
  readonly manager: Actor
  readonly folder: string
  readonly postgresPid: number
  close(): Promise<void>
}

export async function openBenchServices(): Promise<BenchServices> {
  const folder = await mkdtemp(join(tmpdir(), 'paywages-bench-'))
  const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  await migrate(server.url)
  const secret = randomBytes(48).toString('base64')
  const services = await openServices({
    // Benchmarks also truncate and vacuum.
    DATABASE_URL: administratorUrl(server.url),
    DATA_DIR: folder,
    SECRET_KEY: secret,
    BANK_URL: 'http://bank.invalid',
    BANK_SECRET: secret,
    LOG_LEVEL: 'warn',
    // Setting up writes for longer than a request may, on a busy machine.
    DATABASE_TIMEOUT_SECONDS: '120',
    // Sessions of benchmarks have no factor, and export more often than a person may.
    SECOND_FACTOR: 'offered',
    FULL_EXPORTS_PER_HOUR: '1000000',
  })
  const place = await createPlace(services)
  return {
    services,
    payer: await createPerson(services, place, 'payer', { payRight: true }),
    reviewer: await createPerson(services, place, 'reviewer', { checkRight: true }),
    manager: await createPerson(services, place, 'manager', { manager: true }),
    folder,
    postgresPid: server.pid,
    close: async () => {
      await services.database.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type BenchPlace = { readonly platformId: number; readonly providerId: number }

function createPlace(services: Services): Promise<BenchPlace> {
  const at = services.clock.now()
  return services.database.transact(async (tx) => {
    const platformId = await insertPlatform(tx, 'Platform', at)
    const terms = {
      name: 'Provider',
      serviceRate: 65_000,
      monthlyLimitFen: MONTHLY_LIMIT_DEFAULT_FEN,
      bankAccountName: '',
      taxpayerId: '',
      contactUser: '',
      address: '',
      withholdsTax: false,
      taxMethod: 'cumulative',
      basicInfoFiledOn: '',
      gapRule: DEFAULT_GAP_RULE,
      vatBearer: DEFAULT_VAT_BEARER,
      unsignedBlocks: false,
      bankAccount: '',
      phone: '',
    } as const
    const providerId = await insertProvider(tx, services.cipher, terms, at)
    await linkPlatforms(tx, providerId, [platformId])
    return { platformId, providerId }
  })
}

async function createPerson(
  services: Services,
  place: BenchPlace,
  account: string,
  given: { payRight?: boolean; checkRight?: boolean; manager?: boolean },
): Promise<Actor> {
  const at = services.clock.now()
  const rights = { payRight: false, checkRight: false, appLoginRight: false, manager: false, ...given }
  const about = { account, realName: account, ...place, ...rights }
  const accountId = await services.database.transact(async (tx) => {
    const id = await insertAccount(tx, { ...about, passwordHash: 'none', serviceName: '', at })
    await setPassword(tx, id, { passwordHash: 'none', mustChange: false })
    return id
  })
  const person = {
    ...about,
    accountId,
    superManager: false,
    providerName: 'Provider',
    platformName: 'Platform',
    brand: 1 as const,
    mustChangePassword: false,
    decidesFrom: null,
    sessionToken: Buffer.alloc(0),
    factor: NO_FACTOR,
  }
  return { person, at, address: 'bench', requestId: 'bench', hostname: '' }
}
