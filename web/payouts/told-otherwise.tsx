// Asks what is confirmed of one file alone: the years of months without one, and the unit of amounts that are so many yuan.

import { formatYuanGrouped, parseYuan } from '@paywages/domain/money/fen.ts'
import { amountInYuan } from '@paywages/domain/payouts/amount-units.ts'
import { readCell } from '@paywages/domain/payouts/cell-text.ts'
import type { AskedColumn, ColumnQuestion } from '@paywages/wire/payouts/layout-endpoints.ts'
import { Checkbox } from 'antd'
import { type ColumnDraft, columnLetters, impliedMonths, paidInUnit } from './column-answer.ts'
import { mappingLabels as labels } from './mapping-labels.ts'

type ToldOtherwiseProps = {
  question: ColumnQuestion
  draft: ColumnDraft
  onDraft: (draft: ColumnDraft) => void
}

export function ToldOtherwise({ question, draft, onDraft }: ToldOtherwiseProps) {
  const months = impliedMonths(question, draft)
  const paid = paidInUnit(question, draft)
  return (
    <>
      {months.length === 0 ? null : (
        <div className="mapping-title-month" data-open={draft.confirmsMonths !== true}>
          <b>{labels.bareMonths}</b>
          <span>{months.map(({ text, month }) => labels.bareMonth(text, month)).join('，')}</span>
          <Checkbox
            checked={draft.confirmsMonths === true}
            onChange={(event) => onDraft({ ...draft, confirmsMonths: event.target.checked })}
          >
            {labels.bareMonthsAsk}
            <small>{labels.titleMonthNever}</small>
          </Checkbox>
        </div>
      )}
      {paid === undefined ? null : (
        <div className="mapping-title-month" data-open={draft.confirmsUnit !== true}>
          <b>
            {labels.unit(paid.heading.trim() || labels.letter(columnLetters(paid.column)), paid.unit ?? '')}
          </b>
          <span>{inYuan(paid).join('，')}</span>
          <Checkbox
            checked={draft.confirmsUnit === true}
            onChange={(event) => onDraft({ ...draft, confirmsUnit: event.target.checked })}
          >
            {labels.unitAsk}
            <small>{labels.titleMonthNever}</small>
          </Checkbox>
        </div>
      )}
    </>
  )
}

/** The first values as they would be paid; one that comes to no whole fen is left to the reasons of its row. */
function inYuan({ samples, unit }: AskedColumn): string[] {
  if (unit === null) return []
  return samples.flatMap((sample) => {
    const fen = parseYuan(amountInYuan(readCell('amount', sample), unit))
    return fen === undefined ? [] : [labels.unitSample(sample, unit, formatYuanGrouped(fen))]
  })
}
