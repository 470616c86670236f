// Streams an upload into the file store, so that an abort or a crash at any moment leaves nothing behind (D5).

import { randomUUID } from 'node:crypto'
import { sniffContent } from '@paywages/domain/files/file-content.ts'
import { safeFileName } from '@paywages/domain/files/file-name.ts'
import { StoreUnavailable, TooLarge } from '../adapters/file-store/store-errors.ts'
import type { Services } from '../app-services.ts'
import type { ReceivedFile } from '../http/call.ts'
import type { Uploads } from '../http/uploads.ts'
import { Refused } from '../refused.ts'
import { requireSpace } from '../require-space.ts'
import { deleteUnattached, insertArriving, markStored } from './store.ts'

export const FILES_PREFIX = 'files/'

export function uploadsOf(services: Services): Uploads {
  return {
    receive: async (by, part) => {
      await requireSpace(services)
      const fileId = randomUUID()
      const storeKey = FILES_PREFIX + fileId
      const name = safeFileName(part.name)
      const at = services.clock.now()
      await services.database.transact((tx) =>
        insertArriving(tx, { fileId, storeKey, name, uploaderId: by.person.accountId, at }),
      )
      try {
        const measured = await services.files.put(storeKey, part.stream, { limitBytes: part.maxBytes })
        await services.database.transact((tx) =>
          markStored(tx, fileId, {
            ...measured,
            content: sniffContent(measured),
            sealedUnder: services.keys.currentId,
          }),
        )
        return { fileId, name, size: measured.size }
      } catch (error) {
        await discardFiles(services, [{ fileId, name, size: 0 }])
        if (error instanceof TooLarge)
          throw new Refused('file-too-large', { megabytes: Math.floor(part.maxBytes / 1_048_576) })
        throw error
      }
    },
    discard: (files) => discardFiles(services, files),
  }
}

export async function discardFiles(services: Services, files: readonly ReceivedFile[]): Promise<void> {
  if (files.length === 0) return
  const keys = await services.database.transact((tx) =>
    deleteUnattached(tx, { ids: files.map((file) => file.fileId) }),
  )
  for (const key of keys) await removeBytes(services, key)
}

/** No row knows them any more: what cannot be removed now is swept later, and what was done stays done. */
export async function removeBytes(services: Services, key: string): Promise<void> {
  try {
    await services.files.remove(key)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    services.log.warn({ err: error }, 'a discarded file could not be removed; the sweep will')
  }
}
