// Registers a recharge with its receipt, for audit (D25).

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuan } from '@paywages/domain/money/fen.ts'
import { maskBankCardNo } from '@paywages/domain/personal/mask.ts'
import { isFuturePayDay } from '@paywages/domain/recharges/recharge-form.ts'
import type { Actor } from '../actor.ts'
import { PAYER_ACCOUNT, PAYER_SEAL } from '../adapters/personal-data/contexts.ts'
import { breaks, type Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { attachFile } from '../files/accept-file.ts'
import { type FileRecord, lockUnattachedFile } from '../files/store.ts'
import { Refused } from '../refused.ts'
import { matchReceiver } from './match-receiver.ts'
import { insertRecharge, rechargeByReceipt } from './store.ts'

export type RechargeDraft = {
  readonly payerName: string
  readonly payerAccount: string
  readonly receiverName: string
  readonly receiverAccount: string
  readonly receiverBank?: string | undefined
  readonly amountFen: Fen
  readonly payDay: Day
  readonly receiptFileId: string
}

export async function addRecharge(services: Services, by: Actor, draft: RechargeDraft): Promise<number> {
  const receiver = receiverOf(services, by, draft)
  if (isFuturePayDay(draft.payDay, by.at)) throw new Refused('pay-date-ahead')
  const { providerId } = by.person
  let sha256 = ''
  try {
    return await services.database.transact(async (tx) => {
      const receipt = await lockReceipt(tx, by, draft.receiptFileId)
      sha256 = receipt.sha256
      await refuseUsedReceipt(tx, providerId, sha256)
      const rechargeId = await insertRecharge(tx, {
        providerId,
        platformId: by.person.platformId,
        creatorId: by.person.accountId,
        createdAt: by.at,
        payerName: draft.payerName,
        payerHash: services.cipher.shortHash(draft.payerAccount, PAYER_ACCOUNT),
        sealedPayer: services.cipher.seal(draft.payerAccount, PAYER_SEAL),
        receiverName: receiver.recvName,
        receiverAccount: receiver.recvAccount,
        receiverBank: receiver.recvBank,
        amountFen: draft.amountFen,
        payDay: draft.payDay,
        receiptFileId: receipt.fileId,
        receiptSha256: sha256,
      })
      const record = { kind: 'receipt', recordId: String(rechargeId), providerId } as const
      await attachFile(tx, by, receipt.fileId, record)
      await matchReceiver(tx, services, receiver.recvAccount, by.at)
      await recordEntry(tx, by, {
        action: 'add-recharge',
        object: { kind: 'recharge', id: rechargeId, name: draft.payerName },
        after: {
          amount: formatYuan(draft.amountFen),
          payDay: draft.payDay,
          payerAccount: maskBankCardNo(draft.payerAccount),
          receiverAccount: receiver.recvAccount,
          sha256,
        },
      })
      return rechargeId
    })
  } catch (error) {
    // Someone else added the same receipt at the same moment.
    if (!breaks(error, 'recharges_receipt_once')) throw error
    await services.database.query((tx) => refuseUsedReceipt(tx, providerId, sha256))
    throw new Refused('state-changed')
  }
}

/** Only the session's brand receives (D12); the bank may be left out, the account never. */
function receiverOf(services: Services, by: Actor, draft: RechargeDraft) {
  const receiver = services.brands
    .brand(by.person.brand)
    .receivers.find(
      ({ recvName, recvAccount, recvBank }) =>
        recvName === draft.receiverName &&
        recvAccount === draft.receiverAccount &&
        recvBank === (draft.receiverBank || recvBank),
    )
  if (!receiver) throw new Refused('receiver-unknown')
  return receiver
}

/** One's own, uploaded as a receipt, and taken by nothing yet. */
async function lockReceipt(tx: Tx, by: Actor, fileId: string): Promise<FileRecord> {
  const file = await lockUnattachedFile(tx, by.person.accountId, fileId)
  if (file?.kind !== 'receipt') throw new Refused('receipt-gone')
  return file
}

async function refuseUsedReceipt(tx: Tx, providerId: number, sha256: string): Promise<void> {
  const rechargeId = await rechargeByReceipt(tx, providerId, sha256)
  if (rechargeId !== undefined) throw new Refused('receipt-used', { rechargeId })
}
