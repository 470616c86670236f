// Invites people of a provider to sign: a fresh link for each of them who has not signed (D27).

import type { Invitation } from '@paywages/wire/freelancers/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { linkAddress } from './link-address.ts'
import { countKnown, type IssuedLink, issueLinks, markShown } from './link-store.ts'

export type Invited = {
  readonly providerId: number
  readonly userIds: readonly number[]
  /** The sheet for whose sake they are invited. */
  readonly batchId: number | null
}

/** So many seals are made before other calls get their turn. */
const PIECE = 1_000

/** All of them, or nobody: a person whom the provider does not know does not exist for it. */
export async function inviteUsers(
  services: Services,
  tx: Tx,
  by: Actor,
  asked: Invited,
): Promise<Invitation> {
  const { providerId, batchId } = asked
  // In one order throughout: people are locked piece by piece.
  const userIds = [...new Set(asked.userIds)].sort((a, b) => a - b)
  if ((await countKnown(tx, providerId, userIds)) < userIds.length) throw new Refused('not-found')
  const { accountId, brand } = by.person
  const draft = { providerId, batchId, createdBy: accountId, brand, at: by.at, notify: true }
  const issued: IssuedLink[] = []
  for (let from = 0; from < userIds.length; from += PIECE) {
    const piece = userIds.slice(from, from + PIECE)
    issued.push(...(await issueLinks(tx, services.cipher, { ...draft, userIds: piece })))
  }
  const [link] = issued
  const counts = { invited: issued.length, alreadySigned: userIds.length - issued.length }
  await recordEntry(tx, by, {
    action: 'invite-people',
    object: objectOf(providerId, batchId, userIds),
    providerId,
    after: counts,
  })
  const byMessage = services.sms.codesRequired
  if (link === undefined || userIds.length !== 1 || byMessage) return { ...counts, link: null, byMessage }
  return { ...counts, link: await shownLink(services, tx, by, link), byMessage }
}

function objectOf(providerId: number, batchId: number | null, userIds: readonly number[]) {
  if (batchId !== null) return { kind: 'payout-batch', id: batchId }
  const [only] = userIds
  return only !== undefined && userIds.length === 1
    ? { kind: 'freelancer', id: only }
    : { kind: 'provider', id: providerId }
}

/**
 * Whoever is shown a link could sign in its person's place, so it is kept that it was shown. Where codes go to the person's phone, the link goes
 * there too and nowhere else.
 */
export async function shownLink(
  { settings, sms }: Pick<Services, 'settings' | 'sms'>,
  tx: Tx,
  by: Actor,
  { linkId, token, expiresAt }: Omit<IssuedLink, 'userId'>,
) {
  if (sms.codesRequired) return { linkId, url: '', expiresAt }
  await markShown(tx, linkId, by.at)
  return { linkId, url: linkAddress(settings, token, by.site), expiresAt }
}
