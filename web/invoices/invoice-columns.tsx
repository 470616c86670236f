// The columns of the applications: all that the specification lists, what belongs together in two lines so that it fits.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import type { ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import type { ReactNode } from 'react'
import { Dash } from '../ui/description-list.tsx'
import type { ListColumn } from '../ui/list-table.tsx'
import { MoneyCell } from '../ui/money.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import { InvoiceTag } from './invoice-tag.tsx'
import { invoiceLabels as labels } from './labels.ts'
import './invoice-columns.css'

type Column = ListColumn<ApplicationRow>

type Layout = {
  readonly narrow: boolean
  readonly acts: (row: ApplicationRow) => ReactNode
  readonly onLook: (row: ApplicationRow) => void
}

const WIDE = { no: 146, type: 184, category: 124, amount: 124, at: 98, invoicedAt: 104, status: 94, acts: 60 }
const NARROW = { no: 138, type: 180, category: 0, amount: 116, at: 94, invoicedAt: 98, status: 90, acts: 56 }

export const INVOICES_WIDTH = { narrow: 1_000, wide: 1_160 } as const

export function invoiceColumns({ narrow, acts, onLook }: Layout): readonly Column[] {
  const width = narrow ? NARROW : WIDE
  const kind: readonly Column[] = narrow
    ? [
        {
          title: labels.typeAndCategory,
          width: width.type,
          render: (_, row) => <TwoLines first={invoiceTypeWords[row.type]} second={row.categoryName} />,
        },
      ]
    : [
        { title: labels.type, width: width.type, render: (_, row) => invoiceTypeWords[row.type] },
        { title: labels.category, width: width.category, dataIndex: 'categoryName' },
      ]
  return [
    {
      title: labels.applicationNo,
      width: width.no,
      render: (_, row) => <NumberCell row={row} onLook={() => onLook(row)} />,
    },
    ...kind,
    {
      title: labels.amount,
      width: width.amount,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.amountFen} />,
    },
    { title: labels.companyAndRemark, render: (_, row) => <CompanyCell row={row} /> },
    { title: labels.appliedAt, width: width.at, render: (_, row) => <TimeCell at={row.appliedAt} /> },
    { title: labels.status, width: width.status, render: (_, row) => <InvoiceTag application={row} /> },
    { title: labels.auditedAt, width: width.at, render: (_, row) => <TimeCell at={row.auditedAt} /> },
    {
      title: labels.invoicedAt,
      width: width.invoicedAt,
      render: (_, row) => <TimeCell at={row.invoicedAt} />,
    },
    { title: labels.acts, width: width.acts, render: (_, row) => acts(row) },
  ]
}

/** The number always opens the details, whatever else the row offers. */
function NumberCell({ row: { applicationNo }, onLook }: { row: ApplicationRow; onLook: () => void }) {
  return (
    <button
      className="invoice-number"
      type="button"
      aria-label={labels.openOf(applicationNo)}
      onClick={onLook}
    >
      {applicationNo}
    </button>
  )
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
