// Corrects number, note and files of what was invoiced, with a reason; what stood before is kept (D30).

import { validateCorrection } from '@paywages/domain/invoices/application-status.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused, refuseIf } from '../refused.ts'
import { attachInvoiceFiles } from './attach-files.ts'
import { listResultFiles, type ResultFile, resultFiles } from './file-store.ts'
import { CORRECTED_FIELDS as fields } from './labels.ts'
import { entryOf, lockApplicationInScope } from './lock-application.ts'
import { type Application, type Change, correctTracking, insertEvent, type Tracking } from './store.ts'

export type Correction = Tracking & { readonly fileIds: readonly string[]; readonly reason: string }

export async function correctInvoice(
  services: Services,
  by: Actor,
  applicationId: number,
  correction: Correction,
): Promise<void> {
  const { reason } = correction
  await services.database.transact(async (tx) => {
    const application = await lockApplicationInScope(tx, by, applicationId)
    refuseIf(validateCorrection(application, by.person))
    const changes = [
      ...trackingChanges(application, correction),
      ...(await exchangeFiles(tx, by, application, [...new Set(correction.fileIds)])),
    ]
    if (changes.length === 0) throw new Refused('invoice-nothing-changed')
    await correctTracking(tx, applicationId, correction)
    const event = { applicationId, by: by.person.accountId, at: by.at, reason, changes }
    await insertEvent(tx, { ...event, kind: 'corrected' })
    await recordEntry(tx, by, {
      action: 'correct-invoice',
      ...entryOf(application),
      reason,
      before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    })
  })
}

function trackingChanges(before: Tracking, after: Tracking): Change[] {
  const changes = [
    { field: fields.trackingNo, before: before.trackingNo, after: after.trackingNo },
    { field: fields.trackingNote, before: before.trackingNote, after: after.trackingNote },
  ]
  return changes.filter((change) => change.before !== change.after)
}

/** Those of the list that stand already are kept, the others taken again; their order alone is no correction. */
async function exchangeFiles(
  tx: Tx,
  by: Actor,
  application: Application,
  fileIds: readonly string[],
): Promise<Change[]> {
  const { applicationId } = application
  const before = await currentFiles(tx, applicationId)
  const known = new Set(before.map(({ fileId }) => fileId))
  const added = fileIds.filter((fileId) => !known.has(fileId))
  if (added.length === 0 && fileIds.length === before.length) return []
  await attachInvoiceFiles(tx, by, application, added)
  await listResultFiles(tx, applicationId, fileIds, by.at)
  const after = await currentFiles(tx, applicationId)
  return [{ field: fields.files, before: namesOf(before), after: namesOf(after) }]
}

async function currentFiles(tx: Tx, applicationId: number): Promise<ResultFile[]> {
  return (await resultFiles(tx, applicationId)).filter(({ removedAt }) => removedAt === null)
}

const namesOf = (files: readonly ResultFile[]) => files.map(({ fileName }) => fileName).join('、')
