// The upload that runs on a page: leaving asks first, and whoever leaves all the same stops it and is told.

import { type RefObject, useEffect, useRef } from 'react'
import { toastProblem } from '../feedback/toast.ts'
import { useLeaveQuestion } from '../feedback/use-leave-question.ts'

/** Undefined, or aborted, while nothing runs. */
export type RunningUpload = RefObject<AbortController | undefined>

export function useRunningUpload(busy: boolean, interrupted: string): RunningUpload {
  const running = useRef<AbortController>(undefined)
  useLeaveQuestion(busy)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only leaving the page interrupts it.
  useEffect(
    () => () => {
      if (running.current === undefined || running.current.signal.aborted) return
      running.current.abort()
      toastProblem(interrupted)
    },
    [],
  )
  return running
}
