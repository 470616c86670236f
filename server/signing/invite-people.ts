// Invites people of a provider to sign: a fresh link for each of them who has not signed (D27).

import type { Invitation } from '@paywages/wire/freelancers/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import { Refused } from '../refused.ts'
import { linkAddress } from './link-address.ts'
import { countKnown, type IssuedLink, issueLinks } from './link-store.ts'

export type Invited = {
  readonly providerId: number
  readonly userIds: readonly number[]
  /** The sheet for whose sake they are invited. */
  readonly batchId: number | null
}

/** All of them, or nobody: a person whom the provider does not know does not exist for it. */
export async function inviteUsers(house: House, tx: Tx, by: Actor, asked: Invited): Promise<Invitation> {
  const { providerId, batchId } = asked
  const userIds = [...new Set(asked.userIds)]
  if ((await countKnown(tx, providerId, userIds)) < userIds.length) throw new Refused('not-found')
  const issued = await issueLinks(tx, house.cipher, {
    providerId,
    userIds,
    batchId,
    createdBy: by.person.accountId,
    at: by.at,
    notify: true,
  })
  const [link] = issued
  const counts = { invited: issued.length, alreadySigned: userIds.length - issued.length }
  await recordEntry(tx, by, {
    action: 'invite-people',
    object: objectOf(providerId, batchId, userIds),
    providerId,
    after: counts,
  })
  return { ...counts, link: link && userIds.length === 1 ? shownLink(house, by, link) : null }
}

function objectOf(providerId: number, batchId: number | null, userIds: readonly number[]) {
  if (batchId !== null) return { kind: 'payout-batch', id: batchId }
  const [only] = userIds
  return only !== undefined && userIds.length === 1
    ? { kind: 'freelancer', id: only }
    : { kind: 'provider', id: providerId }
}

export function shownLink(
  { settings }: Pick<House, 'settings'>,
  by: Actor,
  { linkId, token, expiresAt }: Omit<IssuedLink, 'userId'>,
) {
  return { linkId, url: linkAddress(settings, token, by.site), expiresAt }
}
