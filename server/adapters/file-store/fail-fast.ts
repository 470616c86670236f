// Spares callers the wait for a store that is known to fail: they are refused at once, while it is probed in the background.

import type { FileStore } from './file-store.ts'
import { StorageFull, StoreUnavailable } from './store-errors.ts'

export function failFast(inner: FileStore): FileStore {
  let failure: StoreUnavailable | undefined
  let probing: Promise<void> | undefined

  /** Notes how the store is from what became of the work. */
  async function noted<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work
      failure = undefined
      return result
    } catch (error) {
      // A full disk of ours is no failure of the store.
      if (error instanceof StoreUnavailable && !(error instanceof StorageFull)) failure = error
      throw error
    }
  }

  function probe(): Promise<void> {
    probing ??= noted(inner.check()).finally(() => {
      probing = undefined
    })
    return probing
  }

  /** The next call after the store is back is still refused; it is the one that finds out. */
  function requireStore(): void {
    if (failure === undefined) return
    probe().catch(() => undefined)
    throw new StoreUnavailable('The file store fails at present.', { cause: failure })
  }

  return {
    put: async (...args) => {
      requireStore()
      return noted(inner.put(...args))
    },
    get: async (...args) => {
      requireStore()
      return noted(inner.get(...args))
    },
    remove: async (...args) => {
      requireStore()
      return noted(inner.remove(...args))
    },
    list: async function* (prefix) {
      requireStore()
      yield* inner.list(prefix)
    },
    check: probe,
  }
}
