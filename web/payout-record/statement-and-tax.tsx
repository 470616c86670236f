// The page of the bank's statement that lists a payout, and below it how its tax came about.

import { rowTax } from '@paywages/wire/payouts/endpoints.ts'
import type { PayoutRecord } from '@paywages/wire/payouts/shapes.ts'
import type { TraceLine } from '@paywages/wire/tax/messages.ts'
import { useState } from 'react'
import { useCall } from '../api/queries.ts'
import { type ShownStatement, statementOf } from '../records/statement-drawer.tsx'
import { DescriptionSkeleton } from '../ui/display/description-list.tsx'
import { recordLabels as labels } from './labels.ts'
import { ReceiptDrawer } from './receipt-drawer.tsx'
import { DRAWN_LINES, drawnLine } from './statement-sheet.ts'
import { taxFigures } from './tax-figures.ts'

type StatementAndTaxProps = { record: PayoutRecord; onView: (statement: ShownStatement) => void }

/** Side by side where a payout has both; how its amounts came about is a click away. */
export function StatementAndTax({ record, onView }: StatementAndTaxProps) {
  const started = record.batchStatus === 'transferring'
  const beside = started && record.withholdsTax
  return (
    <div className="record-pair" data-beside={beside}>
      {started ? <StatementPage record={record} onView={onView} /> : null}
      {record.withholdsTax ? <TaxLines record={record} started={started} /> : null}
      {record.vatFen > 0n ? <VatLines record={record} /> : null}
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
          <Sheet line={record.statementLine} />
          <div>
            {statement.page === null ? null : <p>{labels.statementPage(statement.page)}</p>}
            {record.statementLine === null ? null : <p>{labels.statementLine(record.statementLine.place)}</p>}
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

type Line = PayoutRecord['statementLine']

const HEIGHTS = Array.from({ length: DRAWN_LINES }, (_, index) => 34 + index * 10)

/** A page with its line marked where it stands among the others: what 看原页 shows in full (docs/LOOK.md, 17). */
function Sheet({ line }: { line: Line }) {
  const marked = line === null ? undefined : drawnLine(line.place, line.pageLines)
  return (
    <svg className="record-sheet" width="132" height="182" viewBox="0 0 132 182" aria-hidden="true">
      <rect x="0.5" y="0.5" width="131" height="181" rx="4" fill="#fff" stroke="#d3d9e3" />
      <rect x="11" y="12" width="56" height="5" rx="2.5" fill="#b3bbc9" />
      <rect x="11" y="21" width="82" height="3" rx="1.5" fill="#dbe1ea" />
      {HEIGHTS.map((y, index) => (
        <SheetLine key={y} y={y} marked={index === marked} />
      ))}
    </svg>
  )
}

function SheetLine({ y, marked }: { y: number; marked: boolean }) {
  return (
    <>
      {marked ? (
        <rect x="6" y={y - 5} width="120" height="10" rx="2" fill="#fdf1dc" stroke="#d98a0b" />
      ) : null}
      <path
        d={`M11 ${y}h19M34 ${y}h36M74 ${y}h21M100 ${y}h20`}
        stroke={marked ? '#8a4b00' : '#e2e7ef'}
        strokeWidth="3"
      />
    </>
  )
}

function TaxLines({ record, started }: { record: PayoutRecord; started: boolean }) {
  const { data, isPending } = useCall(rowTax, { rowId: record.rowId })
  const [whole, setWhole] = useState(false)
  const lines = data?.lines ?? []
  return (
    <>
      <section>
        <div className="record-tax-head">
          <h2>{labels.taxTitle}</h2>
          {started && lines.length > 0 ? (
            <button
              className="record-link"
              type="button"
              aria-expanded={whole}
              onClick={() => setWhole(!whole)}
            >
              {labels.taxWhole}
            </button>
          ) : null}
        </div>
        {isPending ? (
          <DescriptionSkeleton rows={4} columns={1} />
        ) : lines.length === 0 ? (
          <p className="record-none">{labels.taxNone}</p>
        ) : (
          <Lines lines={started ? taxFigures(lines) : lines} />
        )}
        {started ? null : <p className="record-none">{labels.taxTrial}</p>}
      </section>
      {whole ? (
        <section className="record-whole">
          <h2>{labels.taxWhole}</h2>
          <Lines lines={lines} />
        </section>
      ) : null}
    </>
  )
}

function VatLines({ record }: { record: PayoutRecord }) {
  const { data } = useCall(rowTax, { rowId: record.rowId })
  if (data === undefined || data.vatLines.length === 0) return null
  return (
    <section className="record-whole">
      <h2>{labels.vatTitle}</h2>
      <Lines lines={data.vatLines} />
    </section>
  )
}

function Lines({ lines }: { lines: readonly TraceLine[] }) {
  return (
    <dl className="record-tax">
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
