// The columns of a batch's transfers; tax and net appear where the batch withholds (spec §2).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { netOf } from '@paywages/domain/ledger/postings.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { withDots } from '../records/bank-card-text.ts'
import { payeeLabels, stageLabels } from '../records/labels.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { MonthAndRemark, RemarkWords } from '../records/month-and-remark.tsx'
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
  /** No room for each of many columns. */
  readonly laptop: boolean
  readonly onOpen: (row: DetailRow) => void
  readonly onView: (statement: ShownStatement) => void
}

/** Nine digits with their cents stay whole. */
const MONEY = 136
const WIDE = { idCardNo: 204, account: 168, about: 108, tax: 120, state: 90, remark: 140 }
const NARROW = { idCardNo: 204, account: 124, about: 104, tax: 0, state: 80, remark: 132 }
/** The phone below the name stays whole, beside tax and net. */
const CLOSEST = { ...NARROW, idCardNo: 192 }

/** Rows have two lines where one would break names: with tax, and below a window of 1536. */
export function inTwoLines({ withholdsTax, laptop }: Pick<ResultTable, 'withholdsTax' | 'laptop'>): boolean {
  return withholdsTax || laptop
}

export function resultColumns(table: ResultTable): readonly ListColumn<DetailRow>[] {
  const { withholdsTax, narrow, laptop, onOpen, onView } = table
  const stacked = inTwoLines(table)
  const width = narrow ? (withholdsTax ? CLOSEST : NARROW) : WIDE
  // A laptop has the tax below the amount that it is withheld from.
  const taxBelow = withholdsTax && laptop
  const tax: ListColumn<DetailRow>[] = [
    ...(laptop ? [] : [moneyColumn(labels.tax, width.tax, (row) => row.taxFen)]),
    moneyColumn(labels.net, MONEY, netOf),
  ]
  return [
    ...(stacked ? personAndAccount(width) : personInOneLine(width)),
    {
      title: labels.amount,
      width: MONEY,
      align: 'right',
      render: (_, row) => <AmountCell row={row} withTax={taxBelow} />,
    },
    ...(withholdsTax ? tax : []),
    { title: labels.state, width: width.state, render: (_, row) => <RowStatusTag status={row.status} /> },
    {
      title: labels.remark,
      width: withholdsTax ? width.remark : 184,
      render: (_, row) => (
        <div className="result-last" data-stacked={withholdsTax}>
          <Remark row={row} onOpen={onOpen} />
          <StatementOfRow row={row} onView={onView} />
        </div>
      ),
    },
  ]
}

type Widths = Pick<typeof WIDE, 'idCardNo' | 'account' | 'about'>

/** The phone below the name, the card below the bank, the remark below its month; a long name has what is left. */
function personAndAccount({ idCardNo, account, about }: Widths): readonly ListColumn<DetailRow>[] {
  return [
    { title: labels.nameAndPhone, render: (_, row) => <NameAndPhone row={row} /> },
    { title: labels.idCardNo, width: idCardNo, render: (_, row) => <IdCardCell row={row} /> },
    { title: labels.account, width: account, render: (_, row) => <PayeeCell payee={row} stacked /> },
    { title: payeeLabels.monthAndRemark, width: about, render: (_, row) => <MonthAndRemark row={row} /> },
  ]
}

function personInOneLine({ idCardNo }: Widths): readonly ListColumn<DetailRow>[] {
  return [
    { title: labels.name, dataIndex: 'name' },
    { title: labels.idCardNo, width: idCardNo, render: (_, row) => <IdCardCell row={row} /> },
    {
      title: labels.phone,
      width: 120,
      render: (_, row) => <span className="unbroken">{phoneText(row)}</span>,
    },
    { title: labels.account, width: 232, render: (_, row) => <PayeeCell payee={row} stacked={false} /> },
    { title: payeeLabels.month, width: 92, dataIndex: 'month' },
    {
      title: payeeLabels.remark,
      width: 100,
      render: (_, row) => <RemarkWords remark={row.remark} lines={1} />,
    },
  ]
}

/** The least width at which every column is whole. */
export function resultsWidth({ withholdsTax, laptop }: Pick<ResultTable, 'withholdsTax' | 'laptop'>): number {
  return withholdsTax && !laptop ? 1_200 : 1_000
}

function moneyColumn(title: string, width: number, fen: (row: DetailRow) => bigint): ListColumn<DetailRow> {
  return { title, width, align: 'right', render: (_, row) => <MoneyCell fen={fen(row)} /> }
}

/** Few rows bear VAT: it stands small below the amount it is withheld from. */
function AmountCell({ row: { amountFen, taxFen, vatFen }, withTax }: { row: DetailRow; withTax: boolean }) {
  const amount = <MoneyCell fen={amountFen} />
  const below = [
    ...(withTax ? [labels.taxOf(formatYuanGrouped(taxFen))] : []),
    ...(vatFen === 0n ? [] : [labels.vatOf(formatYuanGrouped(vatFen))]),
  ]
  return below.length === 0 ? (
    amount
  ) : (
    <TwoLines first={amount} second={below.map((words) => <div key={words}>{words}</div>)} />
  )
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
