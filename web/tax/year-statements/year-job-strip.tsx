// How far the statements of a year are: a bar while they are made, and why they are not all there when it ended early.

import { isActive, percentDone } from '@paywages/domain/tax/year-job.ts'
import type { YearJob } from '@paywages/wire/tax/year-shapes.ts'
import { Button } from 'antd'
import { FileCheck2 } from 'lucide-react'
import { Notice } from '../../ui/feedback/notice.tsx'
import { UploadStrip } from '../../ui/files/upload-strip.tsx'
import { useCancelYear } from './use-generate-year.ts'
import { jobLabels as labels } from './year-labels.ts'
import './year-job-strip.css'

type YearJobStripProps = {
  /** Null where the year was never generated. */
  job: YearJob | null | undefined
  failed: boolean
  onRetry: () => void
  onGenerate: () => void
}

export function YearJobStrip({ job, failed, onRetry, onGenerate }: YearJobStripProps) {
  const cancel = useCancelYear()
  if (failed)
    return (
      <Notice tone="bad" title={labels.unknown} action={<Button onClick={onRetry}>{labels.retry}</Button>} />
    )
  if (!job) return null
  const again = <Button onClick={onGenerate}>{labels.again}</Button>
  if (job.state === 'failed')
    return (
      <Notice tone="bad" title={labels.failed(job.year)} action={again}>
        {job.reason === 'storage' ? labels.reasons.storage : labels.reasons.broken}
      </Notice>
    )
  if (job.state === 'cancelled')
    return (
      <Notice tone="info" title={labels.cancelled(job.year)} action={again}>
        {labels.cancelledHint(job.done, job.total)}
      </Notice>
    )
  if (!isActive(job.state)) return null
  return (
    <div className="year-job">
      <UploadStrip
        icon={FileCheck2}
        fileName={labels.title(job.year)}
        stage={stageOf(job)}
        percent={percentDone(job)}
        action={
          <Button size="small" onClick={() => void cancel(job)}>
            {labels.cancel}
          </Button>
        }
      />
    </div>
  )
}

function stageOf({ state, done, total }: YearJob): string {
  if (total !== null) return labels.running(done, total)
  return state === 'waiting' ? labels.waiting : labels.listing
}
