// The columns of the detail query, two lines a row so that all of them are whole; a narrow window puts tax below the amount.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { PayDetail } from '@paywages/wire/payouts/shapes.ts'
import { MAX_SORTED } from '@paywages/wire/payouts/sorted-details.ts'
import type { ReactNode } from 'react'
import { BatchLink } from '../records/batch-link.tsx'
import { payeeLabels, stageLabels } from '../records/labels.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { MonthAndRemark } from '../records/month-and-remark.tsx'
import { PayeeCell } from '../records/payee-account.tsx'
import { RowStatusTag } from '../records/row-status-tag.tsx'
import { type ShownStatement, statementOf, ViewStatementButton } from '../records/statement-drawer.tsx'
import { Dash } from '../ui/display/description-list.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { detailLabels as labels } from './labels.ts'
import './detail-columns.css'

type OnView = (statement: ShownStatement) => void

/** Nine digits with their cents stay whole. */
const AMOUNT = 136

/** By weight: what a payout is comes first, so that the list can be read beside its drawer (docs/LOOK.md, 17). */
export function detailColumns(narrow: boolean, onView: OnView): readonly ListColumn<PayDetail>[] {
  const tax: ListColumn<PayDetail> = {
    title: labels.tax,
    sort: 'taxFen',
    sortMost: MAX_SORTED,
    width: 112,
    align: 'right',
    render: (_, row) => <MoneyCell fen={row.taxFen} />,
  }
  return [
    {
      title: labels.payoutTime,
      sort: 'payoutAt',
      width: 108,
      render: (_, row) => <TimeCell at={row.payoutAt} />,
    },
    {
      title: labels.nameAndIdCardNo,
      sort: 'name',
      sortMost: MAX_SORTED,
      render: (_, row) => <TwoLines first={row.name} second={<IdCardNo row={row} />} />,
    },
    {
      title: labels.amount,
      sort: 'amountFen',
      sortMost: MAX_SORTED,
      width: AMOUNT,
      align: 'right',
      render: (_, row) => <AmountCell row={row} withTax={narrow} />,
    },
    ...(narrow ? [stateAndRemark(onView)] : [tax, state]),
    {
      title: labels.batchAndCompany,
      width: 140,
      render: (_, row) => (
        <TwoLines
          first={<BatchLink batchId={row.batchId} batchNo={row.batchNo} />}
          second={row.providerName}
        />
      ),
    },
    {
      title: labels.account,
      width: narrow ? 128 : 144,
      render: (_, row) => <PayeeCell payee={row} stacked />,
    },
    { title: payeeLabels.monthAndRemark, width: 112, render: (_, row) => <MonthAndRemark row={row} /> },
    ...(narrow ? [] : [remark(onView)]),
  ]
}

const state: ListColumn<PayDetail> = {
  title: labels.state,
  sort: 'status',
  width: 92,
  render: (_, row) => <RowStatusTag status={row.status} />,
}

const remark = (onView: OnView): ListColumn<PayDetail> => ({
  title: labels.remark,
  width: 120,
  render: (_, row) => <Remark row={row} onView={onView} none={<Dash />} />,
})

const stateAndRemark = (onView: OnView): ListColumn<PayDetail> => ({
  title: labels.stateAndRemark,
  sort: 'status',
  width: 132,
  render: (_, row) => (
    <TwoLines
      first={<RowStatusTag status={row.status} />}
      second={<Remark row={row} onView={onView} none={null} />}
    />
  ),
})

function IdCardNo({ row: { rowId, idCardNo, name } }: { row: PayDetail }) {
  return <MaskedCell kind="payout-row" id={rowId} field="idCardNo" masked={idCardNo} whose={name} />
}

function AmountCell({ row, withTax }: { row: PayDetail; withTax: boolean }) {
  const amount = <MoneyCell fen={row.amountFen} />
  const below = [
    ...(withTax ? [labels.taxOf(formatYuanGrouped(row.taxFen))] : []),
    ...(row.vatFen === 0n ? [] : [labels.vatOf(formatYuanGrouped(row.vatFen))]),
  ]
  return below.length === 0 ? (
    amount
  ) : (
    <TwoLines first={amount} second={below.map((words) => <div key={words}>{words}</div>)} />
  )
}

function TimeCell({ at }: { at: Date }) {
  const [day = '', time = ''] = shanghaiSecond(at).split(' ')
  return <TwoLines first={day} second={time} />
}

/** Why a row failed, or where one under way stands; and the bank statement that lists it. */
function Remark({ row, onView, none }: { row: PayDetail; onView: OnView; none: ReactNode }) {
  const words =
    row.status === 'failed' ? row.error : row.status === 'processing' ? stageLabels[row.stage] : ''
  const statement = statementOf(row)
  if (words === '' && statement === undefined) return none
  return (
    <>
      {words === '' ? null : (
        <span className="detail-remark" data-failed={row.status === 'failed'}>
          {words}
        </span>
      )}
      {statement === undefined ? null : (
        <ViewStatementButton whose={row.name} onClick={() => onView(statement)} />
      )}
    </>
  )
}
