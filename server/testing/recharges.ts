// Recharges for tests, made by the operations behind the calls; each has a receipt and an amount of its own.

import { randomInt, randomUUID } from 'node:crypto'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import { uploadsOf } from '../files/receive-file.ts'
import { addRecharge, type RechargeDraft } from '../recharges/add-recharge.ts'
import { auditRecharge } from '../recharges/audit-recharge.ts'
import { receiveReceipt } from '../recharges/receive-receipt.ts'
import { askReversal, decideReversal, type ReversalInput } from '../recharges/reverse-recharge.ts'
import { actorOf } from './actor.ts'
import type { TestServices } from './test-services.ts'

/** A receipt that no other test has. */
export function freshReceipt(): Uint8Array {
  return pdfSample(`1 0 obj<</Type/Catalog>>endobj\n% ${randomUUID()}\n`)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export async function storeReceipt(
  services: TestServices,
  account: string,
  bytes: Uint8Array = freshReceipt(),
): Promise<string> {
  const by = await actorOf(services, account)
  const part = { name: 'receipt.pdf', stream: once(bytes), maxBytes: 10_485_760 }
  const received = await uploadsOf(services).receive(by, part)
  return receiveReceipt(services, by, [received], 'receipt.pdf')
}

export async function freshDraft(
  services: TestServices,
  account: string,
  over: Partial<RechargeDraft> = {},
): Promise<RechargeDraft> {
  const [receiver] = services.brands.brand(1).receivers
  return {
    payerName: 'Payer Ltd',
    payerAccount: '6222020012345678901',
    receiverName: receiver?.recvName ?? '',
    receiverAccount: receiver?.recvAccount ?? '',
    receiverBank: receiver?.recvBank,
    amountFen: BigInt(randomInt(100, 90_000_000)),
    payDay: shanghaiDay(services.clock.now()),
    receiptFileId: over.receiptFileId ?? (await storeReceipt(services, account)),
    ...over,
  }
}

export async function storeRecharge(
  services: TestServices,
  account: string,
  over?: Partial<RechargeDraft>,
): Promise<number> {
  return addRecharge(services, await actorOf(services, account), await freshDraft(services, account, over))
}

export async function storeApproved(
  services: TestServices,
  account: string,
  auditor: string,
  over?: Partial<RechargeDraft>,
): Promise<number> {
  const rechargeId = await storeRecharge(services, account, over)
  const audit = { approves: true, reason: '', confirmDuplicate: true }
  await auditRecharge(services, await actorOf(services, auditor), rechargeId, audit)
  return rechargeId
}

export async function storeReversal(
  services: TestServices,
  asker: string,
  rechargeId: number,
  over: Partial<ReversalInput> = {},
): Promise<number> {
  const input = { rechargeId, amountFen: 100n, kind: 'correction', reason: 'a reason', ...over } as const
  return askReversal(services, await actorOf(services, asker), input)
}

export async function confirmReversal(
  services: TestServices,
  account: string,
  reversalId: number,
): Promise<void> {
  await decideReversal(services, await actorOf(services, account), reversalId, { confirms: true, reason: '' })
}
