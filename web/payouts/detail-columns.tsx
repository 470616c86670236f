// The columns of the detail query, two lines a row so that all of them are whole; a narrow window puts tax below the amount.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { PayDetail } from '@paywages/wire/payouts/shapes.ts'
import type { ReactNode } from 'react'
import { withDots } from '../records/bank-card-text.ts'
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

export function detailColumns(narrow: boolean, onView: OnView): readonly ListColumn<PayDetail>[] {
  const tax: ListColumn<PayDetail> = {
    title: labels.tax,
    width: 84,
    align: 'right',
    render: (_, row) => <MoneyCell fen={row.taxFen} />,
  }
  return [
    { title: labels.payoutTime, width: 108, render: (_, row) => <TimeCell at={row.payoutAt} /> },
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
      title: labels.nameAndPhone,
      width: 116,
      render: (_, row) => <TwoLines first={row.name} second={withDots(row.phone)} />,
    },
    {
      title: labels.idCardNo,
      width: 196,
      render: (_, row) => (
        <MaskedCell
          kind="payout-row"
          id={row.rowId}
          field="idCardNo"
          masked={row.idCardNo}
          whose={row.name}
        />
      ),
    },
    {
      title: labels.account,
      render: (_, row) => <PayeeCell payee={row} stacked />,
    },
    { title: payeeLabels.monthAndRemark, width: 112, render: (_, row) => <MonthAndRemark row={row} /> },
    {
      title: labels.amount,
      width: 116,
      align: 'right',
      render: (_, row) => {
        const amount = <MoneyCell fen={row.amountFen} />
        const below = [
          ...(narrow ? [labels.taxOf(formatYuanGrouped(row.taxFen))] : []),
          ...(row.vatFen === 0n ? [] : [labels.vatOf(formatYuanGrouped(row.vatFen))]),
        ]
        return below.length === 0 ? amount : <TwoLines first={amount} second={below.join(' · ')} />
      },
    },
    ...(narrow ? [] : [tax]),
    ...(narrow ? [stateAndRemark(onView)] : [state, remark(onView)]),
  ]
}

const state: ListColumn<PayDetail> = {
  title: labels.state,
  width: 92,
  render: (_, row) => <RowStatusTag status={row.status} />,
}

const remark = (onView: OnView): ListColumn<PayDetail> => ({
  title: labels.remark,
  width: 108,
  render: (_, row) => <Remark row={row} onView={onView} none={<Dash />} />,
})

const stateAndRemark = (onView: OnView): ListColumn<PayDetail> => ({
  title: labels.stateAndRemark,
  width: 120,
  render: (_, row) => (
    <TwoLines
      first={<RowStatusTag status={row.status} />}
      second={<Remark row={row} onView={onView} none={null} />}
    />
  ),
})

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
