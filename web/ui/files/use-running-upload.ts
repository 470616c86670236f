// The upload that runs on a page: leaving asks first, and whoever leaves all the same stops it and is told.

import { useBlocker } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useConfirm } from '../feedback/confirm.tsx'
import { toastProblem } from '../feedback/toast.ts'
import { useLeaveQuestion } from '../feedback/use-leave-question.ts'
import { leaveLabels } from '../labels.ts'

/** Undefined, or aborted, while nothing runs. */
export type RunningUpload = RefObject<AbortController | undefined>

export function useRunningUpload(busy: boolean, interrupted: string): RunningUpload {
  const running = useRef<AbortController>(undefined)
  const confirm = useConfirm()
  useLeaveQuestion(busy)
  useBlocker({
    disabled: !busy,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      const over = running.current === undefined || running.current.signal.aborted
      // Other filters are the same page; who is logged out is not asked.
      if (over || next.pathname === current.pathname || next.pathname === '/') return false
      return !(await confirm({
        title: leaveLabels.title,
        warning: leaveLabels.warning,
        action: leaveLabels.action,
        danger: true,
      }))
    },
  })
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
