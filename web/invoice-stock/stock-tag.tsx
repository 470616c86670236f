// Whether a stock is enough, as a tag; where it is short, of which types.

import { answerFor, type StockAnswer, type StockLine } from '@paywages/domain/invoice-stock/stock.ts'
import { stockAnswerWords } from '@paywages/wire/invoice-stock/messages.ts'
import { StatusTag, type Tone } from '../ui/display/status-tag.tsx'
import { shortTypeWords } from './labels.ts'

/** Short and not entered wait for a manager; nothing has failed. */
const TONES: Readonly<Record<StockAnswer, Tone>> = {
  enough: 'ok',
  short: 'wait',
  unsupported: 'off',
  unknown: 'off',
}

export function StockTag({ answer }: { answer: StockAnswer }) {
  return <StatusTag tone={TONES[answer]}>{stockAnswerWords[answer]}</StatusTag>
}

/** Which types are short, where not all of them are. */
export function ShortTypes({ lines }: { lines: readonly StockLine[] }) {
  const supported = lines.filter((line) => line.supported)
  const short = supported.filter((line) => answerFor(line, 0n) === 'short')
  if (short.length === 0 || (short.length === supported.length && short.length > 1)) return null
  return <span className="stock-short">{short.map(({ type }) => shortTypeWords[type]).join('、')}</span>
}
