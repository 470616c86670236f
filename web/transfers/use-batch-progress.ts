// Follows the transfers of a batch: its progress every two seconds until the last one has ended, slower after that, its rows with it.

import { batchRows, payoutRecord } from '@paywages/wire/payouts/endpoints.ts'
import { rechargeMoney } from '@paywages/wire/recharges/endpoints.ts'
import { batchProgress, transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import type { Progress } from '@paywages/wire/transfers/shapes.ts'
import { useEffect, useRef, useState } from 'react'
import { keyOf, queryClient, refresh, useCall } from '../api/queries.ts'
import { type Pace, paceOf, type Sample, withSample } from './progress-pace.ts'

const POLL_MS = 2_000
/** A transfer may come back after the last one has ended (退票). */
const AFTER_END_MS = 10_000

export const doneCount = ({ succeededCount, failedCount }: Progress) => succeededCount + failedCount
export const openCount = ({ waitingCount, atBankCount }: Progress) => waitingCount + atBankCount

/** `anyRow`: rows may come and go by their status, so that even finished ones on the page say nothing about the rest. */
export function useBatchProgress(batchId: number, anyRow: boolean) {
  const query = useCall(
    batchProgress,
    { batchId },
    // Where nothing is known yet, the page says what went wrong and offers to try again.
    {
      refetchEvery: (progress) =>
        progress !== undefined && (progress.endedAt === null ? POLL_MS : AFTER_END_MS),
    },
  )
  useRowsFollow(query.data, anyRow)
  return { query, pace: usePace(query.data, query.dataUpdatedAt) }
}

function usePace(progress: Progress | undefined, updatedAt: number): Pace | undefined {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const done = progress === undefined ? undefined : doneCount(progress)
  useEffect(() => {
    if (done !== undefined) setSamples((last) => withSample(last, { atMs: updatedAt, done }))
  }, [done, updatedAt])
  if (progress === undefined) return undefined
  return paceOf(samples, { waiting: progress.waitingCount, atBank: progress.atBankCount })
}

/** Rows are asked for again when something has moved that may show in them, and once more at the end. */
function useRowsFollow(progress: Progress | undefined, anyRow: boolean): void {
  const ended = progress?.endedAt != null
  const mark =
    progress === undefined
      ? undefined
      : [progress.succeededCount, progress.failedCount, progress.waitingCount, ended].join(' ')
  const known = useRef(mark)
  useEffect(() => {
    const before = known.current
    known.current = mark
    if (before === undefined || mark === undefined || before === mark) return
    if (ended) void refresh(batchRows, payoutRecord, transferHistory, rechargeMoney)
    else if (anyRow || someRowIsOpen()) void refresh(batchRows, payoutRecord, transferHistory)
  }, [mark, ended, anyRow])
}

/** The rows' call counts as activity of the session (D9): it is not repeated for rows that have their result. */
function someRowIsOpen(): boolean {
  const shown = queryClient.getQueriesData<{ rows: readonly { status: string }[] }>({
    queryKey: keyOf(batchRows),
    type: 'active',
  })
  return shown.some(([, answer]) => answer?.rows.some(({ status }) => status === 'processing') ?? false)
}
