// How many payouts the filters find and what they come to, by state; a click on a state filters by it, a second one shows all.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { payDetailCounts } from '@paywages/wire/payouts/endpoints.ts'
import { useEffect, useRef } from 'react'
import { useCall } from '../api/queries.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { detailLabels as labels } from './labels.ts'
import './detail-counts.css'

type DetailCountsProps = {
  /** Without the state: all of them are told, whichever is shown. */
  input: InputOf<typeof payDetailCounts>
  /** The state that the list is filtered by. */
  chosen: string | undefined
  onChoose: (state: string | undefined) => void
  /** Those on the page: counted again when they are others. */
  rows: readonly unknown[] | undefined
}

type Sum = { readonly count: number; readonly fen: Fen }

const NONE = { total: 0, succeeded: 0, failed: 0, totalFen: 0n, succeededFen: 0n, failedFen: 0n }

/** Old figures stay until new ones come. */
export function DetailCounts({ input, chosen, onChoose, rows }: DetailCountsProps) {
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
  const { total, succeeded, failed, totalFen, succeededFen, failedFen } = data ?? NONE
  const states = [
    { state: undefined, label: labels.all, sum: { count: total, fen: totalFen } },
    { state: '1', dot: 'ok', label: labels.succeeded, sum: { count: succeeded, fen: succeededFen } },
    { state: '2', dot: 'bad', label: labels.failed, sum: { count: failed, fen: failedFen } },
    {
      state: '0',
      dot: 'run',
      label: labels.processing,
      sum: { count: total - succeeded - failed, fen: totalFen - succeededFen - failedFen },
    },
  ] as const
  return (
    <ul
      className="detail-counts"
      aria-label={labels.counts}
      data-stale={isPlaceholderData}
      aria-busy={isFetching}
    >
      {states.map(({ state, label, sum, ...look }) => (
        <li key={label}>
          <button
            type="button"
            aria-pressed={chosen === state}
            title={state === undefined ? undefined : labels.only(label)}
            onClick={() => onChoose(chosen === state ? undefined : state)}
          >
            <Figures label={label} sum={isError || data === undefined ? undefined : sum} {...look} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Figures({ label, sum, dot }: { label: string; sum: Sum | undefined; dot?: string }) {
  return (
    <>
      <span className="detail-count-label" data-dot={dot}>
        {label}
      </span>{' '}
      {sum === undefined ? (
        <Dash />
      ) : (
        <>
          <b data-failed={dot === 'bad' && sum.count > 0}>{sum.count.toLocaleString('en-US')}</b>{' '}
          <span className="detail-count-unit">{labels.rowsUnit}</span>
          <span className="detail-count-money">{labels.sumOf(formatYuanGrouped(sum.fen))}</span>
        </>
      )}
    </>
  )
}
