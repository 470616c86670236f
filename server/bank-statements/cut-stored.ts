// Cuts receipts out of the PDFs that lie in the file store, each PDF opened once for those that stand in it.

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Actor } from '../actor.ts'
import { cutReceipts, MAX_CUT } from '../adapters/pdf/cut-receipts.ts'
import { PdfRefused } from '../adapters/pdf/pdf-refused.ts'
import type { Services } from '../app-services.ts'
import { withLocalCopy } from '../files/local-copy.ts'
import { findReadableFile } from '../files/store.ts'
import { Refused } from '../refused.ts'
import type { PaidPayout, ReceiptOf } from './receipt-store.ts'

type WithReceipt = PaidPayout & { readonly receipt: ReceiptOf }
export type CutReceipt = { readonly paid: PaidPayout; readonly picture: Uint8Array | null }

/** In the order of the payouts, a few at a time: those of one PDF must follow each other. */
export async function* cutStored(
  services: Services,
  by: Actor,
  payouts: readonly PaidPayout[],
): AsyncGenerator<CutReceipt> {
  for (const piece of piecesOf(payouts)) {
    const pictures = await cutPiece(services, by, piece)
    for (const [index, paid] of piece.entries()) yield { paid, picture: pictures[index] ?? null }
  }
}

function piecesOf(payouts: readonly PaidPayout[]): WithReceipt[][] {
  const pieces: WithReceipt[][] = []
  for (const { receipt, ...paid } of payouts) {
    if (receipt === null) continue
    const last = pieces.at(-1)
    const isSame = last?.[0]?.receipt.statementId === receipt.statementId && last.length < MAX_CUT
    if (isSame) last.push({ ...paid, receipt })
    else pieces.push([{ ...paid, receipt }])
  }
  return pieces
}

async function cutPiece(services: Services, by: Actor, piece: readonly WithReceipt[]) {
  const [first] = piece
  if (!first) return []
  const file = await services.database.read((tx) =>
    findReadableFile(tx, scopeOf(by.person), by.person.accountId, first.receipt.fileId),
  )
  if (!file) throw new Refused('not-found')
  return withLocalCopy(services, file.storeKey, (copy) =>
    cutReceipts(
      copy,
      piece.map(({ receipt }) => receipt),
    ),
  ).catch((error: unknown) => {
    throw error instanceof PdfRefused ? new Refused(error.code, error.detail) : error
  })
}
