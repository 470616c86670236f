// The console's calls about signing and personal contracts.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { CONTRACT_STATES } from '@paywages/domain/signing/personal-contract.ts'
import type { AskOf } from '@paywages/wire/endpoint.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { exportContracts } from '@paywages/wire/signing/endpoints.ts'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import { exportList } from '../exports/export-list.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { checkFlags } from './check-flags.ts'
import { type ContractFilter, listContracts } from './contract-list-store.ts'
import { contractExport } from './contract-sheet.ts'
import { deleteImages } from './delete-images.ts'
import { downloadContracts } from './download-contracts.ts'
import { exportLinks } from './export-signing.ts'
import { inviteBatch, inviteListed } from './invite-many.ts'
import { inviteUsers } from './invite-people.ts'
import { resendLink, showLink, takeBackLink } from './keep-links.ts'
import { shownContract } from './shown-contract.ts'
import { terminateContract } from './terminate-contract.ts'

type SigningCalls =
  | 'invitePeople'
  | 'inviteListed'
  | 'inviteBatch'
  | 'showLink'
  | 'resendLink'
  | 'revokeLink'
  | 'exportLinks'
  | 'listContracts'
  | 'exportContracts'
  | 'downloadContracts'
  | 'terminateContract'
  | 'checkFlags'
  | 'deleteImages'

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
    exportLinks: ({ ask, by }) => exportLinks(house, by, ask),
    listContracts: async ({ ask, by, scope }) => {
      const filter = filterOf(house, scope, by.at, ask)
      const { rows, count } = await database.look((tx) => listContracts(tx, filter, pageOf(ask)))
      const { cipher, sms } = house
      return { rows: rows.map((row) => shownContract(cipher, row, sms.codesRequired)), count }
    },
    exportContracts: ({ ask, by, scope }) =>
      exportList(house, by, contractExport, filterOf(house, scope, by.at, ask)),
    downloadContracts: ({ ask, by }) => downloadContracts(house, by, ask.contractIds),
    terminateContract: async ({ ask, by }) => {
      await terminateContract(house, by, ask.contractId, ask.reason)
      return undefined
    },
    checkFlags: async ({ ask, by }) => {
      await checkFlags(house, by, ask.contractId, ask.note)
      return undefined
    },
    deleteImages: async ({ ask, by }) => {
      await deleteImages(house, by, ask)
      return undefined
    },
  }
}

function filterOf(
  { cipher }: House,
  scope: Scope,
  now: Date,
  ask: AskOf<typeof exportContracts>,
): ContractFilter {
  const { contractNo, name, idCardNo, state, flagged, userId, contractId, providerId, from, to } = ask
  return {
    scope,
    now,
    contractNo,
    name,
    idHashes: idCardNo ? cipher.lookupHashes(idCardNo.toUpperCase(), ID_CARD_NO) : undefined,
    state: CONTRACT_STATES[Number(state ?? '-1')],
    flagged: flagged === '1',
    userId,
    contractId,
    providerId,
    from,
    to,
  }
}
