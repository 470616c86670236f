// Shows, resends and takes back one invitation (D27, D28).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { contractState, mayDo } from '@paywages/domain/signing/personal-contract.ts'
import { validateLink } from '@paywages/domain/signing/signing-link.ts'
import type { ShownLink } from '@paywages/wire/signing/shapes.ts'
import type { Actor } from '../actor.ts'
import { LINK_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { type AuditEvent, recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { findInvitation, type InvitationRecord, revokeLink } from './invitation-store.ts'
import { shownLink } from './invite-people.ts'
import { issueLinks } from './link-store.ts'

export async function showLink(services: Services, by: Actor, linkId: number): Promise<ShownLink> {
  return services.database.transact(async (tx) => {
    const link = await invitationOf(tx, by, linkId)
    if (validateLink(link, by.at) !== undefined) throw new Refused('link-not-open')
    if (services.sms.codesRequired) throw new Refused('link-by-message-only')
    await recordEntry(tx, by, entryOf('show-signing-link', link))
    const token = services.cipher.open(link.sealedToken, LINK_SEAL)
    return shownLink(services, tx, by, { linkId, token, expiresAt: link.expiresAt })
  })
}

/** Of two who resend the same invitation at once, one is told that it has been replaced. */
export async function resendLink(services: Services, by: Actor, linkId: number): Promise<ShownLink> {
  return services.database.transact(async (tx) => {
    const link = await invitationOf(tx, by, linkId, 'lock')
    if (link.signedAt !== null) throw new Refused('already-signed')
    const state = contractState(link, link.terminatedAt, by.at)
    if (link.replacedAt !== null || !mayDo(state, 'resend')) throw new Refused('link-not-open')
    const [fresh] = await issueLinks(tx, services.cipher, {
      providerId: link.providerId,
      userIds: [link.userId],
      batchId: link.batchId,
      createdBy: by.person.accountId,
      brand: by.person.brand,
      at: by.at,
      notify: true,
    })
    if (!fresh) throw new Refused('already-signed')
    await recordEntry(tx, by, { ...entryOf('resend-signing-link', link), after: { linkId: fresh.linkId } })
    return shownLink(services, tx, by, fresh)
  })
}

export async function takeBackLink(
  services: Services,
  by: Actor,
  linkId: number,
  reason: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const link = await invitationOf(tx, by, linkId, 'lock')
    const state = contractState(link, link.terminatedAt, by.at)
    if (link.replacedAt !== null || !mayDo(state, 'revoke')) throw new Refused('link-not-open')
    await revokeLink(tx, linkId, { accountId: by.person.accountId, at: by.at, reason })
    await recordEntry(tx, by, { ...entryOf('revoke-signing-link', link), reason })
  })
}

async function invitationOf(tx: Tx, by: Actor, linkId: number, lock?: 'lock'): Promise<InvitationRecord> {
  const link = await findInvitation(tx, scopeOf(by.person), linkId, lock)
  if (!link) throw new Refused('not-found')
  return link
}

function entryOf(action: AuditEvent['action'], { linkId, name, providerId }: InvitationRecord): AuditEvent {
  return { action, object: { kind: 'signing-link', id: linkId, name }, providerId }
}
