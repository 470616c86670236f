// The batch that the open one is compared with: chosen in the address, or by the rule; and what its page of rows was paid there.

import { compareBatch, compareRows } from '@paywages/wire/payouts/endpoints.ts'
import type { ComparedRow, DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { useCall } from '../api/queries.ts'
import { useRowChoice } from './use-row-choice.ts'

export function useComparison(batchId: number) {
  const { earlierId } = useRowChoice().choice
  return useCall(
    compareBatch,
    { batchId, ...(earlierId === undefined ? {} : { earlierId }) },
    { keepPrevious: true },
  )
}

/** By row; undefined where there is no batch to compare with, empty until the answer is there. */
export function useComparedRows(
  batchId: number,
  rows: readonly DetailRow[],
): ReadonlyMap<number, ComparedRow> | undefined {
  const { data } = useComparison(batchId)
  const earlierId = data?.earlier?.batchId
  const rowIds = rows.map(({ rowId }) => rowId)
  const { data: compared } = useCall(
    compareRows,
    { batchId, earlierId: earlierId ?? 0, rowIds },
    { enabled: earlierId !== undefined && rowIds.length > 0, keepPrevious: true },
  )
  if (earlierId === undefined) return undefined
  return new Map(compared?.rows.map((row) => [row.rowId, row]))
}
