// Puts a stored file on this machine's disk, sealed, for as long as someone must read it from there.

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ownFolder } from '../adapters/file-store/own-folder.ts'
import { fillSealedCopy, newSealedCopy, type SealedCopy } from '../adapters/file-store/sealed-copy.ts'
import { onDisk } from '../adapters/file-store/spool.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'

/** Readable by this process only, and gone afterwards whatever happens; what a crash leaves is swept (ADR 32). */
export async function withLocalCopy<T>(
  services: Services,
  storeKey: string,
  work: (copy: SealedCopy) => Promise<T>,
): Promise<T> {
  const folder = join(services.settings.dataDir, READING)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const copy = newSealedCopy(await onDisk(() => ownFolder(folder)))
  try {
    const body = await services.files.get(storeKey)
    if (!body) throw new Refused('file-gone')
    await fillSealedCopy(copy, body.stream)
    return await work(copy)
  } finally {
    await rm(copy.path, { force: true })
  }
}

/** The folder in DATA_DIR. */
export const READING = 'reading'
