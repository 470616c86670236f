/** One round of archiving: the files first, then the WAL that waited before them, so that what can be restored has its files. */
import type { Place } from '../embedded-postgres/place.ts'
import type { FileStore } from '../file-store/file-store.ts'
import { type BackupPlace, requireArchive } from './backup-place.ts'
import { mirrorFiles } from './mirror-files.ts'
import { shipWal, waitingWal } from './wal-archive.ts'

export type ArchiveSource = {
  readonly place: Place
  readonly cluster: string
  /** As they lie on this disk; undefined where a bucket keeps them. */
  readonly files: FileStore | undefined
}

/** A file is stored before the row that names it is committed: files copied after a segment was closed hold all that it names. */
export async function archiveRound(
  { place, cluster, files }: ArchiveSource,
  store: BackupPlace,
): Promise<{ readonly wal: number; readonly files: number }> {
  const names = await waitingWal(place)
  if (names.length === 0) return { wal: 0, files: 0 }
  await requireArchive(store, cluster)
  const copied = files === undefined ? 0 : await mirrorFiles(files, store, cluster)
  return { wal: await shipWal(place, store, { cluster, names }), files: copied }
}
