// Draws one receipt of a page as a picture: nothing outside its part of the page is drawn, so that nobody else's is in the file.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { bandOf, receiptsOn } from '@paywages/domain/bank-statements/receipts.ts'
import { readRows } from '@paywages/domain/bank-statements/statement-lines.ts'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type QuarterTurn, uprightText } from './page-fragments.ts'
import { PdfRefused } from './pdf-refused.ts'
import type { ReceiptPlace } from './receipt-messages.ts'

/** Points are drawn as two pixels; a large page as fewer, so that none takes more memory than this. */
const SCALE = 2
const MAX_SIDE = 3_000

/** As PNG. Refused where the page does not say what it said when it was stored. */
export async function drawReceipt(pdf: PDFDocumentProxy, wanted: ReceiptPlace): Promise<Uint8Array> {
  useChineseFont()
  const page = await pdf.getPage(wanted.page)
  const { fragments, turn } = uprightText(page, await page.getTextContent())
  const { lines } = readRows(receiptsOn(fragments, wanted.page))
  const line = lines.find(({ receipt }) => receipt === wanted.place)
  const band = bandOf(fragments, wanted.place)
  if (!band || line?.amountFen !== wanted.amountFen || line.name !== wanted.name)
    throw new PdfRefused('receipt-changed')
  return drawBand(page, turn, band)
}

async function drawBand(
  page: PDFPageProxy,
  turn: QuarterTurn,
  band: { readonly top: number; readonly bottom: number },
): Promise<Uint8Array> {
  const rotation = (page.rotate + 270 * turn) % 360
  const whole = page.getViewport({ scale: 1, rotation })
  // Turned texts are counted from the far edge.
  const from = turn === 1 || turn === 2 ? whole.height : 0
  const [top, bottom] = [Math.max(0, band.top + from), Math.min(whole.height, band.bottom + from)]
  const scale = Math.min(SCALE, MAX_SIDE / Math.max(whole.width, bottom - top))
  const [width, height] = [Math.ceil(whole.width * scale), Math.ceil((bottom - top) * scale)]
  if (!(width > 0 && height > 0)) throw new PdfRefused('receipt-changed')
  const canvas = createCanvas(width, height)
  const viewport = page.getViewport({ scale, rotation, offsetY: -top * scale })
  // pdf.js draws on any canvas that does what a browser's does.
  const context = canvas.getContext('2d') as never
  await page.render({ canvas: null, canvasContext: context, viewport, background: '#fff' }).promise
  return canvas.toBuffer('image/png')
}

const FONTS = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json')))
let isRegistered = false

/** Banks name fonts that they do not embed; pdf.js then asks for the plainest, which machines without Chinese have none of. */
function useChineseFont(): void {
  if (isRegistered) return
  const font = join(FONTS, '400Regular', 'NotoSansSC_400Regular.ttf')
  for (const family of ['sans-serif', 'serif', 'monospace']) GlobalFonts.registerFromPath(font, family)
  isRegistered = true
}
