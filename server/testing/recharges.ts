// Recharges for tests, made by the operations behind the calls; each has a receipt and an amount of its own.

import { randomInt, randomUUID } from 'node:crypto'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import { uploadsOf } from '../files/receive-file.ts'
import { addRecharge, type RechargeDraft } from '../recharges/add-recharge.ts'
import { auditRecharge } from '../recharges/audit-recharge.ts'
import { receiveReceipt } from '../recharges/receive-receipt.ts'
import { askReversal, decideReversal, type ReversalAsk } from '../recharges/reverse-recharge.ts'
import { actorOf } from './actor.ts'
import type { TestHouse } from './test-house.ts'

/** A receipt that no other test has. */
export function freshReceipt(): Uint8Array {
  return pdfSample(`1 0 obj<</Type/Catalog>>endobj\n% ${randomUUID()}\n`)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export async function storeReceipt(
  house: TestHouse,
  account: string,
  bytes: Uint8Array = freshReceipt(),
): Promise<string> {
  const by = await actorOf(house, account)
  const part = { name: 'receipt.pdf', stream: once(bytes), maxBytes: 10_485_760 }
  const received = await uploadsOf(house).receive(by, part)
  return receiveReceipt(house, by, [received], 'receipt.pdf')
}

export async function freshDraft(
  house: TestHouse,
  account: string,
  over: Partial<RechargeDraft> = {},
): Promise<RechargeDraft> {
  const [receiver] = house.brands.brand(1).receivers
  return {
    payerName: 'Payer Ltd',
    payerAccount: '6222020012345678901',
    receiverName: receiver?.recvName ?? '',
    receiverAccount: receiver?.recvAccount ?? '',
    receiverBank: receiver?.recvBank,
    amountFen: BigInt(randomInt(100, 90_000_000)),
    payDay: shanghaiDay(house.clock.now()),
    receiptFileId: over.receiptFileId ?? (await storeReceipt(house, account)),
    ...over,
  }
}

export async function storeRecharge(
  house: TestHouse,
  account: string,
  over?: Partial<RechargeDraft>,
): Promise<number> {
  return addRecharge(house, await actorOf(house, account), await freshDraft(house, account, over))
}

export async function storeApproved(
  house: TestHouse,
  account: string,
  auditor: string,
  over?: Partial<RechargeDraft>,
): Promise<number> {
  const rechargeId = await storeRecharge(house, account, over)
  const audit = { approves: true, reason: '', confirmDuplicate: true }
  await auditRecharge(house, await actorOf(house, auditor), rechargeId, audit)
  return rechargeId
}

export async function storeReversal(
  house: TestHouse,
  asker: string,
  rechargeId: number,
  over: Partial<ReversalAsk> = {},
): Promise<number> {
  const ask = { rechargeId, amountFen: 100n, kind: 'correction', reason: 'a reason', ...over } as const
  return askReversal(house, await actorOf(house, asker), ask)
}

export async function confirmReversal(house: TestHouse, account: string, reversalId: number): Promise<void> {
  await decideReversal(house, await actorOf(house, account), reversalId, { confirms: true, reason: '' })
}
