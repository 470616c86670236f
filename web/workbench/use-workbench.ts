// The calls of the workbench as its blocks ask them: again and again, which keeps no session alive (D9).

import { recentBatches, todos, workbench } from '@paywages/wire/workbench/endpoints.ts'
import { useEffect } from 'react'
import { whenChanged } from '../api/changes.ts'
import { refresh, useCall } from '../api/queries.ts'

const EVERY_MS = 60_000

export function useFigures() {
  return useCall(workbench, {}, { refetchEvery: () => EVERY_MS })
}

/** Page and bell ask the same question, and share the answer. */
export function useTodos(enabled = true) {
  return useCall(todos, {}, { enabled, refetchEvery: () => EVERY_MS })
}

/** Whatever this person does anywhere, what waits is asked for again. */
export function useFreshAfterChanges(): void {
  useEffect(() => whenChanged(() => void refresh(todos, workbench, recentBatches)), [])
}
