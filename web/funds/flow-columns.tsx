// The columns of the fund flow: when, what, for whom, in, out, and what the account held then.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { BatchFlowRow } from '@paywages/wire/funds/fund-flow.ts'
import { flowWord } from '@paywages/wire/funds/messages.ts'
import { batchAddress, RESULTS_PAGE } from '../records/batch-address.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { flowLabels as labels } from './labels.ts'
import './flow-columns.css'

type OpenRecharge = (rechargeId: number) => void

export function flowColumns(
  narrow: boolean,
  openRecharge: OpenRecharge,
): readonly ListColumn<BatchFlowRow>[] {
  const money = narrow ? 128 : 148
  return [
    {
      title: labels.at,
      width: 164,
      render: (_, row) => <span className="flow-time">{shanghaiSecond(row.at)}</span>,
    },
    { title: labels.kind, width: narrow ? 88 : 136, render: (_, row) => wordOf(row) },
    {
      title: labels.subject,
      className: 'flow-cell',
      enough: 440,
      render: (_, row) => <Subject row={row} openRecharge={openRecharge} />,
    },
    { title: labels.in, width: money, align: 'right', render: (_, row) => <Side fen={row.inFen} /> },
    { title: labels.out, width: money, align: 'right', render: (_, row) => <Side fen={row.outFen} /> },
    {
      title: labels.balance,
      width: narrow ? 140 : 160,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.balanceFen} />,
    },
  ]
}

/** A batch goes by the first of its kinds: tax and fee stand beside the payments they belong to. */
function wordOf({ kinds, reversalKind, late }: BatchFlowRow): string {
  const [first] = kinds
  if (first === undefined) return ''
  const word = flowWord({ kind: first.kind, late: false, reversalKind })
  return late > 0 ? labels.withLate(word, late) : word
}

/** The side that a line does not stand on stays empty. */
function Side({ fen }: { fen: bigint }) {
  return fen === 0n ? null : <MoneyCell fen={fen} />
}

function Subject({ row, openRecharge }: { row: BatchFlowRow; openRecharge: OpenRecharge }) {
  const { batchId, rechargeId } = row
  if (batchId !== null)
    return (
      <span className="flow-subject">
        <PageLink className="flow-link flow-whole" to={RESULTS_PAGE} search={batchAddress(batchId)}>
          {labels.batch(row.batchNo)}
        </PageLink>
        <span className="flow-parts">{labels.payments(row.kinds)}</span>
      </span>
    )
  if (rechargeId === null) return <Dash />
  return (
    <span className="flow-subject">
      <span>{row.payerName}</span>
      <button className="flow-link" type="button" onClick={() => openRecharge(rechargeId)}>
        {labels.recharge(rechargeId)}
      </button>
    </span>
  )
}
