// The columns that both lists of recharges share.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import type { RechargeRow } from '@paywages/wire/recharges/shapes.ts'
import { providerLabels } from '../records/labels.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { Dash } from '../ui/display/description-list.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { NumberButton } from '../ui/list/number-button.tsx'
import { rechargeLabels as labels } from './labels.ts'
import { StatusCell } from './recharge-tag.tsx'
import './recharge-columns.css'

type Column = ListColumn<RechargeRow>

export const numberFilter = {
  kind: 'text',
  name: 'number',
  label: labels.id,
  placeholder: labels.idHint,
  maxLength: 20,
  width: 152,
} as const

const WIDE = {
  id: 112,
  at: 152,
  company: 112,
  amount: 144,
  payDay: 116,
  creator: 84,
  after: 156,
  status: 144,
  actions: 104,
}
const NARROW = {
  id: 100,
  at: 108,
  company: 112,
  amount: 134,
  payDay: 106,
  creator: 68,
  after: 150,
  status: 146,
  actions: 100,
}

/**
 * On a narrow window times take two lines and companies stand over whoever submitted, so that payers keep one; the number always
 * opens the record.
 */
export function rechargeColumns(narrow: boolean, onLook: (row: RechargeRow) => void) {
  const width = narrow ? NARROW : WIDE
  return {
    id: {
      title: labels.id,
      width: width.id,
      render: (_, row) => (
        <NumberButton
          label={labels.openOf(rechargeNumber(row.rechargeId))}
          number={rechargeNumber(row.rechargeId)}
          onLook={() => onLook(row)}
        />
      ),
    },
    createdAt: {
      title: labels.createdAt,
      sort: 'createdAt',
      width: width.at,
      render: (_, row) => <Time at={row.createdAt} narrow={narrow} />,
    },
    company: { title: providerLabels.provider, width: width.company, dataIndex: 'providerName' },
    companyAndCreator: {
      title: `${providerLabels.provider} / ${labels.creator}`,
      width: width.company,
      render: (_, row) => <TwoLines first={row.providerName} second={<Creator recharge={row} />} />,
    },
    payer: { title: labels.payer, sort: 'payerName', render: (_, row) => <Payer recharge={row} /> },
    amount: {
      title: labels.amount,
      sort: 'amountFen',
      width: width.amount,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.amountFen} />,
    },
    payDay: {
      title: labels.payDay,
      sort: 'payDay',
      width: width.payDay,
      render: (_, row) => <span className="recharge-whole">{row.payDay}</span>,
    },
    creator: {
      title: labels.creator,
      width: width.creator,
      render: (_, row) => <Creator recharge={row} />,
    },
    after: {
      title: labels.after,
      width: width.after,
      align: 'right',
      render: (_, row) =>
        row.availableAfterFen === null ? <Dash /> : <MoneyCell fen={row.availableAfterFen} />,
    },
    status: {
      title: labels.status,
      sort: 'status',
      width: width.status,
      className: 'recharge-status',
      render: (_, row) => <StatusCell recharge={row} />,
    },
    actions: { title: labels.actions, width: width.actions },
  } as const satisfies Record<string, Column>
}

const Creator = ({ recharge }: { recharge: RechargeRow }) => (
  <span title={recharge.creator}>{recharge.creatorName || recharge.creator}</span>
)

function Time({ at, narrow }: { at: Date; narrow: boolean }) {
  const text = shanghaiMinute(at)
  if (!narrow) return <span className="recharge-whole">{text}</span>
  const [day = '', minute = ''] = text.split(' ')
  return <TwoLines first={day} second={minute} />
}

function Payer({ recharge: { rechargeId, payerName, payerAccount } }: { recharge: RechargeRow }) {
  return (
    <div className="recharge-payer">
      <span>{payerName}</span>
      <MaskedCell kind="recharge" id={rechargeId} field="cardNo" masked={payerAccount} whose={payerName} />
    </div>
  )
}
