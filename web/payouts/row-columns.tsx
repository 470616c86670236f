// The columns of the check page: full numbers for those who decide, masked ones with an eye for others (D33).

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { Switch } from 'antd'
import { cardInFours } from '../records/bank-card-text.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { checkLabels as labels } from './labels.ts'
import type { RowOrder } from './rows-address.ts'
import { SortHead } from './sort-head.tsx'
import { TaxCell } from './tax-cell.tsx'
import type { SwitchRow } from './use-row-switch.ts'
import { WarningChips } from './warning-chips.tsx'

export type RowTable = {
  readonly withholdsTax: boolean
  readonly switchRow: SwitchRow | undefined
  readonly rowCount: number
  /** What is said once for the batch, and not in its rows. */
  readonly saidOnce: readonly string[]
  readonly order: RowOrder
  readonly onOrder: (order: RowOrder) => void
  /** An eye beside each number takes its room. */
  readonly masked: boolean
  /** A small laptop has no room to spare for long names. */
  readonly narrow: boolean
  /** The largest amount among the rows: figures never wrap. */
  readonly maxFen: Fen
}

/** Two chips of seven characters and +2 need 272. */
const WIDTHS = {
  name: 160,
  narrowName: 112,
  idCardNo: 176,
  account: 200,
  amount: 116,
  tax: 88,
  warnings: 292,
  cancel: 72,
}

const personWidths = ({ masked, narrow }: RowTable) =>
  masked
    ? { name: 128, idCardNo: 204 }
    : { name: narrow ? WIDTHS.narrowName : WIDTHS.name, idCardNo: WIDTHS.idCardNo }

const rowNumberWidth = (rowCount: number) => Math.max(40, 24 + 9 * String(rowCount).length)

const moneyWidth = (least: number, maxFen: Fen) => Math.max(least, 20 + 8 * formatYuanGrouped(maxFen).length)

export function rowColumns(table: RowTable): readonly ListColumn<DetailRow>[] {
  const { withholdsTax, switchRow, rowCount } = table
  const { name, idCardNo } = personWidths(table)
  const base: ListColumn<DetailRow>[] = [
    {
      title: <SortHead table={table} word={labels.rowNumber} says={labels.bySheet} orders={['sheet']} />,
      width: rowNumberWidth(rowCount),
      align: 'right',
      dataIndex: 'rowNumber',
    },
    { title: labels.name, width: name, render: (_, row) => <NameCell row={row} /> },
    { title: labels.idCardNo, width: idCardNo, render: (_, row) => <IdCardCell row={row} /> },
    { title: labels.account, width: WIDTHS.account, render: (_, row) => <AccountCell row={row} /> },
    {
      title: (
        <SortHead table={table} word={labels.amount} says={labels.byAmount} orders={['-amount', 'amount']} />
      ),
      width: moneyWidth(WIDTHS.amount, table.maxFen),
      align: 'right',
      render: (_, row) => <AmountCell row={row} />,
    },
  ]
  const tax: ListColumn<DetailRow> = {
    title: labels.taxYuan,
    width: WIDTHS.tax,
    align: 'right',
    render: (_, row) => <TaxCell row={row} />,
  }
  const warnings: ListColumn<DetailRow> = {
    title: <SortHead table={table} word={labels.warnings} says={labels.byWarnings} orders={['warnings']} />,
    className: 'warnings-column',
    render: (_, row) => <WarningChips row={row} saidOnce={table.saidOnce} />,
  }
  const cancel: ListColumn<DetailRow> = {
    title: labels.cancel,
    width: WIDTHS.cancel,
    align: 'center',
    fixed: 'right',
    render: (_, row) => (switchRow === undefined ? null : <CancelSwitch row={row} switchRow={switchRow} />),
  }
  return [...base, ...(withholdsTax ? [tax] : []), warnings, ...(switchRow === undefined ? [] : [cancel])]
}

/** The least width at which every column is whole. */
export function rowsWidth(table: RowTable): number {
  const { withholdsTax, switchRow, rowCount } = table
  const { account, tax, warnings, cancel } = WIDTHS
  const amount = moneyWidth(WIDTHS.amount, table.maxFen)
  const { name, idCardNo } = personWidths(table)
  const always = rowNumberWidth(rowCount) + name + idCardNo + account + amount + warnings
  return always + (withholdsTax ? tax : 0) + (switchRow === undefined ? 0 : cancel)
}

function NameCell({ row }: { row: DetailRow }) {
  return (
    <>
      <div className="cell-first">{row.name}</div>
      <div className="cell-second">
        <PersonalCell row={row} field="phone" />
      </div>
    </>
  )
}

/** The month and the remark are information (D16), so they stand small below the number. */
function IdCardCell({ row }: { row: DetailRow }) {
  const about = [row.month === '' ? '' : labels.monthOf(row.month), row.remark].filter((text) => text !== '')
  return (
    <>
      <div className="cell-first">
        <PersonalCell row={row} field="idCardNo" />
      </div>
      <div className="cell-second cell-remark" title={about.join(' · ')}>
        {about.join(' · ')}
      </div>
    </>
  )
}

function AccountCell({ row }: { row: DetailRow }) {
  return (
    <>
      <div className="cell-first">
        <PersonalCell row={row} field="cardNo" />
      </div>
      <div className="cell-second">{row.bank}</div>
    </>
  )
}

function PersonalCell({ row, field }: { row: DetailRow; field: 'idCardNo' | 'phone' | 'cardNo' }) {
  const text = row[field]
  if (row.masked) {
    return <MaskedCell kind="payout-row" id={row.rowId} field={field} masked={text} whose={row.name} />
  }
  return <span className="whole-number">{field === 'cardNo' ? cardInFours(text) : text}</span>
}

function AmountCell({ row }: { row: DetailRow }) {
  return (
    <>
      <div className="cell-first row-amount">
        <MoneyCell fen={row.amountFen} />
      </div>
      <div className="cell-second whole-number">
        {row.netAskedFen === null
          ? labels.feeOf(formatYuanGrouped(row.feeFen))
          : labels.netAskedOf(formatYuanGrouped(row.netAskedFen))}
      </div>
      {row.vatFen === 0n ? null : (
        <div className="cell-second">{labels.vatOf(formatYuanGrouped(row.vatFen))}</div>
      )}
    </>
  )
}

function CancelSwitch({ row, switchRow }: { row: DetailRow; switchRow: SwitchRow }) {
  return (
    <Switch
      className="cancel-switch"
      size="small"
      aria-label={labels.cancelOf(row.name)}
      checked={row.status === 'cancelled'}
      onChange={(cancelled) => void switchRow(row.rowId, cancelled)}
    />
  )
}
