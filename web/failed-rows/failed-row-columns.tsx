// The columns of rejected rows; a cell that a reason points at is marked.

import type { SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import type { FailedRow } from '@paywages/wire/payouts/shapes.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { failureLabels as labels } from './labels.ts'

type Shown = 'name' | 'idCardNo' | 'phone' | 'cardNo'

function cellColumn(field: Shown & SheetField, width: number): ListColumn<FailedRow> {
  return {
    title: labels[field],
    width,
    render: (_, row) => <SheetCell text={row[field]} wrong={row.fields.includes(field)} />,
  }
}

function SheetCell({ text, wrong }: { text: string; wrong: boolean }) {
  if (!wrong) return text
  return (
    <mark className="wrong-cell" title={labels.wrong}>
      {text === '' ? labels.absent : text}
    </mark>
  )
}

export const failedRowColumns: readonly ListColumn<FailedRow>[] = [
  { title: labels.rowNumber, width: 80, align: 'right', dataIndex: 'rowNumber' },
  cellColumn('name', 112),
  cellColumn('idCardNo', 190),
  cellColumn('phone', 136),
  cellColumn('cardNo', 208),
  { title: labels.reason, render: (_, row) => <span className="failed-reason">{row.reason}</span> },
]
