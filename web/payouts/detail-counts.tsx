// How many payouts the filters find and what they come to, by state; a click on a state filters by it, a second one shows all.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { MAX_COUNTED_BY_NAME } from '@paywages/wire/paging.ts'
import { payDetailCounts } from '@paywages/wire/payouts/endpoints.ts'
import { useEffect, useRef } from 'react'
import { useCall } from '../api/queries.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { tellTotal } from '../ui/list/told-total.ts'
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
type Shown = { readonly told: string; readonly money: string; readonly isNone: boolean }

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
  const { total, succeeded, failed, totalFen = 0n, succeededFen = 0n, failedFen = 0n } = data ?? NONE
  // A name that is too common is neither counted to its end nor summed up: only that there are more is known.
  const isMore = data !== undefined && data.totalFen === undefined
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
  const shownOf = (state: string | undefined, sum: Sum): Shown | undefined => {
    if (isError || data === undefined) return undefined
    if (isMore) return state === undefined ? tellMore(total) : undefined
    return tellSum(sum)
  }
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
            <Figures label={label} shown={shownOf(state, sum)} {...look} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function tellSum({ count, fen }: Sum): Shown {
  const told = count.toLocaleString('en-US')
  return { told, money: labels.sumOf(formatYuanGrouped(fen)), isNone: count === 0 }
}

function tellMore(total: number): Shown {
  return { told: tellTotal(total, MAX_COUNTED_BY_NAME).told, money: labels.tooManyToSum, isNone: false }
}

function Figures({ label, shown, dot }: { label: string; shown: Shown | undefined; dot?: string }) {
  return (
    <>
      <span className="detail-count-label" data-dot={dot}>
        {label}
      </span>{' '}
      {shown === undefined ? (
        <Dash />
      ) : (
        <>
          <b data-failed={dot === 'bad' && !shown.isNone}>{shown.told}</b>{' '}
          <span className="detail-count-unit">{labels.rowsUnit}</span>
          <span className="detail-count-money">{shown.money}</span>
        </>
      )}
    </>
  )
}
