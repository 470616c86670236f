// Stores a file that we made or were given whole, for one person or nobody, until it is attached or a day has passed.

import { randomUUID } from 'node:crypto'
import type { FileContent } from '@paywages/domain/files/file-content.ts'
import type { FileKind } from '@paywages/domain/files/file-kind.ts'
import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { safeFileName } from '@paywages/domain/files/file-name.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { requireSpace } from '../require-space.ts'
import { FILES_PREFIX, removeBytes } from './receive-file.ts'
import { deleteUnattached, insertArriving, markStored, setKind } from './store.ts'

export type MadeFile = {
  readonly kind: FileKind
  readonly name: string
  readonly content: FileContent
  readonly stream: AsyncIterable<Uint8Array>
}

/** What comes over a signing link has no account behind it. */
export async function storeMadeFile(services: Services, by: Actor | null, made: MadeFile): Promise<string> {
  await requireSpace(services)
  const fileId = randomUUID()
  const storeKey = FILES_PREFIX + fileId
  const name = safeFileName(made.name)
  const at = services.clock.now()
  await services.database.transact((tx) =>
    insertArriving(tx, { fileId, storeKey, name, uploaderId: by?.person.accountId ?? null, at }),
  )
  try {
    const measured = await services.files.put(storeKey, made.stream, {
      limitBytes: FILE_RULES[made.kind].limitBytes,
    })
    await services.database.transact(async (tx) => {
      await markStored(tx, fileId, {
        ...measured,
        content: made.content,
        sealedUnder: services.keys.currentId,
      })
      await setKind(tx, fileId, made.kind, name)
    })
    return fileId
  } catch (error) {
    await services.database.transact((tx) => deleteUnattached(tx, { ids: [fileId] }))
    await removeBytes(services, storeKey)
    throw error
  }
}
