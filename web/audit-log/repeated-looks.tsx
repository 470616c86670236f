// The looks that one line of the audit log stands for, each with its time and what was looked at.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { type AuditRow, listAudit } from '@paywages/wire/audit-log/endpoints.ts'
import { useCall } from '../api/queries.ts'
import { ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { changesOf } from './changes.ts'
import { auditLabels as labels } from './labels.ts'
import './repeated-looks.css'

const MAX_REPEATS = 100

export function RepeatedLooks({ entry: { entryId, repeatCount } }: { entry: AuditRow }) {
  const query = useCall(listAudit, { repeats: entryId, index: 0, size: MAX_REPEATS })
  if (query.isError) return <ErrorBlock query={query} failure={listAudit.failure} />
  const rows = query.data?.rows ?? []
  return (
    <>
      <h2 className="audit-changes-title">{labels.repeats(repeatCount)}</h2>
      <ol className="repeated-looks" aria-busy={query.data === undefined}>
        {rows.map((row) => (
          <li key={row.entryId}>
            <span>{shanghaiSecond(row.at)}</span>
            <span>{seen(row)}</span>
          </li>
        ))}
      </ol>
      {repeatCount > MAX_REPEATS ? (
        <p className="audit-no-changes">{labels.repeatsMore(repeatCount - MAX_REPEATS)}</p>
      ) : null}
    </>
  )
}

function seen(row: AuditRow): string {
  return changesOf(row)
    .map(({ field, after }) => [field, after].filter(Boolean).join(' '))
    .join('，')
}
