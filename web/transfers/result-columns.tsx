// The columns of a batch's transfers; tax and net appear where the batch withholds (spec §2).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { netOf } from '@paywages/domain/ledger/postings.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { withDots } from '../records/bank-card-text.ts'
import { stageLabels } from '../records/labels.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { PayeeCell } from '../records/payee-account.tsx'
import { RowStatusTag } from '../records/row-status-tag.tsx'
import { type ShownStatement, statementOf, ViewStatementButton } from '../records/statement-drawer.tsx'
import { Dash } from '../ui/display/description-list.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { resultLabels as labels } from './labels.ts'
import './result-columns.css'

type ResultTable = {
  readonly withholdsTax: boolean
  readonly narrow: boolean
  readonly onOpen: (row: DetailRow) => void
  readonly onView: (statement: ShownStatement) => void
}

const WIDTHS = {
  name: 80,
  idCardNo: 208,
  phone: 124,
  amount: 106,
  tax: 92,
  net: 106,
  state: 90,
  remark: 204,
}

/** With tax on a narrow window the phone stands below the name, so that every column is whole. */
export function resultColumns(table: ResultTable): readonly ListColumn<DetailRow>[] {
  const { withholdsTax, narrow, onOpen, onView } = table
  const stacked = withholdsTax && narrow
  const person: ListColumn<DetailRow>[] = stacked
    ? [
        { title: labels.nameAndPhone, width: 136, render: (_, row) => <NameAndPhone row={row} /> },
        { title: labels.idCardNo, width: 196, render: (_, row) => <IdCardCell row={row} /> },
      ]
    : [
        { title: labels.name, width: WIDTHS.name, dataIndex: 'name' },
        { title: labels.idCardNo, width: WIDTHS.idCardNo, render: (_, row) => <IdCardCell row={row} /> },
        {
          title: labels.phone,
          width: WIDTHS.phone,
          render: (_, row) => <span className="unbroken">{phoneText(row)}</span>,
        },
      ]
  const tax: ListColumn<DetailRow>[] = [
    moneyColumn(labels.tax, stacked ? 92 : WIDTHS.tax, (row) => row.taxFen),
    moneyColumn(labels.net, stacked ? 104 : WIDTHS.net, netOf),
  ]
  return [
    ...person,
    { title: labels.account, render: (_, row) => <PayeeCell payee={row} stacked={stacked} /> },
    {
      title: labels.amount,
      width: stacked ? 104 : WIDTHS.amount,
      align: 'right',
      render: (_, row) => <AmountCell row={row} />,
    },
    ...(withholdsTax ? tax : []),
    { title: labels.state, width: WIDTHS.state, render: (_, row) => <RowStatusTag status={row.status} /> },
    {
      title: labels.remark,
      // Without tax there is room: it is shared with the account.
      ...(withholdsTax ? { width: stacked ? 136 : WIDTHS.remark } : {}),
      render: (_, row) => (
        <div className="result-last" data-stacked={stacked}>
          <Remark row={row} onOpen={onOpen} />
          <StatementOfRow row={row} onView={onView} />
        </div>
      ),
    },
  ]
}

/** The least width at which every column is whole. */
export function resultsWidth({ withholdsTax, narrow }: Pick<ResultTable, 'withholdsTax' | 'narrow'>): number {
  if (withholdsTax && narrow) return 1_000
  return withholdsTax ? 1_160 : 980
}

function moneyColumn(title: string, width: number, fen: (row: DetailRow) => bigint): ListColumn<DetailRow> {
  return { title, width, align: 'right', render: (_, row) => <MoneyCell fen={fen(row)} /> }
}

/** Few rows bear VAT: it stands small below the amount it is withheld from. */
function AmountCell({ row: { amountFen, vatFen } }: { row: DetailRow }) {
  const amount = <MoneyCell fen={amountFen} />
  if (vatFen === 0n) return amount
  return <TwoLines first={amount} second={labels.vatOf(formatYuanGrouped(vatFen))} />
}

function IdCardCell({ row }: { row: DetailRow }) {
  if (!row.masked) return <span className="unbroken">{row.idCardNo}</span>
  return (
    <MaskedCell kind="payout-row" id={row.rowId} field="idCardNo" masked={row.idCardNo} whose={row.name} />
  )
}

/** Masked without an eye: the one beside the ID number is enough to tell people apart. */
function phoneText({ phone }: DetailRow): string {
  return withDots(phone)
}

function NameAndPhone({ row }: { row: DetailRow }) {
  return <TwoLines first={row.name} second={phoneText(row)} />
}

/** What there is to say of a row; it opens the row's history, as the row itself does. */
function Remark({ row, onOpen }: { row: DetailRow; onOpen: (row: DetailRow) => void }) {
  const words = remarkOf(row)
  if (words === '') return <Dash />
  return (
    <button
      className="result-remark"
      type="button"
      data-failed={row.status === 'failed'}
      aria-label={labels.historyOf(words, row.name)}
      onClick={() => onOpen(row)}
    >
      {words}
    </button>
  )
}

/** Whether a bank statement lists the row; a lone dash stands for both where there is nothing to say either. */
function StatementOfRow({ row, onView }: { row: DetailRow; onView: ResultTable['onView'] }) {
  const statement = statementOf(row)
  if (statement === undefined) return null
  return <ViewStatementButton whose={row.name} onClick={() => onView(statement)} />
}

function remarkOf(row: DetailRow): string {
  switch (row.status) {
    case 'succeeded':
      return row.paidAt === null ? '' : shanghaiSecond(row.paidAt).slice(5)
    case 'failed':
      return row.error
    case 'cancelled':
      return labels.cancelled
    case 'processing':
      return stageLabels[row.stage]
  }
}
