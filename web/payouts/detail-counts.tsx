// How many payouts the filters find, and how many of them succeeded and failed; old figures stay until new ones come.

import type { InputOf } from '@paywages/wire/endpoint.ts'
import { payDetailCounts } from '@paywages/wire/payouts/endpoints.ts'
import { useEffect, useRef } from 'react'
import { useCall } from '../api/queries.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { detailLabels as labels } from './labels.ts'

type DetailCountsProps = {
  input: InputOf<typeof payDetailCounts>
  /** Those on the page: counted again when they are others. */
  rows: readonly unknown[] | undefined
}

export function DetailCounts({ input, rows }: DetailCountsProps) {
  const { data, isPlaceholderData, isFetching, isError, refetch } = useCall(payDetailCounts, input, {
    keepPrevious: true,
  })
  const counted = useRef(rows)
  useEffect(() => {
    if (rows === counted.current) return
    const first = counted.current === undefined
    counted.current = rows
    if (!first && !isFetching) void refetch()
  }, [rows, isFetching, refetch])
  const shown = isError ? undefined : data
  const { total, succeeded, failed } = shown ?? { total: 0, succeeded: 0, failed: 0 }
  const figure = (count: number) => (shown === undefined ? <Dash /> : count.toLocaleString('en-US'))
  return (
    <dl
      className="detail-counts"
      aria-label={labels.counts}
      data-stale={isPlaceholderData}
      aria-busy={isFetching}
    >
      <div>
        <dt>{labels.all}</dt>
        <dd>{figure(total)}</dd>
      </div>
      <div>
        <dt data-dot="ok">{labels.succeeded}</dt>
        <dd>{figure(succeeded)}</dd>
      </div>
      <div>
        <dt data-dot="bad">{labels.failed}</dt>
        <dd data-failed={failed > 0}>{figure(failed)}</dd>
      </div>
      <div>
        <dt data-dot="run">{labels.processing}</dt>
        <dd>{figure(total - succeeded - failed)}</dd>
      </div>
    </dl>
  )
}
