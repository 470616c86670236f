// What is set for the start of a batch, with the way to take it back; or why it was not started at its time (ADR 70).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { batchHead, cancelSchedule, listBatches } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { Button } from 'antd'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { refresh } from '../api/queries.ts'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { decisionLabels, scheduleLabels as labels } from './labels.ts'

export function ScheduleNotice({ batch }: { batch: BatchHead }) {
  const user = useCurrentUser()
  const confirmedStep = useConfirmedStep()
  const { schedule, batchId, status } = batch
  if (schedule === null || status !== 'ready') return null
  const at = shanghaiMinute(schedule.dueAt)
  if (schedule.state === 'failed')
    return (
      <Notice tone="bad" title={labels.failed(at)}>
        {labels.failedHint(schedule.failureWords)}
      </Notice>
    )
  const pays = user.payRight && user.providerId === batch.providerId
  const cancel = () =>
    confirmedStep({
      title: labels.cancelTitle,
      object: decisionLabels.object(batch.fileName, batch.batchNo),
      warning: labels.cancelWarning,
      action: labels.cancel,
      send: () => call(cancelSchedule, { batchId }),
      done: labels.cancelled,
      refresh: () => refresh(batchHead, listBatches),
    })
  return (
    <Notice
      tone="wait"
      title={labels.set(at)}
      action={
        pays || hasRight(user, 'manager') ? (
          <Button onClick={() => void cancel()}>{labels.cancel}</Button>
        ) : undefined
      }
    >
      {labels.setBy(schedule.byName)}
    </Notice>
  )
}
