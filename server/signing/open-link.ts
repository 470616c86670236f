// Opens a signing link: tells whom it is from and how long it holds, nothing of the person (D27).

import { validateLink } from '@paywages/domain/signing/signing-link.ts'
import type { OpenedLink } from '@paywages/wire/signing/shapes.ts'
import type { Origin } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { findProvider } from '../providers/store.ts'
import { Refused, refuseIf } from '../refused.ts'
import { hashOf } from './link-store.ts'
import { findLink, noteOpened } from './session-store.ts'
import { brandOf } from './signing-parties.ts'

export async function openLink(services: Services, origin: Origin, token: string): Promise<OpenedLink> {
  return services.database.transact(async (tx) => {
    const link = await findLink(tx, { tokenHash: hashOf(token) })
    if (!link) throw new Refused('link-unknown')
    refuseIf(validateLink(link, origin.at))
    const provider = await findProvider(tx, link.providerId)
    if (!provider) throw new Refused('link-unknown')
    await noteOpened(tx, link.linkId, origin.at)
    const plat = brandOf(services, origin, link)
    return {
      providerName: provider.bankAccountName || provider.name,
      plat,
      brandName: services.brands.brand(plat).name,
      expiresAt: link.expiresAt,
      codeRequired: services.sms.codesRequired,
    }
  })
}
