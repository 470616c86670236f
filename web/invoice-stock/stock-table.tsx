// The four types of a month's stock as a table, to read or with fields in it, and what is left of all of them.

import {
  answerFor,
  answerForMonth,
  type Remaining,
  remaining,
  type StockLine,
  totalOf,
} from '@paywages/domain/invoice-stock/stock.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { stockAnswerWords, supportWords } from '@paywages/wire/invoice-stock/messages.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import type { ReactNode } from 'react'
import { Dash } from '../ui/display/description-list.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import { stockLabels as labels } from './labels.ts'
import { StockTag } from './stock-tag.tsx'
import './stock-table.css'

/** What stands in the four cells that a manager enters. */
export type LineCells = {
  readonly support: ReactNode
  readonly enough: ReactNode
  readonly count: ReactNode
  readonly amount: ReactNode
}

type StockTableProps = { lines: readonly StockLine[]; cells?: (line: StockLine) => LineCells }

/** Of a dialog of 960, where nine digits of yuan are whole. */
const WIDTHS = [
  { column: 'type', width: 172 },
  { column: 'support', width: 68 },
  { column: 'enough', width: 68 },
  { column: 'count', width: 124 },
  { column: 'amount', width: 184 },
  { column: 'drawn', width: 136 },
  { column: 'remaining', width: 144 },
]

export function StockTable({ lines, cells = readOnly }: StockTableProps) {
  return (
    <table className="stock-table">
      <colgroup>
        {WIDTHS.map(({ column, width }) => (
          <col key={column} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{labels.type}</th>
          <th scope="col">{labels.support}</th>
          <th scope="col">{labels.enough}</th>
          <th scope="col" className="stock-figure">
            {labels.count}
          </th>
          <th scope="col" className="stock-figure">
            {labels.amount}
          </th>
          <th scope="col" className="stock-figure">
            {labels.drawn}
          </th>
          <th scope="col" className="stock-figure">
            {labels.remaining}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.type} line={line} cells={cells(line)} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{labels.total}</th>
          <td />
          <td colSpan={3}>
            <StockTag answer={answerForMonth(lines)} />
          </td>
          <td />
          <td className="stock-figure">
            <Left left={totalOf(lines)} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function Line({ line, cells }: { line: StockLine; cells: LineCells }) {
  const { drawnCount, drawnFen } = line
  const isDrawn = drawnCount > 0 || drawnFen > 0n
  return (
    <tr data-unsupported={!line.supported}>
      <th scope="row">{invoiceTypeWords[line.type]}</th>
      <td>{cells.support}</td>
      <td>{cells.enough}</td>
      <td className="stock-figure">{cells.count}</td>
      <td className="stock-figure">{cells.amount}</td>
      <td className="stock-figure">
        {isDrawn ? <Left left={{ count: drawnCount, amountFen: drawnFen }} /> : <Dash />}
      </td>
      <td className="stock-figure">{line.supported ? <Left left={remaining(line)} /> : <Dash />}</td>
    </tr>
  )
}

function Left({ left: { count, amountFen } }: { left: Remaining }) {
  return (
    <span className="stock-left" data-below={count < 0 || amountFen < 0n}>
      <TwoLines first={labels.copies(count.toLocaleString('en-US'))} second={formatYuanGrouped(amountFen)} />
    </span>
  )
}

function readOnly(line: StockLine): LineCells {
  const word = <span className={line.supported ? '' : 'stock-quiet'}>{supportWords(line.supported)}</span>
  if (!line.supported) return { support: word, enough: <Dash />, count: <Dash />, amount: <Dash /> }
  return {
    support: word,
    enough: stockAnswerWords[answerFor(line, 0n)],
    count: line.count.toLocaleString('en-US'),
    amount: formatYuanGrouped(line.amountFen),
  }
}
