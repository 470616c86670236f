/** Measures how long a store takes and how often it fails, for whoever watches it. */
import type { Metrics } from '../metrics/metrics.ts'
import type { FileStore } from './file-store.ts'
import { StoreUnavailable } from './store-errors.ts'

export function measureStore(
  inner: FileStore,
  { fileStoreSeconds }: Pick<Metrics, 'fileStoreSeconds'>,
): FileStore {
  async function measured<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const end = fileStoreSeconds.startTimer({ operation })
    try {
      const result = await work()
      end({ result: 'done' })
      return result
    } catch (error) {
      // A sender who leaves and a file that is too large are no failures of the store.
      end({ result: error instanceof StoreUnavailable ? 'failed' : 'refused' })
      throw error
    }
  }
  return {
    put: (...args) => measured('put', () => inner.put(...args)),
    // Until the first byte.
    get: (...args) => measured('get', () => inner.get(...args)),
    remove: (...args) => measured('remove', () => inner.remove(...args)),
    list: inner.list,
    check: () => measured('check', () => inner.check()),
  }
}
