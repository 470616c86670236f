// Opens everything a process needs from its settings, and closes it again.

import { join } from 'node:path'
import { TAX_TABLES } from '@paywages/domain/tax/tables.ts'
import { openSignedHttpBank } from '../adapters/bank/signed-http.ts'
import { systemClock } from '../adapters/clock/clock.ts'
import { readBrands } from '../adapters/config/brands.ts'
import { readSettings, type Settings } from '../adapters/config/settings.ts'
import { openDiskSpace } from '../adapters/disk/disk-space.ts'
import { openDiskStore } from '../adapters/file-store/disk.ts'
import { encryptStore } from '../adapters/file-store/encrypted.ts'
import { failFast } from '../adapters/file-store/fail-fast.ts'
import type { FileStore } from '../adapters/file-store/file-store.ts'
import { openS3Store } from '../adapters/file-store/s3.ts'
import { openLog } from '../adapters/log/logger.ts'
import { openMetrics } from '../adapters/metrics/metrics.ts'
import { openCipher } from '../adapters/personal-data/cipher.ts'
import { openKeyRing } from '../adapters/personal-data/key-ring.ts'
import { openDatabase } from '../adapters/postgres/database.ts'
import { explainConnection } from '../adapters/postgres/explain-connection.ts'
import type { WorkKind } from '../adapters/postgres/time-limits.ts'
import { openFileOutbox } from '../adapters/sms/file-outbox.ts'
import { openHttpGateway } from '../adapters/sms/http-gateway.ts'
import { reasonOf, StartProblem } from '../adapters/start-problem.ts'
import type { Services } from '../app-services.ts'

/** `kind` is what the process does with the database where nothing else is said. */
export async function openServices(
  environment: NodeJS.ProcessEnv,
  kind: WorkKind = 'request',
): Promise<Services> {
  const settings = readSettings(environment)
  const keys = openKeyRing({ current: settings.secretKey, old: settings.oldSecretKeys })
  const brands = readBrands(settings.brandsFile)
  const log = openLog(settings.logLevel)
  const database = openDatabase(settings.databaseUrl, log, { ...settings.database, kind })
  await database.ping().catch((error: unknown) => {
    throw new StartProblem(explainConnection(error))
  })
  // Receipts, sheets and ID photographs alike are sealed at rest (D33).
  const files = encryptStore(await openFiles(settings).catch(explainFiles), keys)
  return {
    settings,
    database,
    clock: systemClock,
    keys,
    cipher: openCipher(keys),
    files,
    disk: openDiskSpace(settings.dataDir),
    bank: openSignedHttpBank(settings.bank),
    sms: settings.sms ? openHttpGateway(settings.sms) : openFileOutbox(settings.dataDir),
    brands,
    taxTables: TAX_TABLES,
    metrics: openMetrics(),
    log,
  }
}

function openFiles(settings: Settings): Promise<FileStore> {
  if (settings.s3) return openS3Store(settings.s3, join(settings.dataDir, 'spool')).then(failFast)
  return openDiskStore(join(settings.dataDir, 'files'))
}

function explainFiles(error: unknown): never {
  throw new StartProblem(`Files cannot be kept in the folder of DATA_DIR: ${reasonOf(error)}.`)
}
