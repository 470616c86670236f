// How many lines a statement has and what became of them, with a word on what each count means.

import type { statementDetail } from '@paywages/wire/bank-statements/endpoints.ts'
import type { AnswerOf } from '@paywages/wire/endpoint.ts'
import { CountFigure, type Total, TotalsStrip } from '../ui/list/totals-strip.tsx'
import { lineLabels as labels, resultLabels } from './labels.ts'

/** One statement with how many paid rows of its days no statement lists. */
export type Statement = AnswerOf<typeof statementDetail>

export function StatementTotals({ statement }: { statement: Statement }) {
  const lines = (count: number) => <CountFigure count={count} unit={labels.allUnit} />
  const totals: readonly Total[] = [
    { label: labels.all, figure: lines(statement.lineCount), note: labels.notes.all },
    {
      label: resultLabels.linked,
      figure: lines(statement.linkedCount),
      note: labels.notes.linked,
      dot: 'ok',
    },
    {
      label: resultLabels['already-linked'],
      figure: lines(statement.knownCount),
      note: labels.notes['already-linked'],
      dot: 'off',
    },
    {
      label: resultLabels.ambiguous,
      figure: lines(statement.ambiguousCount),
      note: labels.notes.ambiguous,
      dot: 'wait',
    },
    {
      label: resultLabels['not-found'],
      figure: lines(statement.missingCount),
      note: labels.notes['not-found'],
      dot: 'bad',
    },
    {
      label: labels.unlisted,
      figure: <CountFigure count={statement.unlistedCount} unit={labels.rowsUnit} />,
      note: labels.notes.unlisted,
    },
  ]
  return <TotalsStrip label={labels.totals} totals={totals} />
}
