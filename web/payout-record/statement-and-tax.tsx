// Side by side: the page of the bank's statement that lists a payout, and how its tax came about.

import { rowTax } from '@paywages/wire/payouts/endpoints.ts'
import type { PayoutRecord } from '@paywages/wire/payouts/shapes.ts'
import { useState } from 'react'
import { useCall } from '../api/queries.ts'
import { type ShownStatement, statementOf } from '../records/statement-drawer.tsx'
import { DescriptionSkeleton } from '../ui/display/description-list.tsx'
import { recordLabels as labels } from './labels.ts'
import { ReceiptDrawer } from './receipt-drawer.tsx'

type StatementAndTaxProps = { record: PayoutRecord; onView: (statement: ShownStatement) => void }

export function StatementAndTax({ record, onView }: StatementAndTaxProps) {
  const started = record.batchStatus === 'transferring'
  return (
    <div className="record-halves">
      {started ? <StatementPage record={record} onView={onView} /> : null}
      {record.withholdsTax ? <TaxLines record={record} started={started} /> : null}
    </div>
  )
}

function StatementPage({ record, onView }: StatementAndTaxProps) {
  const statement = statementOf(record)
  return (
    <section>
      <h2>{labels.statement}</h2>
      {statement === undefined ? (
        <p className="record-none">{labels.unlisted}</p>
      ) : (
        <div className="record-statement">
          <Sheet />
          <div>
            {statement.page === null ? null : <p>{labels.statementPage(statement.page)}</p>}
            {record.status === 'failed' ? <p>{labels.statementDisagrees}</p> : null}
            <button className="record-link" type="button" onClick={() => onView(statement)}>
              {labels.statementView}
            </button>
            {record.hasReceipt ? <Receipt record={record} /> : null}
          </div>
        </div>
      )}
      {record.hasReceipt && statement === undefined ? <Receipt record={record} /> : null}
    </section>
  )
}

function Receipt({ record }: { record: PayoutRecord }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button className="record-link record-receipt" type="button" onClick={() => setOpen(true)}>
        {labels.receiptView}
      </button>
      <ReceiptDrawer record={record} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const LINES = [18, 26, 34, 42, 50, 58, 66, 74]

/** A page with one of its lines marked: what 看原页 shows in full. */
function Sheet() {
  return (
    <svg className="record-sheet" width="66" height="91" viewBox="0 0 66 91" aria-hidden="true">
      <rect x="0.5" y="0.5" width="65" height="90" rx="4" fill="#fff" stroke="#d3d9e3" />
      <rect x="6" y="7" width="26" height="3" rx="1.5" fill="#b3bbc9" />
      {LINES.map((y) => (
        <path key={y} d={`M6 ${y}h10M19 ${y}h22M44 ${y}h16`} stroke="#e2e7ef" strokeWidth="2" />
      ))}
      <rect x="3.5" y="46" width="59" height="8" rx="2" fill="#fdf1dc" stroke="#d98a0b" />
      <path d="M6 50h10M19 50h22M44 50h16" stroke="#8a4b00" strokeWidth="2" />
    </svg>
  )
}

function TaxLines({ record, started }: { record: PayoutRecord; started: boolean }) {
  const { data, isPending } = useCall(rowTax, { rowId: record.rowId })
  return (
    <section>
      <h2>{labels.taxTitle}</h2>
      {isPending ? (
        <DescriptionSkeleton rows={4} columns={1} />
      ) : data === undefined || data.lines.length === 0 ? (
        <p className="record-none">{labels.taxNone}</p>
      ) : (
        <dl className="record-tax">
          {data.lines.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {started ? null : <p className="record-none">{labels.taxTrial}</p>}
    </section>
  )
}
