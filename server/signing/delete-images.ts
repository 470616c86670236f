// Deletes the images of a person's ID card and signature at one provider on request; the PDF stays, and the record that it happened (D33).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Actor } from '../actor.ts'
import { countInScope } from '../adapters/postgres/owned-records.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { deleteAttached } from '../files/store.ts'
import { PROVIDER_RECORDS } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { clearImages } from './contract-actions-store.ts'
import { countKnown } from './link-store.ts'

export type ImageDeletion = {
  readonly userId: number
  readonly providerId: number
  readonly reason: string
}

export async function deleteImages(services: Services, by: Actor, asked: ImageDeletion): Promise<void> {
  const { userId, providerId, reason } = asked
  const storeKeys = await services.database.transact(async (tx) => {
    const isMine = (await countInScope(tx, PROVIDER_RECORDS, scopeOf(by.person), [providerId])) === 1
    const isKnown = (await countKnown(tx, providerId, [userId])) === 1
    if (!isMine || !isKnown) throw new Refused('not-found')
    const deed = { accountId: by.person.accountId, at: by.at, reason }
    const fileIds = await clearImages(tx, { providerId, userId }, deed)
    if (fileIds.length === 0) throw new Refused('images-none')
    await recordEntry(tx, by, {
      action: 'delete-identity-images',
      object: { kind: 'freelancer', id: userId },
      providerId,
      reason,
      after: { count: fileIds.length },
    })
    return deleteAttached(tx, fileIds)
  })
  for (const key of storeKeys) {
    // The rows are gone: bytes that cannot be reached now are orphans, which the sweep removes.
    await services.files
      .remove(key)
      .catch((error: unknown) =>
        services.log.warn({ err: error }, 'bytes of a deleted image wait for the sweep'),
      )
  }
}
