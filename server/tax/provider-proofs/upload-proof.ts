// Takes the file that proves a month's tax: the first is an upload, every later one an update; earlier files stay (D31).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { afterUpload, validateUpload } from '@paywages/domain/tax/proof-status.ts'
import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { recordEntry } from '../../audit-log/record-entry.ts'
import { acceptFile, attachFile } from '../../files/accept-file.ts'
import { refuseActivePdf } from '../../files/refuse-active-pdf.ts'
import type { ReceivedFile } from '../../http/call.ts'
import { Refused, refuseIf } from '../../refused.ts'
import { addProofEvent, lockProof, setProofFile } from '../periods/period-store.ts'

export async function uploadProof(
  services: Services,
  by: Actor,
  files: readonly ReceivedFile[],
  input: { readonly taxId: number; readonly fileName?: string | undefined },
): Promise<void> {
  const [received] = files
  if (!received) throw new Refused('file-missing')
  await refuseActivePdf(services, by, received.fileId)
  await services.database.transact(async (tx) => {
    const proof = await lockProof(tx, scopeOf(by.person), input.taxId)
    if (!proof) throw new Refused('not-found')
    refuseIf(validateUpload(by.person))
    const { taxId, providerId, providerName, month } = proof
    await acceptFile(tx, by, received.fileId, { kind: 'tax-proof', name: input.fileName })
    const { fileId, name, sha256 } = await attachFile(tx, by, received.fileId, {
      kind: 'tax-proof',
      recordId: String(taxId),
      providerId,
    })
    const status = afterUpload(proof.status)
    await setProofFile(tx, taxId, { status, fileId, at: by.at })
    await addProofEvent(tx, taxId, { kind: 'uploaded', accountId: by.person.accountId, at: by.at, fileId })
    await recordEntry(tx, by, {
      action: 'upload-tax-proof',
      object: { kind: 'tax-proof', id: taxId, name: `${providerName} ${month}` },
      providerId,
      before: { status: proof.status },
      after: { status, fileId, fileName: name, sha256 },
    })
  })
}
