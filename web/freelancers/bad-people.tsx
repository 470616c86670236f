// The rows of a sheet of people that were refused: chips by reason, and each row with what is wrong with it.

import type { BadPerson, Registration } from '@paywages/wire/freelancers/shapes.ts'
import { FailedRowsHead, FailedRowsTable } from '../failed-rows/failed-rows-table.tsx'
import { failureLabels } from '../failed-rows/labels.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { importLabels as labels } from './labels.ts'

const figure = (count: number) => count.toLocaleString('en-US')

/** Stands in the dialog's title: nothing was stored, and why. */
export function BadPeopleHead({ result, fileName }: { result: Registration; fileName: string }) {
  const all = figure(result.added + result.failed)
  return (
    <FailedRowsHead title={labels.refusedTitle(figure(result.failed))}>
      {result.added === 0
        ? labels.refusedFile(fileName)
        : labels.refusedSummary(fileName, all, figure(result.added))}
      {labels.refusedAdvice}
    </FailedRowsHead>
  )
}

export function BadPeople({ result }: { result: Registration }) {
  const { bad, failed } = result
  return (
    <>
      <FailedRowsTable
        rows={bad}
        all={failed}
        columns={columns}
        minWidth={760}
        label={labels.refusedTitle(figure(failed))}
      />
      {failed > bad.length ? <p className="import-capped">{labels.capped(figure(bad.length))}</p> : null}
    </>
  )
}

const columns: readonly ListColumn<BadPerson>[] = [
  { title: failureLabels.rowNumber, width: 80, align: 'right', dataIndex: 'rowNumber' },
  { title: failureLabels.name, width: 128, dataIndex: 'name' },
  { title: failureLabels.idCardNo, width: 190, dataIndex: 'idCardNo' },
  { title: failureLabels.phone, width: 136, dataIndex: 'phone' },
  { title: failureLabels.reason, render: (_, row) => <span className="failed-reason">{row.reason}</span> },
]
