// The console's calls about signing and personal contracts.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { CONTRACT_STATES } from '@paywages/domain/signing/personal-contract.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { exportContracts } from '@paywages/wire/signing/endpoints.ts'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import type { Services } from '../app-services.ts'
import { exportList } from '../exports/export-list.ts'
import type { Handlers } from '../http/call.ts'
import { resendLink, showLink, takeBackLink } from './change-links.ts'
import { checkFlags } from './check-flags.ts'
import { type ContractFilter, listContracts } from './contract-list-store.ts'
import { contractExport } from './contract-sheet.ts'
import { deleteImages } from './delete-images.ts'
import { downloadContracts } from './download-contracts.ts'
import { exportLinks } from './export-signing.ts'
import { inviteBatch, inviteListed } from './invite-many.ts'
import { inviteUsers } from './invite-people.ts'
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

export function signingRoutes(services: Services): Pick<Handlers, SigningCalls> {
  const { database } = services
  return {
    invitePeople: ({ input: { userIds, providerId }, by }) =>
      database.transact((tx) =>
        inviteUsers(services, tx, by, {
          userIds,
          providerId: providerId ?? by.person.providerId,
          batchId: null,
        }),
      ),
    inviteListed: ({ input, by }) =>
      inviteListed(services, by, { ...input, providerId: input.providerId ?? by.person.providerId }),
    inviteBatch: ({ input, by }) => inviteBatch(services, by, input.batchId),
    showLink: ({ input, by }) => showLink(services, by, input.linkId),
    resendLink: ({ input, by }) => resendLink(services, by, input.linkId),
    revokeLink: async ({ input, by }) => {
      await takeBackLink(services, by, input.linkId, input.reason ?? '')
      return undefined
    },
    exportLinks: ({ input, by }) => exportLinks(services, by, input),
    listContracts: async ({ input, by, scope }) => {
      const filter = filterOf(services, scope, by.at, input)
      const { rows, count } = await database.query((tx) =>
        listContracts(tx, filter, pageOf(input), input.sort),
      )
      const { cipher, sms } = services
      return { rows: rows.map((row) => shownContract(cipher, row, sms.codesRequired)), count }
    },
    exportContracts: ({ input, by, scope }) =>
      exportList(services, by, contractExport, filterOf(services, scope, by.at, input)),
    downloadContracts: ({ input, by }) => downloadContracts(services, by, input.contractIds),
    terminateContract: async ({ input, by }) => {
      await terminateContract(services, by, input.contractId, input.reason)
      return undefined
    },
    checkFlags: async ({ input, by }) => {
      await checkFlags(services, by, input.contractId, input.note)
      return undefined
    },
    deleteImages: async ({ input, by }) => {
      await deleteImages(services, by, input)
      return undefined
    },
  }
}

function filterOf(
  { cipher }: Services,
  scope: Scope,
  now: Date,
  input: InputOf<typeof exportContracts>,
): ContractFilter {
  const { contractNo, name, idCardNo, state, flagged, userId, contractId, providerId, from, to } = input
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
