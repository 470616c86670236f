// Gives the signed file of a contract, or else the one that we made (D29).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { MEDIA_TYPES } from '@paywages/domain/files/file-kind.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { findReadableFile } from '../files/store.ts'
import type { Download } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { findContract } from './store.ts'

export async function downloadContract(
  services: Services,
  by: Actor,
  contractId: number,
  inline: boolean,
): Promise<Download> {
  const scope = scopeOf(by.person)
  const file = await services.database.transact(async (tx) => {
    const contract = await findContract(tx, scope, contractId)
    if (!contract) throw new Refused('not-found')
    const fileId = contract.signedFileId ?? contract.madeFileId
    const found = fileId === null ? undefined : await findReadableFile(tx, scope, by.person.accountId, fileId)
    if (!found) throw new Refused('contract-file-missing')
    await recordEntry(tx, by, {
      action: 'download-contract',
      object: {
        kind: 'enterprise-contract',
        id: contractId,
        name: `${contract.contractNo} ${contract.contractName}`,
      },
      providerId: contract.providerId,
      after: { file: found.name, signed: contract.signedFileId !== null },
    })
    return found
  })
  const body = await services.files.get(file.storeKey)
  if (!body) throw new Refused('contract-file-missing')
  const contentType = file.content === 'unknown' ? 'application/octet-stream' : MEDIA_TYPES[file.content]
  return { stream: body.stream, size: body.size, name: file.name, contentType, inline }
}
