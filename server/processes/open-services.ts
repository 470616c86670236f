// Opens everything a process needs from its settings, and closes it again.

import { join } from 'node:path'
import { TAX_TABLES } from '@paywages/domain/tax/tables.ts'
import { VAT_TABLES } from '@paywages/domain/tax/vat-tables.ts'
import { bucketPlace } from '../adapters/audit-anchors/bucket-place.ts'
import { openSignedHttpBank } from '../adapters/bank/signed-http.ts'
import { systemClock } from '../adapters/clock/clock.ts'
import { readBrands } from '../adapters/config/brands.ts'
import { readSettings, type Settings } from '../adapters/config/settings.ts'
import { openDiskSpace } from '../adapters/disk/disk-space.ts'
import { bothPlaces, holdsFiles } from '../adapters/file-store/both-places.ts'
import { openDiskStore } from '../adapters/file-store/disk.ts'
import { encryptStore } from '../adapters/file-store/encrypted.ts'
import { failFast } from '../adapters/file-store/fail-fast.ts'
import type { FileStore } from '../adapters/file-store/file-store.ts'
import { measureStore } from '../adapters/file-store/measured-store.ts'
import { openS3Store } from '../adapters/file-store/s3.ts'
import { openSpool } from '../adapters/file-store/spool.ts'
import { openLog } from '../adapters/log/logger.ts'
import { openMetrics } from '../adapters/metrics/metrics.ts'
import { openCipher } from '../adapters/personal-data/cipher.ts'
import { openKeyRing } from '../adapters/personal-data/key-ring.ts'
import { readSecrets } from '../adapters/personal-data/unwrap-secrets.ts'
import { openDatabase } from '../adapters/postgres/database.ts'
import { explainConnection } from '../adapters/postgres/explain-connection.ts'
import { watchSchema } from '../adapters/postgres/schema-watch.ts'
import type { WorkKind } from '../adapters/postgres/time-limits.ts'
import { openFileOutbox } from '../adapters/sms/file-outbox.ts'
import { openHttpGateway } from '../adapters/sms/http-gateway.ts'
import { reasonOf, StartProblem } from '../adapters/start-problem.ts'
import type { Services } from '../app-services.ts'
import { READING } from '../files/local-copy.ts'
import { takeKeys } from '../keys/take-keys.ts'

/** Often enough that a release which may no longer write soon stops trying. */
export const CHECK_SCHEMA_EVERY_MS = 2_000

/** `kind` is what the process does with the database where nothing else is said. */
export async function openServices(
  environment: NodeJS.ProcessEnv,
  kind: WorkKind = 'request',
): Promise<Services> {
  const settings = readSettings(environment)
  const secrets = await readSecrets(settings)
  // A weak one is refused before anything is touched.
  openKeyRing(secrets)
  const brands = readBrands(settings.brandsFile)
  const log = openLog(settings.logLevel)
  const database = openDatabase(settings.databaseUrl, log, { ...settings.database, kind })
  await database.ping().catch((error: unknown) => {
    throw new StartProblem(explainConnection(error))
  })
  const schema = watchSchema(database.pool, log)
  await schema.check()
  const keys = await takeKeys(database, secrets)
  // Receipts, sheets and ID photographs alike are sealed at rest (D33).
  const metrics = openMetrics()
  const stored = await openFiles(settings).catch(explainFiles)
  const files = encryptStore(measureStore(stored, metrics), keys)
  await openSpool(join(settings.dataDir, READING)).catch(explainFiles)
  return {
    settings,
    database,
    schema,
    clock: systemClock,
    keys,
    cipher: openCipher(keys),
    files,
    auditBucket: settings.auditBucket && bucketPlace(settings.auditBucket),
    disk: openDiskSpace(settings.dataDir),
    bank: openSignedHttpBank(settings.bank),
    sms: settings.sms ? openHttpGateway(settings.sms) : openFileOutbox(settings.dataDir),
    brands,
    taxTables: TAX_TABLES,
    vatTables: VAT_TABLES,
    metrics,
    log,
  }
}

async function openFiles(settings: Settings): Promise<FileStore> {
  const directory = join(settings.dataDir, 'files')
  if (!settings.s3) return openDiskStore(directory)
  const bucket = failFast(await openS3Store(settings.s3, join(settings.dataDir, 'spool')))
  // Until `npm run move-files` has moved them.
  return (await holdsFiles(directory)) ? bothPlaces(bucket, await openDiskStore(directory)) : bucket
}

function explainFiles(error: unknown): never {
  throw new StartProblem(`Files cannot be kept in the folder of DATA_DIR: ${reasonOf(error)}.`)
}
