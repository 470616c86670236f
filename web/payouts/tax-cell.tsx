// The provisional tax and VAT of a row, and in a popover how each came about, line by line (docs/rules/tax.md).

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { rowTax } from '@paywages/wire/payouts/endpoints.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { Popover, Spin } from 'antd'
import { type ReactElement, useState } from 'react'
import { useCall } from '../api/queries.ts'
import { CallRefused } from '../api/refused.ts'
import { uiLabels } from '../ui/labels.ts'
import { checkLabels as labels } from './labels.ts'

export function TaxCell({ row }: { row: DetailRow }) {
  const figure = formatYuanGrouped(row.taxFen)
  if (row.status === 'cancelled') return <span className="row-amount">{figure}</span>
  return (
    <Reasoned row={row} title={labels.taxTitle} of="lines">
      {(opener) => (
        <button
          {...opener}
          className="tax-figure"
          type="button"
          data-zero={row.taxFen === 0n}
          aria-label={labels.taxOf(row.name, figure)}
        >
          {figure}
        </button>
      )}
    </Reasoned>
  )
}

/** The VAT that the person bears, where there is any. */
export function VatOfRow({ row }: { row: DetailRow }) {
  const figure = formatYuanGrouped(row.vatFen)
  return (
    <Reasoned row={row} title={labels.vatTitle} of="vatLines">
      {(opener) => (
        <button
          {...opener}
          className="tax-figure"
          type="button"
          aria-label={labels.vatReasonOf(row.name, figure)}
        >
          {labels.vatOf(figure)}
        </button>
      )}
    </Reasoned>
  )
}

type Which = 'lines' | 'vatLines'
type Opener = { readonly 'aria-expanded': boolean }
type ReasonedProps = {
  readonly row: DetailRow
  readonly title: string
  readonly of: Which
  readonly children: (opener: Opener) => ReactElement
}

function Reasoned({ row, title, of, children }: ReasonedProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title={title}
      content={open ? <TaxTrace rowId={row.rowId} of={of} /> : null}
    >
      {children({ 'aria-expanded': open })}
    </Popover>
  )
}

function TaxTrace({ rowId, of }: { rowId: number; of: Which }) {
  const { data, error } = useCall(rowTax, { rowId })
  if (error !== null)
    return <p className="tax-note">{error instanceof CallRefused ? error.msg : uiLabels.unexpected}</p>
  if (data === undefined) return <Spin size="small" />
  return (
    <>
      <dl className="tax-trace">
        {data[of].map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="tax-note">{labels.trial}</p>
    </>
  )
}
