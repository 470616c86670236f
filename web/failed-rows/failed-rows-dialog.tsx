// Rows that were refused: what happened, chips by reason, wrong cells marked, and a sheet of them with their reasons.

import { downloadFile } from '@paywages/wire/files/endpoints.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import { Button, Modal } from 'antd'
import { Download, Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { download } from '../api/transfer-files.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { failedRowColumns } from './failed-row-columns.tsx'
import { FailedRowsHead, FailedRowsTable } from './failed-rows-table.tsx'
import { failureLabels as labels } from './labels.ts'
import { UnsignedOffer } from './unsigned-offer.tsx'
import './failed-rows-dialog.css'

/** What was tried, in words: an upload and a copy end alike and are told differently. */
export type FailedRowsWords = {
  readonly title: (bad: string) => string
  readonly advice: string
  readonly foot: string
}

type FailedRowsDialogProps = {
  words: FailedRowsWords
  /** Stays while the dialog fades away. */
  result: UploadResult
  fileName: string
  open: boolean
  /** Another try, between 关闭 and the download. */
  again: ReactNode
  onClose: () => void
  onClosed?: () => void
}

export function FailedRowsDialog(props: FailedRowsDialogProps) {
  const { words, result, fileName, open, again, onClose, onClosed } = props
  return (
    <Modal
      className="failed-rows"
      open={open}
      width={1080}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
      {...(onClosed === undefined ? {} : { afterClose: onClosed })}
      title={<DialogHead words={words} result={result} fileName={fileName} />}
      footer={<DialogFoot words={words} fileId={result.markedFileId} again={again} onClose={onClose} />}
    >
      <FailedRows words={words} result={result} />
    </Modal>
  )
}

const figure = (count: number) => count.toLocaleString('en-US')

type DialogHeadProps = { words: FailedRowsWords; result: UploadResult; fileName: string }

function DialogHead({ words, result, fileName }: DialogHeadProps) {
  const { goodCount, badCount } = result
  return (
    <FailedRowsHead title={words.title(figure(badCount))}>
      {fileName} · {labels.rows(figure(goodCount + badCount))}，<b data-tone="ok">{figure(goodCount)}</b>{' '}
      {labels.good}，<b data-tone="bad">{figure(badCount)}</b> {labels.bad}。{words.advice}
    </FailedRowsHead>
  )
}

type DialogFootProps = {
  words: FailedRowsWords
  fileId: string | null
  again: ReactNode
  onClose: () => void
}

function DialogFoot({ words, fileId, again, onClose }: DialogFootProps) {
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
        {words.foot}
      </span>
      <Button onClick={onClose}>{labels.close}</Button>
      {again}
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

type FailedRowsProps = { words: FailedRowsWords; result: UploadResult }

function FailedRows({ words, result }: FailedRowsProps) {
  const { failedRows, badCount } = result
  return (
    <>
      <FailedRowsTable
        rows={failedRows}
        all={badCount}
        columns={failedRowColumns}
        minWidth={960}
        label={words.title(figure(badCount))}
        steady
      />
      <Notes result={result} />
    </>
  )
}

/** What the table alone does not tell: who can be invited to sign, and that there is more. */
function Notes({ result }: { result: UploadResult }) {
  const { badCount, failedRows } = result
  return (
    <>
      <UnsignedOffer rows={failedRows} />
      {badCount > failedRows.length ? (
        <p className="failed-notes">{labels.capped(figure(failedRows.length))}</p>
      ) : null}
    </>
  )
}
