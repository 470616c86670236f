// The dialog of the upload: whose statements they are, which files, how far they have come, and what became of each.

import { MAX_STATEMENTS } from '@paywages/wire/bank-statements/endpoints.ts'
import { Button, Modal } from 'antd'
import { FileText, FileUp, X } from 'lucide-react'
import { useRef } from 'react'
import { FileChooser } from '../ui/files/file-chooser.tsx'
import { megabytesOf, percentSent, sizeWords } from '../ui/files/file-size.ts'
import { BrokenUploadStrip, UploadStrip } from '../ui/files/upload-strip.tsx'
import { uiLabels } from '../ui/labels.ts'
import { type Chosen, MAX_MEGABYTES } from './chosen-files.ts'
import { uploadLabels as labels } from './labels.ts'
import { UploadOutcomes } from './upload-outcomes.tsx'
import type { StatementUpload, UploadState } from './use-statement-upload.ts'
import './upload-dialog.css'

type UploadDialogProps = {
  open: boolean
  company: string
  chosen: Chosen
  upload: StatementUpload
  onAdd: (files: readonly File[]) => void
  onRemove: (file: File) => void
  onStart: () => void
  onClose: () => void
  onClosed: () => void
}

export function UploadDialog(props: UploadDialogProps) {
  const { open, company, chosen, upload, onClose } = props
  const { state, busy } = upload
  return (
    <Modal
      className="statement-upload"
      open={open}
      title={labels.title}
      width={640}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      closable={busy ? false : { 'aria-label': uiLabels.close }}
      keyboard={!busy}
      footer={<Foot {...props} />}
      onCancel={onClose}
      afterClose={props.onClosed}
    >
      {state.at === 'done' ? (
        <UploadOutcomes outcomes={state.outcomes} onLeave={onClose} />
      ) : (
        <>
          <Owner company={company} />
          {state.at === 'choosing' ? <Choosing {...props} refusals={state.refusals ?? []} /> : null}
          {busy ? <UnderWay count={chosen.files.length} upload={upload} /> : null}
          {state.at === 'broken' ? (
            <BrokenUploadStrip
              title={state.percent === undefined ? labels.brokenReading : labels.broken(state.percent)}
              hint={labels.brokenHint}
              resume={labels.again}
              onResume={props.onStart}
              dismiss={null}
            />
          ) : null}
          {chosen.files.length === 0 ? null : (
            <ChosenFiles
              files={chosen.files}
              onRemove={state.at === 'choosing' ? props.onRemove : undefined}
            />
          )}
        </>
      )}
    </Modal>
  )
}

function Foot({ chosen, upload, onStart, onClose }: UploadDialogProps) {
  const { state, busy } = upload
  if (state.at === 'done') {
    return (
      <>
        <Button onClick={upload.reset}>{labels.more}</Button>
        <Button type="primary" onClick={onClose}>
          {uiLabels.close}
        </Button>
      </>
    )
  }
  if (busy) return <Button onClick={upload.stop}>{labels.stop}</Button>
  const count = chosen.files.length
  return (
    <>
      <Button onClick={onClose}>{uiLabels.cancel}</Button>
      {state.at === 'broken' ? null : (
        <Button type="primary" disabled={count === 0} onClick={onStart}>
          {count > 1 ? labels.startOf(count) : labels.start}
        </Button>
      )}
    </>
  )
}

function Owner({ company }: { company: string }) {
  return (
    <dl className="statement-owner">
      <dt>{labels.owner}</dt>
      <dd>
        <strong>{company}</strong>
        <span>{labels.ownerNote}</span>
      </dd>
    </dl>
  )
}

type ChoosingProps = Pick<UploadDialogProps, 'chosen' | 'onAdd'> & { refusals: readonly string[] }

function Choosing({ chosen, onAdd, refusals }: ChoosingProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const problems = [...refusals, ...chosen.problems]
  return (
    <>
      <div className="statement-zone">
        <FileUp size={24} strokeWidth={1.5} aria-hidden="true" />
        <p className="statement-zone-words">
          {labels.zone}
          <Button size="small" onClick={() => chooser.current?.click()}>
            {labels.choose}
          </Button>
        </p>
        <p className="statement-zone-limits">{labels.limits(MAX_STATEMENTS, MAX_MEGABYTES)}</p>
        <FileChooser
          chooser={chooser}
          label={labels.choose}
          endings=".pdf,.xlsx,.xls,.csv,.txt,.xml"
          multiple
          onFiles={onAdd}
        />
      </div>
      {problems.length === 0 ? null : (
        <div className="statement-problems" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
    </>
  )
}

type ChosenFilesProps = {
  files: readonly File[]
  /** Absent while they travel. */
  onRemove: ((file: File) => void) | undefined
}

function ChosenFiles({ files, onRemove }: ChosenFilesProps) {
  return (
    <ul className="statement-files" aria-label={labels.chosen}>
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`}>
          <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="statement-file-name">{file.name}</span>
          <span className="statement-file-size">{sizeWords(file.size)}</span>
          {onRemove === undefined ? null : (
            <Button
              type="text"
              size="small"
              aria-label={labels.removeOf(file.name)}
              title={labels.remove}
              icon={<X size={14} aria-hidden="true" />}
              onClick={() => onRemove(file)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function UnderWay({ count, upload }: { count: number; upload: StatementUpload }) {
  const { state } = upload
  return (
    <UploadStrip
      icon={FileText}
      fileName={labels.underWay(count)}
      stage={stageOf(state)}
      percent={state.at === 'sending' ? percentSent(state) : undefined}
      action={null}
    />
  )
}

function stageOf(state: UploadState): string {
  if (state.at !== 'sending') return labels.reading
  return labels.sending(megabytesOf(state.sentBytes), megabytesOf(state.totalBytes))
}
