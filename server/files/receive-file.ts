// Streams an upload into the file store, so that an abort or a crash at any moment leaves nothing behind (D5).

import { randomUUID } from 'node:crypto'
import { sniffContent } from '@paywages/domain/files/file-content.ts'
import { safeFileName } from '@paywages/domain/files/file-name.ts'
import { TooLarge } from '../adapters/file-store/store-errors.ts'
import type { House } from '../house.ts'
import type { ReceivedFile } from '../http/call.ts'
import type { Uploads } from '../http/uploads.ts'
import { Refused } from '../refused.ts'
import { deleteLoose, insertArriving, markStored } from './store.ts'

export const FILES_PREFIX = 'files/'

export function uploadsOf(house: House): Uploads {
  return {
    receive: async (by, part) => {
      const fileId = randomUUID()
      const storeKey = FILES_PREFIX + fileId
      const name = safeFileName(part.name)
      const at = house.clock.now()
      await house.database.transact((tx) =>
        insertArriving(tx, { fileId, storeKey, name, uploaderId: by.person.accountId, at }),
      )
      try {
        const measured = await house.files.put(storeKey, part.stream, { limitBytes: part.maxBytes })
        await house.database.transact((tx) =>
          markStored(tx, fileId, { ...measured, content: sniffContent(measured) }),
        )
        return { fileId, name, size: measured.size }
      } catch (error) {
        await discardFiles(house, [{ fileId, name, size: 0 }])
        if (error instanceof TooLarge)
          throw new Refused('file-too-large', { megabytes: Math.floor(part.maxBytes / 1_048_576) })
        throw error
      }
    },
    discard: (files) => discardFiles(house, files),
  }
}

export async function discardFiles(house: House, files: readonly ReceivedFile[]): Promise<void> {
  if (files.length === 0) return
  const keys = await house.database.transact((tx) =>
    deleteLoose(tx, { ids: files.map((file) => file.fileId) }),
  )
  for (const key of keys) await house.files.remove(key)
}
