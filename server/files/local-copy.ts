// Puts a stored file on this machine's disk for as long as someone must read it from there.

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'

/** Readable by this user only, and gone afterwards whatever happens. */
export async function withLocalCopy<T>(
  services: Services,
  storeKey: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = join(services.settings.dataDir, 'reading')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    const body = await services.files.get(storeKey)
    if (!body) throw new Refused('file-gone')
    await pipeline(body.stream, createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
