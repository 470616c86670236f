/** What the commands about backups share: their settings, the place of the backups, and the embedded cluster behind them. */
import { join } from 'node:path'
import type { ArchiveSource } from '@paywages/server/adapters/backup/archive-round.ts'
import {
  type BackupPlace,
  clustersIn,
  openBackupPlace,
} from '@paywages/server/adapters/backup/backup-place.ts'
import { clusterOf } from '@paywages/server/adapters/backup/base-backup.ts'
import type { Settings } from '@paywages/server/adapters/config/settings.ts'
import { readPassword, superuser } from '@paywages/server/adapters/embedded-postgres/cluster.ts'
import { exists, findPlace } from '@paywages/server/adapters/embedded-postgres/place.ts'
import { findRunning } from '@paywages/server/adapters/embedded-postgres/postmaster.ts'
import { openDiskStore } from '@paywages/server/adapters/file-store/disk.ts'
import type { FileStore } from '@paywages/server/adapters/file-store/file-store.ts'
import { type KeyRing, openKeyRing } from '@paywages/server/adapters/personal-data/key-ring.ts'
import { readSecrets } from '@paywages/server/adapters/personal-data/unwrap-secrets.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import pg from 'pg'
import { readCommandSettings } from './command-settings.ts'

export type BackupTools = {
  readonly environment: NodeJS.ProcessEnv
  readonly settings: Settings
  readonly keys: KeyRing
  /** Made where it is not there yet. */
  openPlace(): Promise<BackupPlace>
  /** Where the embedded database lives, or is to live. */
  readonly folder: string
}

export async function openBackupTools(given: NodeJS.ProcessEnv): Promise<BackupTools> {
  const { environment, settings } = await readCommandSettings(given)
  const keys = openKeyRing(await readSecrets(settings))
  return {
    environment,
    settings,
    keys,
    openPlace: () => openBackupPlace(settings.backup, keys, settings.dataDir),
    folder: join(settings.dataDir, 'postgres'),
  }
}

/** Files as they lie on this disk; a bucket is backed up by its own means. */
export async function ownFiles({ s3, dataDir }: Settings): Promise<FileStore | undefined> {
  return s3 ? undefined : openDiskStore(join(dataDir, 'files'))
}

export async function withCluster<T>(
  tools: BackupTools,
  work: (client: pg.Client, source: ArchiveSource) => Promise<T>,
): Promise<T> {
  // Looking for its place would make the folder.
  const place = (await exists(tools.folder)) ? await findPlace(tools.folder, () => undefined) : undefined
  const running = place && (await findRunning(place))
  if (!place || !running)
    throw new StartProblem(
      `No embedded database runs in ${tools.settings.dataDir}; start the product, or name its DATA_DIR. A PostgreSQL of your own is backed up by its own tools (docs/OPERATIONS.md).`,
    )
  const connectionString = `postgres://${superuser}:${await readPassword(place)}@127.0.0.1:${running.port}/postgres`
  const client = new pg.Client({ connectionString, application_name: 'paywages backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client, {
      place,
      cluster: await clusterOf(client),
      files: await ownFiles(tools.settings),
    })
  } finally {
    await client.end()
  }
}

/** To read from: what is not there is not made. */
export async function existingPlace({ settings: { backup }, openPlace }: BackupTools): Promise<BackupPlace> {
  if (!backup.s3 && !(await exists(backup.folder)))
    throw new StartProblem(
      `There is no folder ${backup.folder}, so no backup lies in it; name its BACKUP_DIR.`,
    )
  return openPlace()
}

/** The one cluster of which there are backups, or the one that was named. */
export async function chosenCluster(store: BackupPlace, named: string | undefined): Promise<string> {
  const there = await clustersIn(store)
  if (named !== undefined && there.includes(named)) return named
  const [only, ...others] = there
  if (only === undefined) throw new StartProblem(`${store.name} holds no backup.`)
  if (others.length === 0 && named === undefined) return only
  throw new StartProblem(`${store.name} holds backups of ${there.join(', ')}; choose one with --cluster=.`)
}

/** A moment with its zone, so that nobody restores to eight hours too late. */
export function readMoment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const moment = new Date(text)
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(moment.getTime())) return moment
  throw new StartProblem(
    `--to=${text} is no moment with its zone, such as 2026-11-17T15:04:05+08:00 or 2026-11-17T07:04:05Z.`,
  )
}

/** Timelines are counted from 1; each restore begins the next. */
export function readTimeline(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new StartProblem(`--timeline=${text} is no timeline: 1 is what was there before any restore.`)
}
