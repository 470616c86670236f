// The recharges' calls.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { maskBankCardNo } from '@paywages/domain/personal/mask.ts'
import { needsManager } from '@paywages/domain/recharges/match-credits.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { RechargeDetail, RechargeRow } from '@paywages/wire/recharges/shapes.ts'
import type { Actor } from '../actor.ts'
import { PAYER_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import type { Handlers } from '../http/call.ts'
import { balanceOf, spendable } from '../ledger/store.ts'
import { Refused } from '../refused.ts'
import { addRecharge } from './add-recharge.ts'
import { auditRecharge, objectOf, similarRecharges, withdrawRecharge } from './audit-recharge.ts'
import { receiveReceipt } from './receive-receipt.ts'
import { reversalsOf } from './reversal-store.ts'
import { askReversal, decideReversal } from './reverse-recharge.ts'
import { askApprovalSignature } from './sign-approval.ts'
import {
  findRecharge,
  listRecharges,
  type RechargeFilter,
  type RechargeRecord,
  type RechargeSort,
} from './store.ts'
import { countPending } from './waiting-store.ts'

type RechargeCalls =
  | 'uploadReceipt'
  | 'addRecharge'
  | 'listRecharges'
  | 'allRecharges'
  | 'rechargeDetail'
  | 'auditRecharge'
  | 'askApprovalSignature'
  | 'withdrawRecharge'
  | 'rechargeMoney'
  | 'pendingRecharges'
  | 'listReceivers'
  | 'askReversal'
  | 'decideReversal'

type Paging = Parameters<typeof pageOf>[0]

export function rechargeRoutes(services: Services): Pick<Handlers, RechargeCalls> {
  const { database } = services
  const list = async (scope: Scope, input: RechargeFilter & Paging & { sort?: RechargeSort | undefined }) => {
    const { rows, ...whole } = await database.query((tx) =>
      listRecharges(tx, scope, input, pageOf(input), input.sort),
    )
    return { rows: rows.map((row) => masked(services, row)), ...whole }
  }
  return {
    uploadReceipt: ({ input, by, files }) => receiveReceipt(services, by, files, input.fileName),
    addRecharge: ({ input, by }) => addRecharge(services, by, input),
    listRecharges: ({ input, by }) => list({ of: 'provider', providerId: by.person.providerId }, input),
    allRecharges: ({ input, scope }) => list(scope, input),
    rechargeDetail: ({ input, by, scope }) => detailOf(services, by, scope, input.rechargeId),
    auditRecharge: async ({ input, by }) => {
      const { approves, reason = '', confirmDuplicate = false } = input
      await auditRecharge(services, by, input.rechargeId, { approves, reason, confirmDuplicate })
      return undefined
    },
    askApprovalSignature: ({ input, by }) => askApprovalSignature(services, by, input.rechargeId),
    withdrawRecharge: async ({ input, by }) => {
      await withdrawRecharge(services, by, input.rechargeId, input.reason ?? '')
      return undefined
    },
    rechargeMoney: async ({ by }) => {
      const balance = await database.query((tx) => balanceOf(tx, by.person.providerId))
      return { ...balance, availableFen: spendable(balance), frozenFen: balance.heldFen }
    },
    pendingRecharges: ({ by }) =>
      database.query((tx) => countPending(tx, by.person, services.settings.unmatchedRechargeFen)),
    listReceivers: async ({ by }) => {
      const { receivers } = services.brands.brand(by.person.brand)
      const rows = receivers.map(({ recvName: name, recvAccount: account, recvBank: bank }) => ({
        name,
        account,
        bank,
      }))
      return { rows, count: rows.length }
    },
    askReversal: ({ input, by }) => askReversal(services, by, input),
    decideReversal: async ({ input, by }) => {
      await decideReversal(services, by, input.reversalId, {
        confirms: input.confirms,
        reason: input.reason ?? '',
      })
      return undefined
    },
  }
}

const seenBy = (services: Services, recharge: RechargeRecord) => ({
  needsManager: needsManager(recharge, services.settings.unmatchedRechargeFen),
})

function masked(services: Services, recharge: RechargeRecord): RechargeRow {
  const { sealedPayer, ...row } = recharge
  return {
    ...row,
    ...seenBy(services, recharge),
    payerAccount: maskBankCardNo(services.cipher.open(sealedPayer, PAYER_SEAL)),
  }
}

/** In full, and so written down in the transaction that reads it, or not shown (D33). */
async function detailOf(
  services: Services,
  by: Actor,
  scope: Scope,
  rechargeId: number,
): Promise<RechargeDetail> {
  return services.database.transact(async (tx) => {
    const recharge = await findRecharge(tx, scope, rechargeId)
    if (!recharge) throw new Refused('not-found')
    const object = objectOf(recharge)
    await recordEntry(tx, by, { action: 'read-personal-data', object, providerId: recharge.providerId })
    const { sealedPayer, ...row } = recharge
    return {
      ...row,
      ...seenBy(services, recharge),
      payerAccount: services.cipher.open(sealedPayer, PAYER_SEAL),
      reversals: await reversalsOf(tx, rechargeId),
      similar: await similarRecharges(tx, services, recharge),
      spendableFen: spendable(await balanceOf(tx, recharge.providerId)),
    }
  })
}
