// The columns of the adjustments: who, which month, what and why, where it stands, by whom.

import { shanghaiDay, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { ITEM_WORDS } from '@paywages/wire/tax/adjustments/item-words.ts'
import type { Adjustment } from '@paywages/wire/tax/adjustments/shapes.ts'
import type { ReactNode } from 'react'
import { providerLabels } from '../../records/labels.ts'
import { MaskedCell } from '../../records/masked-cell.tsx'
import { Dash } from '../../ui/display/description-list.tsx'
import { MoneyCell } from '../../ui/display/money.tsx'
import { TwoLines } from '../../ui/display/two-lines.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { adjustmentLabels as labels } from './adjustment-labels.ts'
import { AdjustmentTag } from './adjustment-tag.tsx'

type Layout = {
  readonly several: boolean
  readonly narrow: boolean
  readonly actions: (row: Adjustment) => ReactNode
}

export const ADJUSTMENTS_WIDTH = { narrow: 1_000, wide: 1_240 } as const

export function adjustmentColumns({ several, narrow, actions }: Layout): readonly ListColumn<Adjustment>[] {
  return [
    { title: labels.month, width: 112, render: (_, row) => <MonthCell row={row} /> },
    {
      title: labels.person,
      width: narrow ? 184 : 196,
      render: (_, { userId, name, idCardNo }) => (
        <TwoLines
          first={name}
          second={
            <MaskedCell kind="freelancer" id={userId} field="idCardNo" masked={idCardNo} whose={name} />
          }
        />
      ),
    },
    ...(several && !narrow
      ? [{ title: providerLabels.provider, width: 136, dataIndex: 'providerName' } as const]
      : []),
    { title: labels.item, width: 140, render: (_, { item }) => ITEM_WORDS[item] },
    {
      title: labels.amount,
      width: 112,
      align: 'right',
      render: (_, { amountFen }) => <MoneyCell fen={amountFen} />,
    },
    { title: labels.reason, render: (_, row) => <ReasonCell row={row} several={several && narrow} /> },
    {
      title: labels.entered,
      width: narrow ? 104 : 128,
      render: (_, row) => <Who name={row.proposerName} at={row.proposedAt} />,
    },
    ...(narrow
      ? []
      : [
          {
            title: labels.decided,
            width: 128,
            render: (_: unknown, { deciderName, decidedAt }: Adjustment) =>
              decidedAt === null ? <Dash /> : <Who name={deciderName} at={decidedAt} />,
          },
        ]),
    { title: labels.status, width: 88, render: (_, { status }) => <AdjustmentTag status={status} /> },
    { title: labels.actions, width: 100, render: (_, row) => actions(row) },
  ]
}

/** Where its own month was closed, the month it counts in stands below it. */
function MonthCell({ row: { month, countedMonth } }: { row: Adjustment }) {
  if (countedMonth === '' || countedMonth === month) return month
  return (
    <TwoLines
      first={month}
      second={<span title={labels.countedHint(month, countedMonth)}>{labels.countedIn(countedMonth)}</span>}
    />
  )
}

/** Why it was rejected, or where there is little room whose it is, stands below it. */
function ReasonCell({ row, several }: { row: Adjustment; several: boolean }) {
  const { reason, decisionReason, providerName } = row
  const below = decisionReason === '' ? (several ? providerName : '') : labels.rejectedFor(decisionReason)
  const above = <span title={reason}>{reason}</span>
  return below === '' ? above : <TwoLines first={above} second={<span title={below}>{below}</span>} />
}

function Who({ name, at }: { name: string; at: Date }) {
  return <TwoLines first={name} second={<span title={shanghaiMinute(at)}>{shanghaiDay(at)}</span>} />
}
