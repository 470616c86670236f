// The columns of a statement's lines: where a line stands, what it says, what it is linked to, and what one can do.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { StatementLine } from '@paywages/wire/bank-statements/shapes.ts'
import { TriangleAlert } from 'lucide-react'
import { withDots } from '../records/bank-card-text.ts'
import { BatchLink } from '../records/batch-link.tsx'
import { rowStatusLabels } from '../records/labels.ts'
import { cardTail } from '../records/payee-account.tsx'
import { Dash } from '../ui/display/description-list.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { lineLabels as labels } from './labels.ts'
import { disagreementOf } from './line-disagreement.ts'
import { LineResultTag } from './line-result-tag.tsx'
import './line-columns.css'

export type LineActions = {
  readonly onLook: (line: StatementLine) => void
  /** Absent for those who may only read. */
  readonly onChoose?: (line: StatementLine) => void
  readonly onUndo?: (line: StatementLine) => void
}

export function lineColumns(narrow: boolean, actions: LineActions): readonly ListColumn<StatementLine>[] {
  return [
    {
      title: labels.place,
      width: 128,
      render: (_, line) => (
        <TwoLines
          first={line.day === '' ? <Dash /> : line.day}
          second={labels.placeOf(line.page, line.lineNumber)}
        />
      ),
    },
    { title: labels.payee, width: 152, render: (_, line) => <PayeeOfLine line={line} /> },
    { title: labels.amount, width: 140, align: 'right', render: (_, line) => <AmountOfLine line={line} /> },
    { title: labels.reference, render: (_, line) => <ReferenceOfLine line={line} /> },
    { title: labels.linkedTo, width: narrow ? 192 : 264, render: (_, line) => <LinkedCell line={line} /> },
    { title: labels.result, width: 112, render: (_, line) => <ResultCell line={line} /> },
    { title: labels.actions, width: 92, render: (_, line) => <Actions line={line} actions={actions} /> },
  ]
}

function PayeeOfLine({ line: { name, cardNo } }: { line: StatementLine }) {
  if (name === '' && cardNo === '') return <Dash />
  return (
    <TwoLines
      first={name === '' ? <Dash /> : name}
      second={cardNo === '' ? null : <span className="unbroken">{withDots(cardNo)}</span>}
    />
  )
}

function AmountOfLine({ line }: { line: StatementLine }) {
  const amount = <MoneyCell fen={line.amountFen} />
  return line.kind === 'return' ? <TwoLines first={amount} second={labels.returned} /> : amount
}

function ReferenceOfLine({ line: { reference, remark } }: { line: StatementLine }) {
  if (reference === '' && remark === '') return <Dash />
  const [first, second] = reference === '' ? [remark, ''] : [reference, remark]
  return <TwoLines first={<span className="line-reference">{first}</span>} second={second} />
}

/** The payout and, where its state is not what the statement shows, a word that nobody overlooks. */
function LinkedCell({ line }: { line: StatementLine }) {
  const { row, result, candidateCount } = line
  if (row === null) {
    if (result !== 'ambiguous') return <Dash />
    const fitting = labels.candidates(candidateCount.toLocaleString('en-US'))
    if (line.rowCount > 1)
      return <span className="line-open">{labels.confirmBatch(line.rowCount.toLocaleString('en-US'))}</span>
    if (line.unclear)
      return <TwoLines first={<span className="line-open">{labels.unclear}</span>} second={fitting} />
    return <span className="line-open">{fitting}</span>
  }
  const disagreement = disagreementOf(line)
  return (
    <>
      <TwoLines
        first={<BatchLink batchId={row.batchId} batchNo={row.batchNo} />}
        second={
          line.rowCount > 1
            ? labels.wholeBatch(line.rowCount.toLocaleString('en-US'))
            : [row.name, cardTail(row.cardNo), rowStatusLabels[row.status]].join(' · ')
        }
      />
      {disagreement === undefined ? null : (
        <p className="line-disagrees">
          <TriangleAlert size={14} aria-hidden="true" />
          {disagreement}
        </p>
      )}
    </>
  )
}

function ResultCell({ line }: { line: StatementLine }) {
  const tag = <LineResultTag result={line.result} />
  return line.byHand ? <TwoLines first={tag} second={labels.byHand} /> : tag
}

function Actions({ line, actions }: { line: StatementLine; actions: LineActions }) {
  const { onLook, onChoose, onUndo } = actions
  return (
    <RowActions>
      <RowAction onClick={() => onLook(line)}>{labels.look}</RowAction>
      {onChoose !== undefined && line.result === 'ambiguous' ? (
        <RowAction onClick={() => onChoose(line)}>{labels.choose}</RowAction>
      ) : null}
      {onUndo !== undefined && (line.byHand || line.rowCount > 1) && line.result === 'linked' ? (
        <RowAction onClick={() => onUndo(line)}>{labels.undo}</RowAction>
      ) : null}
    </RowActions>
  )
}

/** What to look for on its page. */
export function aboutLine({ day, name, amountFen }: StatementLine): string {
  return labels.about(day, name, formatYuanGrouped(amountFen))
}
