// The columns of the check page: full numbers for those who decide, masked ones with an eye for others (D33).

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { ComparedRow, DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { Switch } from 'antd'
import { cardInFours } from '../records/bank-card-text.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { comparisonLabels } from './comparison-labels.ts'
import { checkLabels as labels } from './labels.ts'
import { rowDifference } from './row-difference.ts'
import { TaxCell } from './tax-cell.tsx'
import type { SwitchRow } from './use-row-switch.ts'
import { WarningChips } from './warning-chips.tsx'

export type RowTable = {
  readonly withholdsTax: boolean
  readonly switchRow: SwitchRow | undefined
  readonly rowCount: number
  /** What is said once for the batch, and not in its rows. */
  readonly saidOnce: readonly string[]
  /** An eye beside each number takes its room. */
  readonly masked: boolean
  /** A small laptop has no room to spare for long names. */
  readonly narrow: boolean
  /** What their people were paid in the earlier batch; undefined where there is none. */
  readonly compared: ReadonlyMap<number, ComparedRow> | undefined
  /** How wide the table may be without a bar below it. */
  readonly room: number
  /** The largest amount among the rows: figures never wrap. */
  readonly maxFen: Fen
}

/** Two chips of seven characters and +2 need 272. */
const WIDTHS = {
  name: 160,
  narrowName: 104,
  maskedName: 128,
  idCardNo: 176,
  maskedIdCardNo: 204,
  account: 200,
  amount: 116,
  amountOverDifference: 124,
  difference: 112,
  tax: 88,
  warnings: 292,
  cancel: 72,
}

const personWidths = (table: RowTable) =>
  table.masked
    ? { name: WIDTHS.maskedName, idCardNo: WIDTHS.maskedIdCardNo }
    : { name: isTight(table) ? WIDTHS.narrowName : WIDTHS.name, idCardNo: WIDTHS.idCardNo }

const rowNumberWidth = (rowCount: number) => Math.max(40, 24 + 9 * String(rowCount).length)

const moneyWidth = (least: number, maxFen: Fen) => Math.max(least, 20 + 8 * formatYuanGrouped(maxFen).length)

/** With the difference below it, where that has no column of its own. */
const amountWidth = (table: RowTable) =>
  moneyWidth(
    table.compared === undefined || hasDifference(table) ? WIDTHS.amount : WIDTHS.amountOverDifference,
    table.maxFen,
  )

export function rowColumns(table: RowTable): readonly ListColumn<DetailRow>[] {
  const { withholdsTax, switchRow, rowCount } = table
  const { name, idCardNo } = personWidths(table)
  const base: ListColumn<DetailRow>[] = [
    {
      title: labels.rowNumber,
      sort: 'sheet',
      width: rowNumberWidth(rowCount),
      align: 'right',
      dataIndex: 'rowNumber',
    },
    { title: labels.name, width: name, render: (_, row) => <NameCell row={row} /> },
    { title: labels.idCardNo, width: idCardNo, render: (_, row) => <IdCardCell row={row} /> },
    { title: labels.account, width: WIDTHS.account, render: (_, row) => <AccountCell row={row} /> },
    {
      title: labels.amount,
      sort: 'amount',
      width: amountWidth(table),
      align: 'right',
      render: (_, row) => <AmountCell row={row} table={table} />,
    },
  ]
  const difference: ListColumn<DetailRow> = {
    title: comparisonLabels.head,
    width: moneyWidth(WIDTHS.difference, table.maxFen),
    align: 'right',
    render: (_, row) => <DifferenceCell row={row} compared={table.compared?.get(row.rowId)} />,
  }
  const tax: ListColumn<DetailRow> = {
    title: labels.taxYuan,
    width: WIDTHS.tax,
    align: 'right',
    render: (_, row) => <TaxCell row={row} />,
  }
  const warnings: ListColumn<DetailRow> = {
    title: labels.warnings,
    sort: 'warnings',
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
  return [
    ...base,
    ...(hasDifference(table) ? [difference] : []),
    ...(withholdsTax ? [tax] : []),
    warnings,
    ...(switchRow === undefined ? [] : [cancel]),
  ]
}

/** The least width at which every column is whole. */
export const rowsWidth = (table: RowTable) =>
  fixedWidth(table) +
  personWidths(table).name +
  amountWidth(table) +
  (hasDifference(table) ? differenceWidth(table) : 0)

/** Of all columns but the name, the amount and the difference. */
function fixedWidth({ withholdsTax, switchRow, rowCount, masked }: RowTable): number {
  const { idCardNo, maskedIdCardNo, account, tax, warnings, cancel } = WIDTHS
  const always = rowNumberWidth(rowCount) + (masked ? maskedIdCardNo : idCardNo) + account + warnings
  return always + (withholdsTax ? tax : 0) + (switchRow === undefined ? 0 : cancel)
}

const differenceWidth = ({ maxFen }: RowTable) => moneyWidth(WIDTHS.difference, maxFen)

/** With a column for the difference, and a name of this width. */
const widthWith = (table: RowTable, name: number) =>
  fixedWidth(table) + name + moneyWidth(WIDTHS.amount, table.maxFen) + differenceWidth(table)

/** Where the window has no room for its column, the difference stands under the amount. */
const hasDifference = (table: RowTable) =>
  table.compared !== undefined &&
  widthWith(table, table.masked ? WIDTHS.maskedName : WIDTHS.narrowName) <= table.room

const isTight = (table: RowTable) =>
  table.narrow || (hasDifference(table) && widthWith(table, WIDTHS.name) > table.room)

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

function AmountCell({ row, table }: { row: DetailRow; table: RowTable }) {
  return (
    <>
      <div className="cell-first row-amount">
        <MoneyCell fen={row.amountFen} />
      </div>
      <div className="cell-second whole-number">{underAmount(row, table)}</div>
      {row.vatFen === 0n ? null : (
        <div className="cell-second">{labels.vatOf(formatYuanGrouped(row.vatFen))}</div>
      )}
    </>
  )
}

/** What the sheet asked for, or else the difference where it has no column of its own, or else the fee. */
function underAmount(row: DetailRow, table: RowTable): string {
  if (row.netAskedFen !== null) return labels.netAskedOf(formatYuanGrouped(row.netAskedFen))
  const compared = hasDifference(table) ? undefined : table.compared?.get(row.rowId)
  if (compared === undefined || row.status === 'cancelled') return labels.feeOf(formatYuanGrouped(row.feeFen))
  const difference = rowDifference(compared, row.amountFen)
  return difference === undefined ? comparisonLabels.notThere : comparisonLabels.inShort(difference.amount)
}

function DifferenceCell({ row, compared }: { row: DetailRow; compared: ComparedRow | undefined }) {
  if (compared === undefined || row.status === 'cancelled') return null
  const difference = rowDifference(compared, row.amountFen)
  if (difference === undefined) return <div className="cell-second">{comparisonLabels.notThere}</div>
  return (
    <>
      <div className="cell-first whole-number">{difference.amount}</div>
      <div className="cell-second whole-number">{difference.share}</div>
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
