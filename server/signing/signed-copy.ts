// Gives the signer their own copy of the contract while the page that signed it lives (D27).

import type { Origin } from '../actor.ts'
import { recordAnonymousEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import { Refused } from '../refused.ts'
import type { SigningTexts } from './contract-text.ts'
import { findPaperOfLink } from './signed-contract-store.ts'
import { findLiveSession } from './store-photo.ts'

export async function signedCopy(
  house: House,
  origin: Origin,
  texts: SigningTexts,
  session: string,
): Promise<Download> {
  const paper = await house.database.transact(async (tx) => {
    const link = await findLiveSession(tx, session, origin.at)
    const found = await findPaperOfLink(tx, link.linkId)
    if (!found) throw new Refused('not-found')
    await recordAnonymousEntry(tx, origin, {
      action: 'download-personal-contract',
      object: { kind: 'personal-contract', id: found.contractId, name: found.contractNo },
      providerId: link.providerId,
    })
    return found
  })
  const body = await house.files.get(paper.storeKey)
  if (!body) throw new Refused('not-found')
  return {
    stream: body.stream,
    size: body.size,
    name: `${texts.contract.title}-${paper.contractNo}.pdf`,
    contentType: 'application/pdf',
    inline: false,
  }
}
