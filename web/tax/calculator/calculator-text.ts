// A calculation as text, to be pasted into a chat or a note: the figures, how they came about, and which months were taken.

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import type { CalculatorResult } from '@paywages/wire/tax/shapes.ts'
import { calculatorTextLabels as labels, calculatorResultLabels as words } from './calculator-labels.ts'

export function calculatorText(result: CalculatorResult): string {
  const { grossFen, taxFen, netFen, feeFen, totalFen, serviceRate, day, trace, vat, history } = result
  const money = (label: string, fen: Fen) => labels.line(label, labels.yuan(formatYuanGrouped(fen)))
  return [
    labels.title(day),
    money(words.gross, grossFen),
    money(words.tax, taxFen),
    money(words.net, netFen),
    ...(vat?.bearer === 'person'
      ? [money(words.vatWithheld, vat.withheldFen), money(words.vatLeft, netFen - vat.withheldFen)]
      : []),
    money(labels.fee(formatRatePercent(serviceRate)), feeFen),
    money(words.total, totalFen),
    '',
    words.steps,
    ...trace.map(({ label, value }) => labels.line(label, value)),
    ...(vat === null
      ? []
      : [
          '',
          words.vatSteps,
          ...vat.trace.map(({ label, value }) => labels.line(label, value)),
          ...(vat.withheldTrace.length === 0 ? [] : ['', words.vatWithheldSteps]),
          ...vat.withheldTrace.map(({ label, value }) => labels.line(label, value)),
          vat.bearer === 'person' ? words.vatWithheldNote : words.vatNote,
        ]),
    '',
    history.length === 0 ? words.noHistory : words.history,
    ...history.map((past) => labels.line(past.month, pastText(past))),
  ].join('\n')
}

function pastText(past: CalculatorResult['history'][number]): string {
  const { incomeFen, withheldFen, exemptFen, otherDeductionFen, reliefFen } = past
  const term = (label: string, fen: Fen) => (fen === 0n ? '' : labels.term(label, formatYuanGrouped(fen)))
  return [
    labels.past(formatYuanGrouped(incomeFen), formatYuanGrouped(withheldFen)),
    term(words.exempt, exemptFen),
    term(words.otherDeduction, otherDeductionFen),
    term(words.relief, reliefFen),
  ].join('')
}
