// One file of a form: chosen or dropped, uploaded at once, and shown before the form is sent.

import { Button } from 'antd'
import { FileText, TriangleAlert, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { fileFieldLabels as labels } from '../labels.ts'
import { FileDrop } from './file-drop.tsx'
import { FilePreview } from './file-preview.tsx'
import { FileProgress } from './file-progress.tsx'
import { type FileRoute, type KeptFile, type UploadState, useFileUpload } from './use-file-upload.ts'
import './file-field.css'

type FileFieldProps = FileRoute & {
  /** What the file is, for those who hear the page. */
  label: string
  /** What letting go over the page will do. */
  dropHint: string
  /** The endings it may have, as a chooser takes them: ".png,.pdf". */
  endings: string
  /** The form waits while a file is on its way. */
  onBusy: (busy: boolean) => void
  /** Below the name of a kept file: what it is. */
  about?: (file: KeptFile) => ReactNode
  /** Of a kept file that cannot go without another in its place. */
  mayRemove?: (file: KeptFile) => boolean
  /** antd's form gives the rest. */
  id?: string
  value?: KeptFile | undefined
  onChange?: (file: KeptFile | undefined) => void
}

export function FileField(props: FileFieldProps) {
  const { label, dropHint, endings, id, value, onChange, onBusy } = props
  const chooser = useRef<HTMLInputElement>(null)
  const { state, take, resume, cancel } = useFileUpload(props, (file) => onChange?.(file))
  const sending = state.at === 'sending'
  useEffect(() => {
    onBusy(sending)
    return () => onBusy(false)
  }, [sending, onBusy])
  const choose = () => chooser.current?.click()
  return (
    <div className="file-field">
      <input
        ref={chooser}
        className="file-field-chooser"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={endings}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file chosen again must be a change again.
          event.target.value = ''
          void take(files)
        }}
      />
      <FileDrop hint={dropHint} disabled={sending} onFiles={(files) => void take(files)} />
      {state.at !== 'idle' ? (
        <OnItsWay state={state} onResume={resume} onCancel={cancel} />
      ) : value === undefined ? (
        <div className="file-field-empty">
          <Button id={id} icon={<Upload size={14} aria-hidden="true" />} onClick={choose}>
            {labels.choose}
          </Button>
          <span>{labels.chooseHint}</span>
        </div>
      ) : (
        <Kept
          id={id}
          file={value}
          about={props.about?.(value)}
          onReplace={choose}
          {...((props.mayRemove?.(value) ?? true) ? { onRemove: () => onChange?.(undefined) } : {})}
        />
      )}
    </div>
  )
}

type KeptProps = {
  id: string | undefined
  file: KeptFile
  about: ReactNode
  onReplace: () => void
  onRemove?: () => void
}

function Kept({ id, file, about, onReplace, onRemove }: KeptProps) {
  return (
    <div className="file-field-kept">
      <FilePreview fileId={file.fileId} name={file.name} size="thumb" />
      <div>
        <p className="file-field-name">{file.name}</p>
        {about}
        <div className="file-field-acts">
          <Button id={id} size="small" onClick={onReplace}>
            {labels.replace}
          </Button>
          {onRemove === undefined ? null : (
            <Button size="small" type="text" onClick={onRemove}>
              {labels.remove}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

type OnItsWayProps = {
  state: Exclude<UploadState, { at: 'idle' }>
  onResume: () => void
  onCancel: () => void
}

function OnItsWay({ state, onResume, onCancel }: OnItsWayProps) {
  const broken = state.at === 'broken'
  const Icon = broken ? TriangleAlert : FileText
  const percent = state.at === 'sending' ? state.percent : 0
  const stage = broken ? labels.broken : percent < 100 ? labels.sending(percent) : labels.storing
  return (
    <div className="file-field-strip" data-broken={broken}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <FileProgress name={state.file.name} stage={stage} percent={broken ? undefined : percent} />
      {broken ? (
        <Button size="small" onClick={onResume}>
          {labels.again}
        </Button>
      ) : null}
      <Button size="small" type="text" onClick={onCancel}>
        {broken ? labels.remove : labels.cancel}
      </Button>
    </div>
  )
}
