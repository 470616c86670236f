// The columns of the detail query, two lines a row so that all of them are whole; a narrow window puts tax below the amount.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import type { PayDetail } from '@paywages/wire/payouts/shapes.ts'
import { withDots } from '../ui/bank-card-text.ts'
import { batchAddress, RESULTS_PAGE } from '../ui/batch-address.ts'
import { Dash } from '../ui/description-list.tsx'
import type { ListColumn } from '../ui/list-table.tsx'
import { MaskedCell } from '../ui/masked-cell.tsx'
import { MoneyCell } from '../ui/money.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { StatusTag, type Tone } from '../ui/status-tag.tsx'
import { detailLabels as labels, rowStatusLabels, stageLabels } from './labels.ts'
import './detail-columns.css'

export function detailColumns(narrow: boolean): readonly ListColumn<PayDetail>[] {
  const tax: ListColumn<PayDetail> = {
    title: labels.tax,
    width: 96,
    align: 'right',
    render: (_, row) => <MoneyCell fen={row.taxFen} />,
  }
  return [
    { title: labels.payoutTime, width: 108, render: (_, row) => <TimeCell at={row.payoutAt} /> },
    { title: labels.batchAndCompany, width: 144, render: (_, row) => <BatchCell row={row} /> },
    {
      title: labels.nameAndPhone,
      width: 132,
      render: (_, row) => <TwoLines first={row.name} second={withDots(row.phone)} />,
    },
    {
      title: labels.idCardNo,
      width: 208,
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
      render: (_, row) => <TwoLines first={row.bank} second={labels.cardTail(row.cardNo.slice(-4))} />,
    },
    {
      title: labels.amount,
      width: 116,
      align: 'right',
      render: (_, row) => (narrow ? <AmountCell row={row} /> : <MoneyCell fen={row.amountFen} />),
    },
    ...(narrow ? [] : [tax]),
    { title: labels.state, width: 92, render: (_, row) => <RowTag status={row.status} /> },
    { title: labels.remark, width: narrow ? 108 : 152, render: (_, row) => <Remark row={row} /> },
  ]
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <div className="detail-first">{first}</div>
      <div className="detail-second">{second}</div>
    </>
  )
}

function TimeCell({ at }: { at: Date }) {
  const [day = '', time = ''] = shanghaiSecond(at).split(' ')
  return <TwoLines first={day} second={time} />
}

function BatchCell({ row }: { row: PayDetail }) {
  return (
    <>
      <div className="detail-first">
        <PageLink className="detail-batch" to={RESULTS_PAGE} search={batchAddress(row.batchId)}>
          {row.batchNo}
        </PageLink>
      </div>
      <div className="detail-second">{row.providerName}</div>
    </>
  )
}

function AmountCell({ row }: { row: PayDetail }) {
  return (
    <>
      <div className="detail-first">
        <MoneyCell fen={row.amountFen} />
      </div>
      <div className="detail-second">{labels.taxOf(formatYuanGrouped(row.taxFen))}</div>
    </>
  )
}

const TONES: Readonly<Record<RowStatus, Tone>> = {
  processing: 'run',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'off',
}

function RowTag({ status }: { status: RowStatus }) {
  return (
    <StatusTag tone={TONES[status]} live={status === 'processing'}>
      {rowStatusLabels[status]}
    </StatusTag>
  )
}

/** Why a row failed, or where one under way stands. */
function Remark({ row }: { row: PayDetail }) {
  const words =
    row.status === 'failed' ? row.error : row.status === 'processing' ? stageLabels[row.stage] : ''
  if (words === '') return <Dash />
  return (
    <span className="detail-remark" data-failed={row.status === 'failed'}>
      {words}
    </span>
  )
}
