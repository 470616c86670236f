// The recharges' calls.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { maskBankCardNo } from '@paywages/domain/personal/mask.ts'
import { auditScopeOf } from '@paywages/domain/recharges/recharge-status.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { RechargeDetail, RechargeRow } from '@paywages/wire/recharges/shapes.ts'
import type { Actor } from '../actor.ts'
import { PAYER_SEAL } from '../adapters/personal-data/contexts.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { balanceOf, spendable } from '../ledger/store.ts'
import { Refused } from '../refused.ts'
import { addRecharge } from './add-recharge.ts'
import { auditRecharge, objectOf, similarRecharges, withdrawRecharge } from './audit-recharge.ts'
import { receiveReceipt } from './receive-receipt.ts'
import { reversalsOf } from './reversal-store.ts'
import { askReversal, decideReversal } from './reverse-recharge.ts'
import {
  countPending,
  findRecharge,
  listRecharges,
  type RechargeFilter,
  type RechargeRecord,
} from './store.ts'

type RechargeCalls =
  | 'uploadReceipt'
  | 'addRecharge'
  | 'listRecharges'
  | 'allRecharges'
  | 'rechargeDetail'
  | 'auditRecharge'
  | 'withdrawRecharge'
  | 'rechargeMoney'
  | 'pendingRecharges'
  | 'listReceivers'
  | 'askReversal'
  | 'decideReversal'

type Paging = Parameters<typeof pageOf>[0]

export function rechargeRoutes(house: House): Pick<Handlers, RechargeCalls> {
  const { database } = house
  const list = async (scope: Scope, ask: RechargeFilter & Paging) => {
    const { rows, count } = await database.look((tx) => listRecharges(tx, scope, ask, pageOf(ask)))
    return { rows: rows.map((row) => masked(house, row)), count }
  }
  return {
    uploadReceipt: ({ ask, by, files }) => receiveReceipt(house, by, files, ask.fileName),
    addRecharge: ({ ask, by }) => addRecharge(house, by, ask),
    listRecharges: ({ ask, by }) => list({ of: 'provider', providerId: by.person.providerId }, ask),
    allRecharges: ({ ask, scope }) => list(scope, ask),
    rechargeDetail: ({ ask, by, scope }) => detailOf(house, by, scope, ask.rechargeId),
    auditRecharge: async ({ ask, by }) => {
      const { approves, reason = '', confirmDuplicate = false } = ask
      await auditRecharge(house, by, ask.rechargeId, { approves, reason, confirmDuplicate })
      return undefined
    },
    withdrawRecharge: async ({ ask, by }) => {
      await withdrawRecharge(house, by, ask.rechargeId, ask.reason ?? '')
      return undefined
    },
    rechargeMoney: async ({ by }) => {
      const balance = await database.look((tx) => balanceOf(tx, by.person.providerId))
      return { ...balance, availableFen: spendable(balance), frozenFen: balance.heldFen }
    },
    pendingRecharges: ({ by }) =>
      database.look((tx) => countPending(tx, auditScopeOf(by.person), by.person.accountId)),
    listReceivers: async ({ by }) => {
      const { receivers } = house.brands.brand(by.person.brand)
      const rows = receivers.map(({ recvName: name, recvAccount: account, recvBank: bank }) => ({
        name,
        account,
        bank,
      }))
      return { rows, count: rows.length }
    },
    askReversal: ({ ask, by }) => askReversal(house, by, ask),
    decideReversal: async ({ ask, by }) => {
      await decideReversal(house, by, ask.reversalId, { confirms: ask.confirms, reason: ask.reason ?? '' })
      return undefined
    },
  }
}

function masked(house: House, { sealedPayer, ...row }: RechargeRecord): RechargeRow {
  return { ...row, payerAccount: maskBankCardNo(house.cipher.open(sealedPayer, PAYER_SEAL)) }
}

/** In full, and so written down in the transaction that reads it, or not shown (D33). */
async function detailOf(house: House, by: Actor, scope: Scope, rechargeId: number): Promise<RechargeDetail> {
  return house.database.transact(async (tx) => {
    const recharge = await findRecharge(tx, scope, rechargeId)
    if (!recharge) throw new Refused('not-found')
    const object = objectOf(recharge)
    await recordEntry(tx, by, { action: 'read-personal-data', object, providerId: recharge.providerId })
    const { sealedPayer, ...row } = recharge
    return {
      ...row,
      payerAccount: house.cipher.open(sealedPayer, PAYER_SEAL),
      reversals: await reversalsOf(tx, rechargeId),
      similar: await similarRecharges(tx, house, recharge),
      spendableFen: spendable(await balanceOf(tx, recharge.providerId)),
    }
  })
}
