// Seals files for the readers of sheets and statements, which read nothing else.

import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type SealedCopy, writeSealedCopy } from '../adapters/file-store/sealed-copy.ts'

/** There as long as it is used. */
export async function withSealed<T>(
  content: string | Uint8Array,
  use: (copy: SealedCopy) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-'))
  try {
    return await use(await writeSealedCopy(folder, streamOf(content)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A path, or the bytes themselves. */
export function streamOf(content: string | Uint8Array): Readable {
  return typeof content === 'string' ? createReadStream(content) : Readable.from([content])
}
