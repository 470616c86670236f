// Follows the job that makes the statements of a year, every second until it is over, and refreshes the list with it.

import { isActive } from '@paywages/domain/tax/year-job.ts'
import { listYearStatements, yearJob, yearVersions } from '@paywages/wire/tax/year-endpoints.ts'
import type { YearJob } from '@paywages/wire/tax/year-shapes.ts'
import { useEffect, useRef } from 'react'
import { refresh, useCall } from '../../api/queries.ts'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { jobLabels as labels } from './year-labels.ts'

const POLL_MS = 1_000

export function useYearJob(year: string, enabled: boolean) {
  const query = useCall(
    yearJob,
    { year },
    { enabled, refetchEvery: (job) => (job && isActive(job.state) ? POLL_MS : false) },
  )
  useListFollows(query.data)
  return query
}

/** Only whoever saw it go on is told that it is over; the list is asked for again then, and not at every step. */
function useListFollows(job: YearJob | null | undefined): void {
  const followed = useRef<number>(undefined)
  useEffect(() => {
    if (!job) return
    if (isActive(job.state)) {
      followed.current = job.jobId
      return
    }
    if (followed.current !== job.jobId) return
    followed.current = undefined
    if (job.state === 'done') toastSuccess(labels.done(job.made))
    void refresh(listYearStatements, yearVersions)
  }, [job])
}
