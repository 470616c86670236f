// The cancel switch: shown at once, taken back when the server refuses; totals follow (D18).

import type { AnswerOf } from '@paywages/wire/endpoint.ts'
import {
  batchHead,
  batchRows,
  compareBatch,
  compareRows,
  switchRows,
} from '@paywages/wire/payouts/endpoints.ts'
import { useCallback, useRef } from 'react'
import { call } from '../api/client.ts'
import { queryClient, refresh } from '../api/queries.ts'
import { CallRefused } from '../api/refused.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'

export type SwitchRow = (rowId: number, cancelled: boolean) => Promise<void>

type Rows = AnswerOf<typeof batchRows>

export function useRowSwitch(rowsKey: readonly unknown[], withholdsTax: boolean): SwitchRow {
  const shown = useRef(rowsKey)
  shown.current = rowsKey
  const switching = useRef(new Set<number>())
  return useCallback(
    async (rowId, cancelled) => {
      if (switching.current.has(rowId)) return
      switching.current.add(rowId)
      const key = shown.current
      show(key, rowId, cancelled)
      try {
        await call(switchRows, { rowIds: [rowId], cancelled })
        // The rows stay as they are shown, so that a slip can be taken back; tax of other rows may have moved.
        await refresh(batchHead, compareBatch, compareRows, ...(withholdsTax ? [batchRows] : []))
      } catch (error) {
        show(key, rowId, !cancelled)
        toastRefusal(error)
        if (error instanceof CallRefused && error.http === 409) await refresh(batchHead, batchRows)
      } finally {
        switching.current.delete(rowId)
      }
    },
    [withholdsTax],
  )
}

function show(key: readonly unknown[], rowId: number, cancelled: boolean): void {
  queryClient.setQueryData<Rows>(
    key,
    (rows) =>
      rows && {
        ...rows,
        rows: rows.rows.map((row) =>
          row.rowId === rowId ? { ...row, status: cancelled ? 'cancelled' : 'processing' } : row,
        ),
      },
  )
}
