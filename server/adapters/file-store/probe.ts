// Proves that a store writes, reads and removes, for the readiness check.

import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from './file-store.ts'
import { StoreUnavailable } from './store-errors.ts'

export async function probeStore(store: Omit<FileStore, 'check'>): Promise<void> {
  const key = `probe/${randomUUID()}`
  const sent = randomBytes(32)
  try {
    await store.put(key, once(sent), { limitBytes: sent.length })
    const body = await store.get(key)
    const received = body === undefined ? undefined : await buffer(body.stream)
    if (received === undefined || !sent.equals(received)) throw new Error('the probe came back altered')
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    throw new StoreUnavailable('Files cannot be stored and read back.', { cause: error })
  } finally {
    await store.remove(key).catch(() => {})
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
