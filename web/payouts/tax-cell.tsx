// The provisional tax of a row, and in a popover how it came about, line by line (docs/rules/tax.md).

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { rowTax } from '@paywages/wire/payouts/endpoints.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { Popover, Spin } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/queries.ts'
import { CallRefused } from '../api/refused.ts'
import { uiLabels } from '../ui/labels.ts'
import { checkLabels as labels } from './labels.ts'

export function TaxCell({ row }: { row: DetailRow }) {
  const [open, setOpen] = useState(false)
  if (row.status === 'cancelled') return <span className="row-amount">{formatYuanGrouped(row.taxFen)}</span>
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title={labels.taxTitle}
      content={open ? <TaxTrace rowId={row.rowId} /> : null}
    >
      <button
        className="tax-figure"
        type="button"
        data-zero={row.taxFen === 0n}
        aria-label={labels.taxOf(row.name, formatYuanGrouped(row.taxFen))}
        aria-expanded={open}
      >
        {formatYuanGrouped(row.taxFen)}
      </button>
    </Popover>
  )
}

function TaxTrace({ rowId }: { rowId: number }) {
  const { data, error } = useCall(rowTax, { rowId })
  if (error !== null)
    return <p className="tax-note">{error instanceof CallRefused ? error.msg : uiLabels.unexpected}</p>
  if (data === undefined) return <Spin size="small" />
  return (
    <>
      <dl className="tax-trace">
        {data.lines.map(({ label, value }) => (
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
