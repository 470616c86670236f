// What would be erased on a day, and what is kept back and why; looked for piece by piece, as most people are not due.

import { addDays, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import {
  type ExaminedRow,
  type RetentionDetail,
  retentionPreview,
} from '@paywages/wire/retention/endpoints.ts'
import { erasureBlockWords, retentionKindWords } from '@paywages/wire/retention/messages.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { keyOf } from '../api/queries.ts'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { retentionLabels as labels } from './labels.ts'

const AHEAD = [0, 30, 90] as const

type Position = { readonly part: 'people' | 'batches'; readonly after?: number }

export function PreviewList({
  providerId,
  detail: { lastRun, erasesFrom },
}: {
  providerId: number
  detail: RetentionDetail
}) {
  const [ahead, setAhead] = useState(0)
  const day = addDays(shanghaiDay(new Date()), ahead)
  const query = useInfiniteQuery({
    queryKey: keyOf(retentionPreview, { providerId, day }),
    initialPageParam: { part: 'people' } as Position,
    queryFn: ({ pageParam }) => call(retentionPreview, { providerId, day, ...pageParam }),
    getNextPageParam: ({ nextPart, nextAfter }): Position | undefined =>
      nextPart === null ? undefined : { part: nextPart, ...(nextAfter ? { after: nextAfter } : {}) },
  })
  const rows = query.data?.pages.flatMap((page) => page.rows)
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  // A piece in which nothing is due says nothing: the next one is looked at until something is found.
  const looksOn = rows?.length === 0 && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (looksOn) void fetchNextPage()
  }, [looksOn, fetchNextPage])
  return (
    <section className="retention-part" aria-label={labels.preview}>
      <div className="retention-head">
        <h2>{labels.preview}</h2>
        <p>
          {labels.previewHint}
          {lastRun === null ? null : labels.lastRun(lastRun.day, lastRun.erased, lastRun.blocked)}
        </p>
        <Segmented
          aria-label={labels.days}
          value={ahead}
          options={AHEAD.map((days) => ({
            value: days,
            label: days === 0 ? labels.today : labels.ahead(days),
          }))}
          onChange={setAhead}
        />
      </div>
      <NotYet from={erasesFrom} />
      <ListTable
        columns={COLUMNS}
        rows={rows?.length === 0 && hasNextPage ? undefined : rows}
        rowKey={(row) => `${row.kind} ${row.subjectId}`}
        instead={
          isError ? (
            <ErrorBlock query={query} failure={retentionPreview.failure} />
          ) : rows?.length === 0 && !hasNextPage ? (
            <EmptyBlock title={labels.nothing} hint={labels.nothingHint} />
          ) : undefined
        }
        stale={isFetching && rows !== undefined}
        dense={true}
        minWidth={720}
        label={labels.preview}
        onOpen={undefined}
        skeletonRows={3}
      />
      {hasNextPage && rows?.length !== 0 ? (
        <div className="retention-foot">
          <Button loading={query.isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {labels.more}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** Within the days of notice. */
function NotYet({ from }: { from: string | null }) {
  if (from === null || from <= shanghaiDay(new Date())) return null
  return <Notice tone="info" title={labels.notYet(from)} />
}

const COLUMNS: readonly ListColumn<ExaminedRow>[] = [
  { title: labels.kind, width: 280, render: (_, { kind }) => retentionKindWords[kind] },
  { title: labels.subject, render: (_, { name, subjectId }) => `${name}（${subjectId}）` },
  { title: labels.due, width: 140, dataIndex: 'from' },
  {
    title: labels.state,
    width: 240,
    render: (_, { block }) =>
      block === null ? (
        <StatusTag tone="bad">{labels.willErase}</StatusTag>
      ) : (
        <StatusTag tone="wait">{erasureBlockWords[block]}</StatusTag>
      ),
  },
]
