// The pieces of text on a page with their places, upright as a reader sees it.

import { plainText } from '@paywages/domain/bank-statements/statement-text.ts'
import type { Fragment } from '@paywages/domain/bank-statements/text-lines.ts'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

type Run = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const fragmentsOf = (page: PDFPageProxy, content: TextContent): Fragment[] =>
  uprightText(page, content).fragments

/** With how the page is to be turned for them: none, or so many quarters against the clock. */
export function uprightText(
  page: PDFPageProxy,
  { items }: TextContent,
): { readonly fragments: Fragment[]; readonly turn: QuarterTurn } {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = page.getViewport({ scale: 1 }).transform as number[]
  /** By the way in which they run: to the right, down, to the left, up. */
  const runs: [Run[], Run[], Run[], Run[]] = [[], [], [], []]
  for (const item of items) {
    if (!('str' in item)) continue
    const [across = 0, up = 0, , , x = 0, y = 0] = item.transform as number[]
    const turn = turnOf(a * across + c * up, b * across + d * up)
    if (turn === undefined) continue
    const text = plainText(item.str)
    if (text === '') continue
    const height = item.height > 0 ? item.height : Math.hypot(across, up)
    runs[turn].push({ text, x: a * x + c * y + e, y: b * x + d * y + f, width: item.width, height })
  }
  // The page is turned as most of its text runs; what runs otherwise is a stamp or a watermark.
  const lengths = runs.map((some) => some.reduce((sum, { text }) => sum + text.length, 0))
  const turn = lengths.indexOf(Math.max(...lengths)) as QuarterTurn
  const fragments = runs[turn].map(({ text, x, y, width, height }) => {
    const [left, down] = turned(x, y, turn)
    return { text, left, right: left + width, y: down, height }
  })
  return { fragments, turn }
}

export type QuarterTurn = 0 | 1 | 2 | 3

/** Undefined for what is written askew. */
function turnOf(x: number, y: number): QuarterTurn | undefined {
  const ways = [x, y, -x, -y]
  const turn = ways.indexOf(Math.max(...ways)) as QuarterTurn
  const [along, aside] = turn % 2 === 0 ? [Math.abs(x), Math.abs(y)] : [Math.abs(y), Math.abs(x)]
  return along > 0 && aside <= 0.05 * along ? turn : undefined
}

function turned(x: number, y: number, turn: QuarterTurn): [number, number] {
  switch (turn) {
    case 1:
      return [y, -x]
    case 2:
      return [-x, -y]
    case 3:
      return [-y, x]
    default:
      return [x, y]
  }
}
