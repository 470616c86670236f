// Exports open signing links, written into the audit log (D28, D33).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { exportLargeSheet } from '../exports/export-sheet.ts'
import type { Download } from '../http/call.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { markListedShown } from './invitation-store.ts'
import { linksName } from './labels.ts'
import type { LinkSheetInput } from './link-sheet.ts'

const LINKS = new URL('./link-sheet.ts', import.meta.url)

export type LinksWanted = { readonly providerId?: number | undefined; readonly batchId?: number | undefined }

/** Of the batch, else of the named provider, else of everything in scope. */
export async function exportLinks(services: Services, by: Actor, wanted: LinksWanted): Promise<Download> {
  if (services.sms.codesRequired) throw new Refused('link-by-message-only')
  const { batchId } = wanted
  const scope = scopeOf(by.person)
  const { batch, provider } = await services.database.query(async (tx) => {
    const batch = batchId === undefined ? undefined : await findBatch(tx, scope, batchId)
    const providerId = batch?.providerId ?? wanted.providerId
    return { batch, provider: providerId === undefined ? undefined : await findProvider(tx, providerId) }
  })
  // A batch of one company and the name of another have nothing in common.
  const isOther = wanted.providerId !== undefined && provider?.providerId !== wanted.providerId
  if (isOther || (batchId !== undefined && !batch)) throw new Refused('not-found')
  const { publicUrl, host, port } = services.settings
  const input: LinkSheetInput = {
    scope,
    now: by.at,
    providerId: provider?.providerId,
    batchId,
    place: { publicUrl, host, port },
    site: by.site,
  }
  await services.database.transact((tx) => markListedShown(tx, input, by.at))
  const object = batch
    ? { kind: 'payout-batch', id: batch.batchId, name: `${batch.batchNo} ${batch.fileName}` }
    : { kind: 'signing-links', id: provider?.providerId ?? 'all', name: provider?.name ?? '' }
  const ofProvider = provider ? { providerId: provider.providerId } : {}
  const entry = { action: 'export-signing-links', object, ...ofProvider } as const
  const fileName = linksName(provider?.name ?? '', shanghaiDay(by.at))
  return exportLargeSheet(services, by, { entry, fileName }, LINKS, input)
}
