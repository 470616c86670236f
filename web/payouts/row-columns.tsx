// The columns of the check page: full numbers for those who decide, masked ones with an eye for others (D33).

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { Switch } from 'antd'
import { cardInFours } from '../ui/bank-card-text.ts'
import { Dash } from '../ui/description-list.tsx'
import type { ListColumn } from '../ui/list-table.tsx'
import { MaskedCell } from '../ui/masked-cell.tsx'
import { MoneyCell } from '../ui/money.tsx'
import { checkLabels as labels } from './labels.ts'
import { RowWarnings } from './row-warnings.tsx'
import { TaxCell } from './tax-cell.tsx'
import type { SwitchRow } from './use-row-switch.ts'

type RowTable = { readonly withholdsTax: boolean; readonly switchRow: SwitchRow | undefined }

const WIDTHS = { row: 48, name: 108, idCardNo: 174, account: 204, amount: 112, tax: 88, month: 92, warnings: 148, cancel: 72 }

export function rowColumns({ withholdsTax, switchRow }: RowTable): readonly ListColumn<DetailRow>[] {
  const base: ListColumn<DetailRow>[] = [
    { title: labels.rowNumber, width: WIDTHS.row, align: 'right', dataIndex: 'rowNumber' },
    { title: labels.name, width: WIDTHS.name, render: (_, row) => <NameCell row={row} /> },
    {
      title: labels.idCardNo,
      width: WIDTHS.idCardNo,
      render: (_, row) => <PersonalCell row={row} field="idCardNo" />,
    },
    { title: labels.account, width: WIDTHS.account, render: (_, row) => <AccountCell row={row} /> },
    {
      title: labels.amount,
      width: WIDTHS.amount,
      align: 'right',
      render: (_, row) => <AmountCell row={row} />,
    },
  ]
  const tax: ListColumn<DetailRow> = {
    title: labels.tax,
    width: WIDTHS.tax,
    align: 'right',
    render: (_, row) => <TaxCell row={row} />,
  }
  const rest: ListColumn<DetailRow>[] = [
    { title: labels.month, width: WIDTHS.month, render: (_, row) => <MonthCell row={row} /> },
    { title: labels.warnings, render: (_, row) => <RowWarnings warnings={row.warnings} /> },
  ]
  const cancel: ListColumn<DetailRow> = {
    title: labels.cancel,
    width: WIDTHS.cancel,
    align: 'center',
    fixed: 'right',
    render: (_, row) => (switchRow === undefined ? null : <CancelSwitch row={row} switchRow={switchRow} />),
  }
  return [...base, ...(withholdsTax ? [tax] : []), ...rest, ...(switchRow === undefined ? [] : [cancel])]
}

/** The least width at which every column is whole. */
export function rowsWidth({ withholdsTax, switches }: { withholdsTax: boolean; switches: boolean }): number {
  const { row, name, idCardNo, account, amount, tax, month, warnings, cancel } = WIDTHS
  const always = row + name + idCardNo + account + amount + month + warnings
  return always + (withholdsTax ? tax : 0) + (switches ? cancel : 0)
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
      <div className="cell-second">{labels.feeOf(formatYuanGrouped(row.feeFen))}</div>
    </>
  )
}

function MonthCell({ row }: { row: DetailRow }) {
  return (
    <>
      <div className="cell-first">{row.month || <Dash />}</div>
      {row.remark === '' ? null : (
        <div className="cell-second cell-remark" title={row.remark}>
          {row.remark}
        </div>
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
