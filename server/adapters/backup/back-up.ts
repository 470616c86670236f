/** A whole backup: base, files, the WAL between them, and only then the manifest that makes it one; then what is too old goes. */
import { expendableBases } from '@paywages/domain/backups/base-choice.ts'
import type pg from 'pg'
import { StartProblem } from '../start-problem.ts'
import { type ArchiveSource, archiveRound } from './archive-round.ts'
import { type BackupPlace, markArchive } from './backup-place.ts'
import {
  type DamagedBase,
  finishBase,
  type Manifest,
  removeBase,
  removeUnfinished,
  surveyBases,
  takeBase,
} from './base-backup.ts'
import { forgetGone } from './mirror-files.ts'
import { beginArchiving, removeWalBefore, walSince } from './wal-archive.ts'

export type BackupReport = {
  readonly base: Manifest
  readonly wal: number
  readonly files: number
  readonly removedBases: number
  /** Earlier ones that cannot be read any more. */
  readonly damaged: readonly DamagedBase[]
}

export async function backUp(
  client: pg.Client,
  source: ArchiveSource,
  store: BackupPlace,
  { keep, partBytes }: { readonly keep: number; readonly partBytes?: number },
): Promise<BackupReport> {
  await requireArchiving(client)
  await markArchive(store, source.cluster)
  await beginArchiving(source.place)
  const damaged = await removeUnfinished(store, source.cluster)
  const base = await takeBase(client, source.place, store, partBytes)
  const round = await archiveRound(source, store)
  await requireWal(store, base)
  await finishBase(store, base)
  return { base, ...round, removedBases: await removeOld(source, store, keep), damaged }
}

/** Without the segment that it begins in, nothing can be made of a base: another process may bring them elsewhere. */
async function requireWal(store: BackupPlace, base: Manifest): Promise<void> {
  for await (const { name } of walSince(store, base)) if (name === base.startWal) return
  throw new StartProblem(
    `The WAL of this backup did not come to ${store.name}: the running product archives to another place. Give both the same BACKUP_DIR or BACKUP_S3_*, and start the product again.`,
  )
}

/** A server that an earlier release started must be started anew once. */
async function requireArchiving(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ archive_mode: string }>('show archive_mode')
  if (rows[0]?.archive_mode !== 'on')
    throw new StartProblem(
      'This database was started without archiving; stop the product and start it again.',
    )
}

async function removeOld(source: ArchiveSource, store: BackupPlace, keep: number): Promise<number> {
  const { bases } = await surveyBases(store, source.cluster)
  const old = expendableBases(bases, keep)
  for (const base of old) await removeBase(store, base)
  const kept = bases.filter((base) => !old.includes(base))
  const oldest = kept.reduce(
    (one, other) => (other.startedAt < one.startedAt ? other : one),
    kept[0] ?? missing(),
  )
  await removeWalBefore(store, oldest)
  if (source.files)
    await forgetGone(source.files, store, { cluster: source.cluster, oldestBase: oldest.startedAt })
  return old.length
}

function missing(): never {
  throw new Error('the backup just made is not there')
}
