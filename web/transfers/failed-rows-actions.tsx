// What one can do about failed transfers: take them away as a sheet, or copy them into a new batch (D40).

import { exportFailedRows } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import type { Progress } from '@paywages/wire/transfers/shapes.ts'
import { FileDown } from 'lucide-react'
import { CopyFailed } from '../payout-record/copy-failed.tsx'
import { ExportButton } from '../ui/list/export-button.tsx'
import { resultLabels as labels } from './labels.ts'

type FailedRowsActionsProps = { batch: BatchHead; progress: Progress }

export function FailedRowsActions({ batch, progress }: FailedRowsActionsProps) {
  return (
    <>
      <ExportButton
        endpoint={exportFailedRows}
        input={{ batchId: batch.batchId }}
        label={labels.downloadFailed}
        icon={<FileDown size={14} aria-hidden="true" />}
      />
      <CopyFailed batch={batch} count={progress.failedCount} fen={progress.failedFen} />
    </>
  )
}
