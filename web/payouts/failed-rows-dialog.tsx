// The rows of a rejected upload: what happened, chips by reason, wrong cells marked, and the sheet back with its reasons.

import { downloadFile } from '@paywages/wire/files/endpoints.ts'
import { PAGE_SIZE } from '@paywages/wire/paging.ts'
import { reasonText } from '@paywages/wire/payouts/row-reasons.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import { Button, Modal } from 'antd'
import { Download, Info, TriangleAlert, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { download } from '../api/transfer-files.ts'
import { ListTable } from '../ui/list-table.tsx'
import { Pager } from '../ui/pager.tsx'
import { toastRefusal } from '../ui/toast.ts'
import { failedRowColumns } from './failed-row-columns.tsx'
import { countReasons, type ReasonCount, reasonsOf } from './failure-reasons.ts'
import { failureLabels as labels } from './labels.ts'
import './failed-rows-dialog.css'

type FailedRowsDialogProps = {
  /** Stays while the dialog fades away. */
  result: UploadResult
  fileName: string
  open: boolean
  onAgain: () => void
  onClose: () => void
  onClosed: () => void
}

export function FailedRowsDialog(props: FailedRowsDialogProps) {
  const { result, fileName, open, onAgain, onClose, onClosed } = props
  return (
    <Modal
      className="failed-rows"
      open={open}
      width={1080}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
      afterClose={onClosed}
      title={<DialogHead result={result} fileName={fileName} />}
      footer={<DialogFoot fileId={result.markedFileId} onAgain={onAgain} onClose={onClose} />}
    >
      <FailedRows result={result} />
    </Modal>
  )
}

const figure = (count: number) => count.toLocaleString('en-US')

function DialogHead({ result, fileName }: { result: UploadResult; fileName: string }) {
  const { goodCount, badCount } = result
  return (
    <div className="failed-head">
      <span className="failed-badge" aria-hidden="true">
        <TriangleAlert size={20} />
      </span>
      <div>
        <p className="failed-title">{labels.title(figure(badCount))}</p>
        <p className="failed-summary">
          {fileName} · {labels.rows(figure(goodCount + badCount))}，<b data-tone="ok">{figure(goodCount)}</b>{' '}
          {labels.good}，<b data-tone="bad">{figure(badCount)}</b> {labels.bad}。{labels.advice}
        </p>
      </div>
    </div>
  )
}

type DialogFootProps = { fileId: string | null; onAgain: () => void; onClose: () => void }

function DialogFoot({ fileId, onAgain, onClose }: DialogFootProps) {
  const [busy, setBusy] = useState(false)

  async function save() {
    if (fileId === null) return
    setBusy(true)
    await download(downloadFile, { fileId }).catch(toastRefusal)
    setBusy(false)
  }

  return (
    <div className="failed-foot">
      <span className="failed-foot-note">
        <Info size={14} aria-hidden="true" />
        {labels.foot}
      </span>
      <Button onClick={onClose}>{labels.close}</Button>
      <Button icon={<Upload size={14} aria-hidden="true" />} onClick={onAgain}>
        {labels.again}
      </Button>
      <Button
        type="primary"
        icon={<Download size={14} aria-hidden="true" />}
        loading={busy}
        disabled={fileId === null}
        onClick={() => void save()}
      >
        {labels.download}
      </Button>
    </div>
  )
}

function FailedRows({ result }: { result: UploadResult }) {
  const { failedRows, badCount } = result
  const [reason, setReason] = useState<string>()
  const [page, setPage] = useState(1)
  const counts = useMemo(() => countReasons(failedRows), [failedRows])
  const rows = useMemo(
    () => (reason === undefined ? failedRows : failedRows.filter((row) => reasonsOf(row).includes(reason))),
    [failedRows, reason],
  )

  function choose(next: string | undefined) {
    setReason(next)
    setPage(1)
  }

  return (
    <>
      <ReasonChips all={badCount} counts={counts} chosen={reason} onChoose={choose} />
      <div className="failed-table">
        <ListTable
          columns={failedRowColumns}
          rows={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          rowKey={(row) => row.rowNumber}
          instead={null}
          stale={false}
          dense
          minWidth={960}
          label={labels.title(figure(badCount))}
          onOpen={undefined}
        />
      </div>
      <Pager page={page} total={rows.length} onGo={setPage} />
      <Notes result={result} counts={counts} />
    </>
  )
}

const UNSIGNED = reasonText('unsigned-blocked', { limitFen: 0n })

/** What the table alone does not tell: that there is more, and where unsigned people are invited. */
function Notes({ result, counts }: { result: UploadResult; counts: readonly ReasonCount[] }) {
  const capped = result.badCount > result.failedRows.length
  const unsigned = counts.some(({ reason }) => reason === UNSIGNED)
  if (!capped && !unsigned) return null
  return (
    <div className="failed-notes">
      {unsigned ? <p>{labels.unsigned}</p> : null}
      {capped ? <p>{labels.capped(figure(result.failedRows.length))}</p> : null}
    </div>
  )
}

type ReasonChipsProps = {
  all: number
  counts: readonly ReasonCount[]
  chosen: string | undefined
  onChoose: (reason: string | undefined) => void
}

function ReasonChips({ all, counts, chosen, onChoose }: ReasonChipsProps) {
  const chips = [{ reason: undefined, count: all }, ...counts]
  return (
    <fieldset className="reason-chips" aria-label={labels.chips}>
      {chips.map(({ reason, count }) => (
        <button
          key={reason ?? ''}
          className="reason-chip"
          type="button"
          aria-pressed={chosen === reason}
          onClick={() => onChoose(reason)}
        >
          {reason ?? labels.all} <b>{figure(count)}</b>
        </button>
      ))}
    </fieldset>
  )
}
