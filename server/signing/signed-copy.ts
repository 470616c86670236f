// Gives the signer their own copy of the contract while the page that signed it lives (D27).

import type { Origin } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import type { Download } from '../http/call.ts'
import { Refused } from '../refused.ts'
import type { SigningTexts } from './contract-text.ts'
import { findPdfOfLink } from './signed-contract-store.ts'
import { findLiveSession } from './store-photo.ts'

export async function signedCopy(
  services: Services,
  origin: Origin,
  texts: SigningTexts,
  session: string,
): Promise<Download> {
  const paper = await services.database.transact(async (tx) => {
    const link = await findLiveSession(tx, session, origin.at)
    const found = await findPdfOfLink(tx, link.linkId)
    if (!found) throw new Refused('not-found')
    await recordAnonymousEntry(tx, origin, {
      action: 'download-personal-contract',
      object: { kind: 'personal-contract', id: found.contractId, name: found.contractNo },
      providerId: link.providerId,
    })
    return found
  })
  const body = await services.files.get(paper.storeKey)
  if (!body) throw new Refused('not-found')
  return {
    stream: body.stream,
    size: body.size,
    name: `${texts.contract.title}-${paper.contractNo}.pdf`,
    contentType: 'application/pdf',
    inline: false,
  }
}
