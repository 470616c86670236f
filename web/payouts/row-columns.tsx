// The columns of the check page: full numbers for those who decide, masked ones with an eye for others (D33).

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { ComparedRow, DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { Switch } from 'antd'
import { cardInFours } from '../records/bank-card-text.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { comparisonLabels } from './comparison-labels.ts'
import { checkLabels as labels } from './labels.ts'
import { rowDifference } from './row-difference.ts'
import type { RowWidths } from './row-widths.ts'
import { TaxCell, VatOfRow } from './tax-cell.tsx'
import type { SwitchRow } from './use-row-switch.ts'
import { WarningChips } from './warning-chips.tsx'

export type RowTable = {
  readonly withholdsTax: boolean
  readonly switchRow: SwitchRow | undefined
  /** What is said once for the batch, and not in its rows. */
  readonly saidOnce: readonly string[]
  /** What their people were paid in the earlier batch; undefined where there is none. */
  readonly compared: ReadonlyMap<number, ComparedRow> | undefined
  readonly widths: RowWidths
}

export function rowColumns(table: RowTable): readonly ListColumn<DetailRow>[] {
  const { withholdsTax, switchRow, widths } = table
  const base: ListColumn<DetailRow>[] = [
    {
      title: labels.rowNumber,
      sort: 'sheet',
      width: widths.rowNumber,
      align: 'right',
      dataIndex: 'rowNumber',
    },
    { title: labels.name, width: widths.name, render: (_, row) => <NameCell row={row} /> },
    { title: labels.idCardNo, width: widths.idCardNo, render: (_, row) => <IdCardCell row={row} /> },
    { title: labels.account, width: widths.account, render: (_, row) => <AccountCell row={row} /> },
    {
      title: labels.amount,
      sort: 'amount',
      width: widths.amount,
      align: 'right',
      render: (_, row) => <AmountCell row={row} table={table} />,
    },
  ]
  const difference: ListColumn<DetailRow> = {
    title: comparisonLabels.head,
    ...(widths.difference === undefined ? {} : { width: widths.difference }),
    align: 'right',
    render: (_, row) => <DifferenceCell row={row} compared={table.compared?.get(row.rowId)} />,
  }
  const tax: ListColumn<DetailRow> = {
    title: labels.taxYuan,
    width: widths.tax,
    align: 'right',
    render: (_, row) => <TaxCell row={row} />,
  }
  const warnings: ListColumn<DetailRow> = {
    title: labels.warnings,
    sort: 'warnings',
    className: 'warnings-column',
    // Two chips of seven characters, and how many more there are.
    enough: 320,
    render: (_, row) => <WarningChips row={row} saidOnce={table.saidOnce} most={widths.chips} />,
  }
  const cancel: ListColumn<DetailRow> = {
    title: labels.cancel,
    width: widths.cancel,
    align: 'center',
    fixed: 'right',
    render: (_, row) => (switchRow === undefined ? null : <CancelSwitch row={row} switchRow={switchRow} />),
  }
  return [
    ...base,
    ...(widths.difference === undefined ? [] : [difference]),
    ...(withholdsTax ? [tax] : []),
    warnings,
    ...(switchRow === undefined ? [] : [cancel]),
  ]
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

function AmountCell({ row, table }: { row: DetailRow; table: RowTable }) {
  return (
    <>
      <div className="cell-first row-amount">
        <MoneyCell fen={row.amountFen} />
      </div>
      <div className="cell-second whole-number">{underAmount(row, table)}</div>
      {row.vatFen === 0n ? null : (
        <div className="cell-second">
          <VatOfRow row={row} />
        </div>
      )}
    </>
  )
}

/** What the sheet asked for, or else the difference where it has no column of its own, or else the fee. */
function underAmount(row: DetailRow, table: RowTable): string {
  if (row.netAskedFen !== null) return labels.netAskedOf(formatYuanGrouped(row.netAskedFen))
  const compared = table.widths.difference === undefined ? table.compared?.get(row.rowId) : undefined
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
