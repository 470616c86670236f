// The rows of a sheet of people that were refused: chips by reason, and each row with what is wrong with it.

import type { BadPerson, Registration } from '@paywages/wire/freelancers/shapes.ts'
import { PAGE_SIZE } from '@paywages/wire/paging.ts'
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { countReasons, reasonsOf } from '../failed-rows/failure-reasons.ts'
import { failureLabels } from '../failed-rows/labels.ts'
import { ReasonChips } from '../failed-rows/reason-chips.tsx'
import { type ListColumn, ListTable } from '../ui/list/list-table.tsx'
import { Pager } from '../ui/list/pager.tsx'
import { importLabels as labels } from './labels.ts'
import '../failed-rows/failed-rows-dialog.css'

const figure = (count: number) => count.toLocaleString('en-US')

/** Stands in the dialog's title: nothing was stored, and why. */
export function BadPeopleHead({ result, fileName }: { result: Registration; fileName: string }) {
  const all = figure(result.added + result.failed)
  return (
    <div className="failed-head">
      <span className="failed-badge" aria-hidden="true">
        <TriangleAlert size={20} />
      </span>
      <div>
        <p className="failed-title">{labels.refusedTitle(figure(result.failed))}</p>
        <p className="failed-summary">
          {result.added === 0
            ? labels.refusedFile(fileName)
            : labels.refusedSummary(fileName, all, figure(result.added))}
          {labels.refusedAdvice}
        </p>
      </div>
    </div>
  )
}

export function BadPeople({ result }: { result: Registration }) {
  const { bad, failed } = result
  const [reason, setReason] = useState<string>()
  const [page, setPage] = useState(1)
  const counts = useMemo(() => countReasons(bad), [bad])
  const rows = useMemo(
    () => (reason === undefined ? bad : bad.filter((row) => reasonsOf(row).includes(reason))),
    [bad, reason],
  )

  function choose(next: string | undefined) {
    setReason(next)
    setPage(1)
  }

  return (
    <>
      <ReasonChips all={failed} counts={counts} chosen={reason} onChoose={choose} />
      <ListTable
        columns={columns}
        rows={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowKey={(row) => row.rowNumber}
        instead={null}
        stale={false}
        dense
        minWidth={760}
        label={labels.refusedTitle(figure(failed))}
        onOpen={undefined}
      />
      <Pager page={page} total={rows.length} onGo={setPage} />
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
