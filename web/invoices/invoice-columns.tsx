// The columns of the applications: all that the specification lists, what belongs together in two lines so that it fits.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import type { ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import type { ReactNode } from 'react'
import { Dash } from '../ui/display/description-list.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { NumberButton } from '../ui/list/number-button.tsx'
import { InvoiceTag } from './invoice-tag.tsx'
import { invoiceLabels as labels } from './labels.ts'
import './invoice-columns.css'

type Column = ListColumn<ApplicationRow>

type Layout = {
  readonly narrow: boolean
  readonly actions: (row: ApplicationRow) => ReactNode
  readonly onLook: (row: ApplicationRow) => void
}

const WIDTH = { no: 152, type: 180, category: 128, amount: 132, at: 108, status: 92, actions: 56 }

export const INVOICES_WIDTH = { narrow: 1_000, wide: 1_160 } as const

export function invoiceColumns({ narrow, actions, onLook }: Layout): readonly Column[] {
  const kind: readonly Column[] = narrow
    ? [
        {
          title: labels.typeAndCategory,
          width: WIDTH.type,
          render: (_, row) => <TwoLines first={invoiceTypeWords[row.type]} second={row.categoryName} />,
        },
      ]
    : [
        { title: labels.type, width: WIDTH.type, render: (_, row) => invoiceTypeWords[row.type] },
        { title: labels.category, width: WIDTH.category, dataIndex: 'categoryName' },
      ]
  return [
    {
      title: labels.numberAndTime,
      sort: 'appliedAt',
      width: WIDTH.no,
      render: (_, row) => (
        <TwoLines
          first={
            <NumberButton
              label={labels.openOf(row.applicationNo)}
              number={row.applicationNo}
              onLook={() => onLook(row)}
            />
          }
          second={shanghaiMinute(row.appliedAt)}
        />
      ),
    },
    ...kind,
    {
      title: labels.amount,
      sort: 'amountFen',
      width: WIDTH.amount,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.amountFen} />,
    },
    { title: labels.companyAndRemark, render: (_, row) => <CompanyCell row={row} /> },
    {
      title: labels.status,
      sort: 'status',
      width: WIDTH.status,
      render: (_, row) => <InvoiceTag application={row} />,
    },
    { title: labels.auditedAt, width: WIDTH.at, render: (_, row) => <TimeCell at={row.auditedAt} /> },
    {
      title: labels.invoicedAt,
      width: WIDTH.at,
      render: (_, row) => <TimeCell at={row.invoicedAt} />,
    },
    { title: labels.actions, width: WIDTH.actions, render: (_, row) => actions(row) },
  ]
}

/** A message of one line; all of it stands in the details and in its tip. */
function CompanyCell({ row: { providerName, remark } }: { row: ApplicationRow }) {
  return (
    <TwoLines
      first={providerName}
      second={
        <span className="invoice-remark" {...(remark === '' ? {} : { title: remark })}>
          {remark === '' ? labels.noRemark : remark}
        </span>
      }
    />
  )
}

function TimeCell({ at }: { at: Date | null }) {
  if (at === null) return <Dash />
  const [day = '', minute = ''] = shanghaiMinute(at).split(' ')
  return <TwoLines first={<span className="unbroken">{day}</span>} second={minute} />
}
