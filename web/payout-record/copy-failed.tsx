// The button that copies failed payouts into a new batch: all of a batch, or one alone (D40, docs/LOOK.md 17).

import type { Fen } from '@paywages/domain/money/fen.ts'
import { copyFailedRows, listBatches } from '@paywages/wire/payouts/endpoints.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import { Button } from 'antd'
import { CopyPlus, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { refresh } from '../api/queries.ts'
import { FailedRowsDialog } from '../failed-rows/failed-rows-dialog.tsx'
import { BATCHES_PAGE, CHECK_PAGE, checkAddress } from '../records/batch-address.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { useGo } from '../ui/page/address.ts'
import { copyLabels, rejectedCopyLabels } from './labels.ts'
import './copy-failed.css'

type CopyFailedProps = {
  batch: {
    readonly batchId: number
    readonly batchNo: string
    readonly fileName: string
    readonly providerId: number
  }
  count: number
  fen: Fen
  /** This one alone; without it all that failed. */
  rowId?: number
}

/** For those who pay at the batch's own company. */
export function CopyFailed(props: CopyFailedProps) {
  const user = useCurrentUser()
  const pays = user.payRight && user.providerId === props.batch.providerId
  return pays ? <CopyButton {...props} /> : null
}

function CopyButton(props: CopyFailedProps) {
  const go = useGo()
  const button = useRef<HTMLButtonElement>(null)
  const [rejected, setRejected] = useState<UploadResult>()
  const [showsRejected, setShowsRejected] = useState(false)
  const copy = useCopy(props, (result) => {
    setRejected(result)
    setShowsRejected(true)
  })
  return (
    <>
      <Button ref={button} icon={<CopyPlus size={14} aria-hidden="true" />} onClick={() => void copy()}>
        {copyLabels.action}
      </Button>
      {rejected === undefined ? null : (
        <FailedRowsDialog
          words={rejectedCopyLabels}
          result={rejected}
          fileName={props.batch.fileName}
          open={showsRejected}
          again={
            <Button icon={<Upload size={14} aria-hidden="true" />} onClick={() => go(BATCHES_PAGE)}>
              {rejectedCopyLabels.again}
            </Button>
          }
          onClose={() => setShowsRejected(false)}
          onClosed={() => button.current?.focus()}
        />
      )}
    </>
  )
}

/** Asks, copies, and goes to the new batch; rows that may not be paid again are told instead. */
function useCopy({ batch, count, fen, rowId }: CopyFailedProps, onRejected: (result: UploadResult) => void) {
  const confirmedStep = useConfirmedStep()
  const go = useGo()
  const { batchId, fileName, batchNo } = batch

  async function finish(result: UploadResult) {
    if (result.batchId === null || result.badCount > 0) return onRejected(result)
    toastSuccess(copyLabels.done)
    go(CHECK_PAGE, checkAddress(result.batchId, 'auditing', 'decide'))
    await refresh(listBatches)
  }

  return async () => {
    const value = copyLabels.countOf(count.toLocaleString('en-US'))
    const outcome = await confirmedStep({
      title: copyLabels.title,
      object: copyLabels.object(fileName, batchNo),
      body: (
        <>
          <AmountBlock label={copyLabels.amount} fen={fen} lines={[{ label: copyLabels.count, value }]} />
          <p className="copy-body">{copyLabels.body}</p>
        </>
      ),
      warning: copyLabels.warning,
      action: copyLabels.action,
      send: () => call(copyFailedRows, rowId === undefined ? { batchId } : { batchId, rowId }),
    })
    if (outcome.at === 'done') await finish(outcome.answer)
  }
}
