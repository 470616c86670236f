// The pieces of text on a page with their places, upright as a reader sees it.

import { plainText } from '@paywages/domain/bank-statements/statement-text.ts'
import type { Fragment } from '@paywages/domain/bank-statements/text-lines.ts'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

export function fragmentsOf(page: PDFPageProxy, { items }: TextContent): Fragment[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = page.getViewport({ scale: 1 }).transform as number[]
  const fragments: Fragment[] = []
  for (const item of items) {
    if (!('str' in item)) continue
    const [across = 0, up = 0, , , x = 0, y = 0] = item.transform as number[]
    // The direction of writing, as the page is turned: what does not run from left to right is a stamp or a watermark.
    const [runX, runY] = [a * across + c * up, b * across + d * up]
    if (runX <= 0 || Math.abs(runY) > 0.05 * runX) continue
    const text = plainText(item.str)
    if (text === '') continue
    const left = a * x + c * y + e
    const height = item.height > 0 ? item.height : Math.hypot(across, up)
    fragments.push({ text, left, right: left + item.width, y: b * x + d * y + f, height })
  }
  return fragments
}
