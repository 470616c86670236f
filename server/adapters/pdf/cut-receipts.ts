// Cuts receipts out of a bank's PDF, each as a picture of its own, in a thread within limits of memory and time (ADR 94).

import type { SealedCopy } from '../file-store/sealed-copy.ts'
import { askThread } from './ask-thread.ts'
import { PDF_LIMITS } from './pdf-limits.ts'
import type { ReceiptPlace, ReceiptRequest } from './receipt-messages.ts'

/** So many at a time: their pictures are held in memory together. */
export const MAX_CUT = 20

const THREAD = new URL('./receipt-worker.ts', import.meta.url)

/** PNG each, in the order of the places; null where the page no longer says what was stored of it. */
export async function cutReceipts(
  file: SealedCopy,
  receipts: readonly ReceiptPlace[],
  signal?: AbortSignal,
): Promise<readonly (Uint8Array | null)[]> {
  if (receipts.length > MAX_CUT) throw new RangeError('too many receipts at a time')
  const request: ReceiptRequest = { file, receipts }
  return askThread({ thread: THREAD, request, limits: PDF_LIMITS, signal })
}
