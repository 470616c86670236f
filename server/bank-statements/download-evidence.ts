// Receipts as people take them away: one as a picture, one payout's evidence or a batch's receipts as a zip (ADR 94).

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Action } from '@paywages/domain/audit-log/actions.ts'
import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { payoutNo } from '@paywages/domain/payouts/payout-no.ts'
import type { Actor } from '../actor.ts'
import { writeCsv } from '../adapters/spreadsheet/write-csv.ts'
import { type ZipPart, zipParts } from '../adapters/zip/zip-stream.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import type { Download } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { type CutReceipt, cutStored } from './cut-stored.ts'
import {
  batchEvidenceName,
  evidenceName,
  LIST_NAME,
  LIST_TITLES,
  NO_RECEIPT,
  receiptName,
  STATUS_WORDS,
  UNREADABLE,
} from './receipt-labels.ts'
import { findPaid, type PaidPayout, paidWithReceipts } from './receipt-store.ts'

/** Each is drawn anew: a download of more would take the better part of an hour, and be lost with its connection. */
const MAX_RECEIPTS = 1_000

const numberOf = ({ batchNo, rowNumber }: PaidPayout) => payoutNo(batchNo, rowNumber)

export async function downloadReceipt(
  services: Services,
  by: Actor,
  { rowId, inline }: { readonly rowId: number; readonly inline: boolean },
): Promise<Download> {
  const paid = await readPaid(services, by, rowId, 'view-receipt')
  if (paid.receipt === null) throw new Refused('receipt-missing')
  for await (const { picture } of cutStored(services, by, [paid])) {
    if (picture === null) break
    const name = receiptName(numberOf(paid))
    return { stream: Readable.from([picture]), size: picture.length, name, contentType: 'image/png', inline }
  }
  throw new Refused('receipt-changed')
}

export async function downloadEvidence(services: Services, by: Actor, rowId: number): Promise<Download> {
  const paid = await readPaid(services, by, rowId, 'download-evidence')
  return zipOf(services, by, [paid], evidenceName(numberOf(paid)))
}

export async function downloadBatchEvidence(
  services: Services,
  by: Actor,
  { batchId, part }: { readonly batchId: number; readonly part?: number | undefined },
  most = MAX_RECEIPTS,
): Promise<Download> {
  const payouts = await services.database.transact(async (tx) => {
    const all = await paidWithReceipts(tx, scopeOf(by.person), batchId)
    if (part === undefined && all.length > most)
      throw new Refused('receipts-too-many', { count: String(all.length), max: String(most) })
    const found = part === undefined ? all : all.slice((part - 1) * most, part * most)
    const [first] = found
    if (!first) throw new Refused('receipts-missing')
    await recordEntry(tx, by, {
      action: 'download-evidence',
      object: { kind: 'payout-batch', id: batchId, name: first.batchNo },
      providerId: first.providerId,
      after: { receipts: found.length, ...(part === undefined ? {} : { part }) },
    })
    return found
  })
  return zipOf(services, by, payouts, batchEvidenceName(payouts[0]?.batchNo ?? '', payouts.length, part))
}

/** Stands in the audit log before the first byte leaves. */
function readPaid(services: Services, by: Actor, rowId: number, action: Action): Promise<PaidPayout> {
  return services.database.transact(async (tx) => {
    const paid = await findPaid(tx, scopeOf(by.person), rowId)
    if (!paid) throw new Refused('not-found')
    await recordEntry(tx, by, {
      action,
      object: { kind: 'payout-row', id: rowId, name: numberOf(paid) },
      providerId: paid.providerId,
    })
    return paid
  })
}

function zipOf(services: Services, by: Actor, payouts: readonly PaidPayout[], name: string): Download {
  const parts = partsOf(payouts, cutStored(services, by, payouts))
  return {
    stream: Readable.from(zipParts(parts), { objectMode: false }),
    name,
    contentType: 'application/zip',
    inline: false,
  }
}

/** The receipts, and last the list that says what each of them is. */
async function* partsOf(
  payouts: readonly PaidPayout[],
  cuts: AsyncIterable<CutReceipt>,
): AsyncGenerator<ZipPart> {
  const digests = new Map<number, string>()
  for await (const { paid, picture } of cuts) {
    if (picture === null) continue
    digests.set(paid.rowId, createHash('sha256').update(picture).digest('hex'))
    yield { name: receiptName(numberOf(paid)), body: [picture] }
  }
  const columns = LIST_TITLES.map((title) => ({ title, width: 20, kind: 'text' as const }))
  const rows = payouts.map((paid) => lineOf(paid, digests.get(paid.rowId)))
  yield { name: LIST_NAME, body: writeCsv({ sheetName: LIST_NAME, columns, rows }) }
}

function lineOf(paid: PaidPayout, digest: string | undefined): string[] {
  const { name, netFen, status, payoutAt, reference, serial, receipt } = paid
  const file = receipt === null ? NO_RECEIPT : digest === undefined ? UNREADABLE : receiptName(numberOf(paid))
  return [
    ...[numberOf(paid), name, formatYuan(netFen), STATUS_WORDS[status], shanghaiSecond(payoutAt)],
    ...[reference, serial, file, digest ?? '', receipt?.fileName ?? '', receipt ? String(receipt.page) : ''],
  ]
}
