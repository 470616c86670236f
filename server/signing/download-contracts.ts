// Signed contracts as files: one as its PDF, several as a zip that is packed while it is sent (D28).

import { Readable } from 'node:stream'
import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { MEDIA_TYPES } from '@paywages/domain/files/file-kind.ts'
import { safeFileName } from '@paywages/domain/files/file-name.ts'
import type { Actor } from '../actor.ts'
import { type ZipPart, zipParts } from '../adapters/zip/zip-stream.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { findReadableFile } from '../files/store.ts'
import type { Download } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { findContracts } from './contract-actions-store.ts'
import { contractFileName, contractsZipName } from './labels.ts'

type Paper = { readonly name: string; readonly storeKey: string }

export async function downloadContracts(
  services: Services,
  by: Actor,
  contractIds: readonly number[],
): Promise<Download> {
  const pdfs = await readPdfs(services, by, contractIds)
  const [only] = pdfs
  if (only && pdfs.length === 1) {
    const body = await services.files.get(only.storeKey)
    if (!body) throw new Refused('not-found')
    return {
      stream: body.stream,
      size: body.size,
      name: only.name,
      contentType: MEDIA_TYPES.pdf,
      inline: false,
    }
  }
  return {
    stream: Readable.from(zipParts(partsOf(services, pdfs)), { objectMode: false }),
    name: contractsZipName(shanghaiDay(by.at), pdfs.length),
    contentType: 'application/zip',
    inline: false,
  }
}

/** Each of them stands in the audit log before the first byte leaves. */
async function readPdfs(services: Services, by: Actor, contractIds: readonly number[]): Promise<Paper[]> {
  const scope = scopeOf(by.person)
  return services.database.transact(async (tx) => {
    const contracts = await findContracts(tx, scope, contractIds)
    const pdfs: Paper[] = []
    for (const { contractId, contractNo, name, providerId, pdfFileId } of contracts) {
      const file = await findReadableFile(tx, scope, by.person.accountId, pdfFileId)
      if (!file) throw new Refused('not-found')
      pdfs.push({ name: safeFileName(contractFileName(contractNo, name)), storeKey: file.storeKey })
      await recordEntry(tx, by, {
        action: 'download-personal-contract',
        object: { kind: 'personal-contract', id: contractId, name: `${contractNo} ${name}` },
        providerId,
      })
    }
    return pdfs
  })
}

/** Each is fetched when its turn comes. One whose bytes are gone breaks the download off: a zip that lacks it would look whole. */
async function* partsOf(services: Services, pdfs: readonly Paper[]): AsyncGenerator<ZipPart> {
  for (const { name, storeKey } of pdfs) {
    const file = await services.files.get(storeKey)
    if (!file) throw new Error('a contract has no bytes')
    yield { name, body: file.stream }
  }
}
