// The money of all that the filters find, above the rows of a list that is told it (D43).

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { uiLabels } from '../labels.ts'
import './list-sum.css'

export type Summed = { readonly count: number; readonly beside?: { readonly sumFen?: bigint } }

export function ListSum({ answer }: { answer: Summed | undefined }) {
  const sumFen = answer?.beside?.sumFen
  if (answer === undefined || sumFen === undefined || answer.count === 0) return null
  return (
    <p className="list-sum">
      {uiLabels.sumOf(answer.count.toLocaleString('en-US'))} <b>{formatYuanGrouped(sumFen)}</b>{' '}
      {uiLabels.yuan}
    </p>
  )
}
