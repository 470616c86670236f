// The worker thread that cuts receipts out of one PDF and ends.

import { parentPort, workerData } from 'node:worker_threads'
import { SealedCopyReader } from '../file-store/sealed-copy.ts'
import { leaveWhenAsked } from '../threads/leave-when-asked.ts'
import { lowerPriority } from '../threads/low-priority.ts'
import { drawReceipt } from './draw-receipt.ts'
import { openPdf } from './open-pdf.ts'
import { PdfRefused } from './pdf-refused.ts'
import type { ReceiptAnswer, ReceiptPlace, ReceiptRequest } from './receipt-messages.ts'

lowerPriority()
leaveWhenAsked('listens to nothing else')

const { file, receipts } = workerData as ReceiptRequest
const post = (answer: ReceiptAnswer): void => parentPort?.postMessage(answer)

async function cut(): Promise<(Uint8Array | null)[]> {
  const reader = await SealedCopyReader.open(file)
  try {
    const pdf = await openPdf(new Uint8Array(await reader.read(0, reader.size)))
    const cuts: (Uint8Array | null)[] = []
    for (const receipt of receipts) cuts.push(await cutOne(pdf, receipt))
    return cuts
  } finally {
    await reader.close()
  }
}

async function cutOne(
  pdf: Awaited<ReturnType<typeof openPdf>>,
  receipt: ReceiptPlace,
): Promise<Uint8Array | null> {
  try {
    return await drawReceipt(pdf, receipt)
  } catch (error) {
    if (error instanceof PdfRefused) return null
    throw error
  }
}

try {
  post({ read: await cut() })
} catch (error) {
  if (!(error instanceof PdfRefused)) throw error
  post({ refused: error.code, detail: error.detail })
}
