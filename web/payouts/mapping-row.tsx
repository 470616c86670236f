// One column of a sheet in the mapping dialog: its first values, the field it is taken for, and why.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { SHEET_COLUMNS } from '@paywages/domain/payouts/sheet-columns.ts'
import type { PayoutField } from '@paywages/domain/payouts/sheet-row.ts'
import type { AskedColumn } from '@paywages/wire/payouts/layout-endpoints.ts'
import { Select } from 'antd'
import { ArrowRight, Check, TriangleAlert } from 'lucide-react'
import { columnLetters, isLeftOut, type OpenQuestion } from './column-answer.ts'
import { mappingLabels as labels } from './mapping-labels.ts'

const OPTIONS = [
  { value: '' as PayoutField | '', label: labels.unused as string },
  ...SHEET_COLUMNS.map(({ field, title }) => ({ value: field as PayoutField | '', label: title })),
]

type MappingRowProps = {
  column: AskedColumn
  field: PayoutField | undefined
  asked: OpenQuestion | undefined
  isSettled: boolean
  onField: (field: PayoutField | undefined) => void
}

export function MappingRow({ column, field, asked, isSettled, onField }: MappingRowProps) {
  const letters = labels.letter(columnLetters(column.column))
  const [first = '', second = '', third = ''] = column.samples
  return (
    <tr data-open={asked !== undefined} data-unused={isSettled && field === undefined}>
      <td>{letters}</td>
      <th scope="row">
        {column.heading || labels.noHeading}
        {column.hidden && <span className="mapping-hidden">{labels.hidden}</span>}
      </th>
      <td className="mapping-value">{first}</td>
      <td className="mapping-value">{second}</td>
      <td className="mapping-value">{third}</td>
      <td className="mapping-arrow">
        <ArrowRight size={13} aria-hidden="true" />
      </td>
      <td>
        {isSettled ? (
          <Select<PayoutField | ''>
            aria-label={`${letters}${labels.field}`}
            value={field ?? ''}
            options={OPTIONS}
            onChange={(chosen) => onField(chosen === '' ? undefined : chosen)}
          />
        ) : (
          <span className="mapping-open">
            <TriangleAlert size={14} aria-hidden="true" />
            {labels.several(asked?.choices.length ?? 0)}
          </span>
        )}
      </td>
      <td>
        <Because column={column} field={field} />
      </td>
    </tr>
  )
}

function Because({ column, field }: { column: AskedColumn; field: PayoutField | undefined }) {
  const { by, percent, sumFen, filled } = column
  if (isLeftOut(column, field)) return <Fits words={labels.leftOut} isWhole={false} />
  if (sumFen !== null) return labels.sum(filled, formatYuanGrouped(BigInt(sumFen)))
  const isProposed = field !== undefined && field === (column.field ?? column.contested)
  if (!isProposed) return field === undefined ? labels.by[by === 'sequence' ? by : 'none'] : labels.chosen
  if (field === 'month' && column.months.length > 0) return <Fits words={labels.bareMonths} isWhole={false} />
  if (percent === null || by === 'remembered') return <Fits words={labels.by[by]} isWhole />
  return <Fits words={labels.fits(field, percent)} isWhole={percent >= 100} />
}

function Fits({ words, isWhole }: { words: string; isWhole: boolean }) {
  return (
    <span className="mapping-fits" data-whole={isWhole}>
      {isWhole ? <Check size={14} aria-hidden="true" /> : <TriangleAlert size={14} aria-hidden="true" />}
      {words}
    </span>
  )
}
