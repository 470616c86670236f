// Opens all services for a test: a cloned database, a clock that moves, files in a temporary folder, a log that is kept.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TAX_TABLES } from '@paywages/domain/tax/tables.ts'
import type { TaxTables } from '@paywages/domain/tax/tax-table.ts'
import type { VatTables } from '@paywages/domain/tax/vat-table.ts'
import { VAT_TABLES } from '@paywages/domain/tax/vat-tables.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Clock } from '../adapters/clock/clock.ts'
import { readBrands } from '../adapters/config/brands.ts'
import { readSettings } from '../adapters/config/settings.ts'
import { openDiskSpace } from '../adapters/disk/disk-space.ts'
import { openDiskStore } from '../adapters/file-store/disk.ts'
import { encryptStore } from '../adapters/file-store/encrypted.ts'
import type { FileStore } from '../adapters/file-store/file-store.ts'
import { openLog } from '../adapters/log/logger.ts'
import { openMetrics } from '../adapters/metrics/metrics.ts'
import { openCipher } from '../adapters/personal-data/cipher.ts'
import { openKeyRing } from '../adapters/personal-data/key-ring.ts'
import { readSecrets } from '../adapters/personal-data/unwrap-secrets.ts'
import { openDatabase } from '../adapters/postgres/database.ts'
import { watchSchema } from '../adapters/postgres/schema-watch.ts'
import type { Services } from '../app-services.ts'
import type { Readiness } from '../http/readiness.ts'
import { takeKeys } from '../keys/take-keys.ts'
import { buildApp } from '../processes/app.ts'
import { MemoryBank } from './memory-bank.ts'
import { MemorySms } from './memory-sms.ts'
import { createTestDatabase, type TestDatabase } from './template-database.ts'

export const BANK_SECRET = 'bank-secret-of-the-tests-0123456789'
export const TEST_SECRET = 'xT9v2Lq8Zr4Wn7Kc1Hs6Yd3Gb5Mf0Pj+'

/** No test is about time: a hundred calls at once wait for their connections on a machine that does ten other things. */
const TURN_MS = 60_000

/** Where every test's clock starts: a Monday morning in Shanghai. */
export const MONDAY = new Date('2026-03-16T10:00:00+08:00')

export type TestClock = Clock & { set(at: Date): void; advance(ms: number): void }

export function movableClock(at = MONDAY): TestClock {
  let now = at
  return {
    now: () => new Date(now),
    set: (moment) => {
      now = moment
    },
    advance: (ms) => {
      now = new Date(now.getTime() + ms)
    },
  }
}

export type TestServices = Services & {
  readonly app: FastifyInstance
  readonly clock: TestClock
  readonly bank: MemoryBank
  readonly sms: MemorySms
  readonly readiness: Readiness
  /** Every line logged so far. */
  readonly lines: readonly string[]
  readonly home: TestDatabase
  /** Connections of the database's owner; those of the product own nothing. */
  readonly admin: pg.Pool
  /** One statement past all stores, as a database administrator would run it. */
  query<T = Record<string, unknown>>(statement: string, values?: readonly unknown[]): Promise<T[]>
  /** Real HTTP on a free port, for streams and broken connections. */
  listen(): Promise<string>
  close(): Promise<void>
}

export type TestServicesOptions = {
  /** By their names in the environment. */
  readonly settings?: Readonly<Record<string, string>>
  readonly clock?: TestClock
  /** Of a later release than this one. */
  readonly taxTables?: TaxTables
  readonly vatTables?: VatTables
  /** A database that other services use already; it is not dropped at the end. */
  readonly sharing?: TestServices
  /** A database that the test made itself, and takes away itself. */
  readonly home?: TestDatabase
  /** Holds its keys against those of the database, as processes do; else hashes follow SECRET_KEY. */
  readonly takesKeys?: boolean
  /** Another store than a folder of this machine. */
  readonly files?: FileStore
  /** A PostgreSQL of `startTestServer`, where no test run provides one. */
  readonly serverUrl?: string
}

export async function openTestServices(options: TestServicesOptions = {}): Promise<TestServices> {
  const { sharing } = options
  const folder = await mkdtemp(join(tmpdir(), 'paywages-services-'))
  const home = sharing?.home ?? options.home ?? (await createTestDatabase(options.serverUrl))
  const settings = readSettings({
    DATABASE_URL: home.url,
    DATA_DIR: sharing?.settings.dataDir ?? folder,
    SECRET_KEY: TEST_SECRET,
    BANK_URL: 'http://bank.invalid',
    BANK_SECRET,
    // Behind a proxy the site must have a name.
    ...(options.settings?.TRUSTED_PROXIES ? { PUBLIC_URL: 'https://console.example.com' } : {}),
    // How full the disk of the machine is that runs the tests is not their business.
    // Accounts that a test makes or changes decide at once; what waiting does is tried on its own.
    ACCOUNT_WAIT_HOURS: '0',
    DISK_WARN_PERCENT: '0',
    DISK_STOP_MB: '0',
    // Tests of the second factor demand it themselves.
    SECOND_FACTOR: 'offered',
    // As do those of recharges whose money nobody saw.
    UNMATCHED_RECHARGE_YUAN: '1000000000',
    // Clocks of tests stand still: all that a file reads happens within one hour.
    REVEALS_PER_HOUR: '1000000',
    FULL_EXPORTS_PER_HOUR: '1000000',
    ...options.settings,
  })
  const lines: string[] = []
  const log = openLog('debug', { write: (line) => void lines.push(line) })
  const clock = options.clock ?? sharing?.clock ?? movableClock()
  const database = openDatabase(settings.databaseUrl, log, { ...settings.database, connectMs: TURN_MS })
  const schema = watchSchema(database.pool, log)
  await schema.check()
  const secrets = await readSecrets(settings)
  const keys = options.takesKeys ? await takeKeys(database, secrets) : openKeyRing(secrets)
  const admin = new pg.Pool({ connectionString: home.ownerUrl, max: 6 })
  admin.on('error', () => undefined)
  const services: Services & { clock: TestClock; bank: MemoryBank; sms: MemorySms } = {
    settings,
    database,
    schema,
    clock,
    bank: sharing?.bank ?? new MemoryBank(clock, settings.bank.secret),
    sms: sharing?.sms ?? new MemorySms(),
    keys,
    cipher: openCipher(keys),
    files: encryptStore(options.files ?? (await openDiskStore(join(settings.dataDir, 'files'))), keys),
    disk: openDiskSpace(settings.dataDir),
    brands: readBrands(settings.brandsFile),
    taxTables: options.taxTables ?? TAX_TABLES,
    vatTables: options.vatTables ?? VAT_TABLES,
    metrics: openMetrics(),
    log,
  }
  const readiness = { draining: false }
  const app = await buildApp(services, readiness)
  return {
    ...services,
    app,
    readiness,
    lines,
    home,
    admin,
    query: async <T>(statement: string, values: readonly unknown[] = []) =>
      (await admin.query(statement, [...values])).rows as T[],
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      await app.close()
      await services.database.close()
      await admin.end()
      if (!sharing && !options.home) await home.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
