// All files of an application as a zip that is packed while it is sent (D30).

import { Readable } from 'node:stream'
import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { distinctNames } from '@paywages/domain/files/distinct-names.ts'
import type { Actor } from '../actor.ts'
import { type ZipPart, zipParts } from '../adapters/zip/zip-stream.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import type { Download } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { type ResultFile, resultFiles } from './file-store.ts'
import { invoiceZipName } from './labels.ts'
import { findApplication } from './list-store.ts'

export async function downloadInvoiceFiles(
  services: Services,
  by: Actor,
  applicationId: number,
): Promise<Download> {
  const { applicationNo, files } = await services.database.transact(async (tx) => {
    const application = await findApplication(tx, scopeOf(by.person), applicationId)
    if (!application) throw new Refused('not-found')
    const { applicationNo, providerId } = application
    const files = (await resultFiles(tx, applicationId)).filter(({ removedAt }) => removedAt === null)
    if (files.length === 0) throw new Refused('invoice-no-files')
    await recordEntry(tx, by, {
      action: 'download-invoice-files',
      object: { kind: 'invoice-application', id: applicationId, name: applicationNo },
      providerId,
      after: { files: files.map(({ fileName }) => fileName) },
    })
    return { applicationNo, files }
  })
  return {
    stream: Readable.from(zipParts(partsOf(services, files)), { objectMode: false }),
    name: invoiceZipName(applicationNo),
    contentType: 'application/zip',
    inline: false,
  }
}

/** Each is fetched when its turn comes. One whose bytes are gone breaks the download off: a zip that lacks it would look whole. */
async function* partsOf(services: Services, files: readonly ResultFile[]): AsyncGenerator<ZipPart> {
  const names = distinctNames(files.map(({ fileName }) => fileName))
  for (const [place, { storeKey }] of files.entries()) {
    const file = await services.files.get(storeKey)
    const name = names[place]
    if (!file || name === undefined) throw new Error('an invoice file has no bytes')
    yield { name, body: file.stream }
  }
}
