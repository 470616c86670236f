// The console's calls about signing and personal contracts.

import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { inviteBatch, inviteListed } from './invite-many.ts'
import { inviteUsers } from './invite-people.ts'
import { resendLink, showLink, takeBackLink } from './keep-links.ts'

type SigningCalls = 'invitePeople' | 'inviteListed' | 'inviteBatch' | 'showLink' | 'resendLink' | 'revokeLink'

export function signingRoutes(house: House): Pick<Handlers, SigningCalls> {
  const { database } = house
  return {
    invitePeople: ({ ask: { userIds, providerId }, by }) =>
      database.transact((tx) =>
        inviteUsers(house, tx, by, {
          userIds,
          providerId: providerId ?? by.person.providerId,
          batchId: null,
        }),
      ),
    inviteListed: ({ ask, by }) =>
      inviteListed(house, by, { ...ask, providerId: ask.providerId ?? by.person.providerId }),
    inviteBatch: ({ ask, by }) => inviteBatch(house, by, ask.batchId),
    showLink: ({ ask, by }) => showLink(house, by, ask.linkId),
    resendLink: ({ ask, by }) => resendLink(house, by, ask.linkId),
    revokeLink: async ({ ask, by }) => {
      await takeBackLink(house, by, ask.linkId, ask.reason ?? '')
      return undefined
    },
  }
}
