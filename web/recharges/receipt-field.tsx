// The receipt in the form: chosen or dropped, uploaded at once, and shown before the form is sent.

import { Button } from 'antd'
import { FileText, TriangleAlert, Upload } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { FileDrop } from '../ui/file-drop.tsx'
import { FilePreview } from '../ui/file-preview.tsx'
import { addLabels as labels } from './labels.ts'
import { RECEIPT_ENDINGS } from './receipt-file.ts'
import { type KeptReceipt, type ReceiptState, useReceiptUpload } from './use-receipt-upload.ts'
import './receipt-field.css'

type ReceiptFieldProps = {
  id?: string
  value?: KeptReceipt | undefined
  onChange?: (receipt: KeptReceipt | undefined) => void
  /** The form waits while a receipt is on its way. */
  onBusy: (busy: boolean) => void
}

export function ReceiptField({ id, value, onChange, onBusy }: ReceiptFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const { state, take, resume, cancel } = useReceiptUpload((receipt) => onChange?.(receipt))
  const sending = state.at === 'sending'
  useEffect(() => onBusy(sending), [sending, onBusy])
  const choose = () => chooser.current?.click()
  return (
    <div className="receipt-field">
      <input
        ref={chooser}
        className="receipt-chooser"
        type="file"
        tabIndex={-1}
        aria-label={labels.receipt}
        accept={RECEIPT_ENDINGS}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file chosen again must be a change again.
          event.target.value = ''
          take(files)
        }}
      />
      <FileDrop hint={labels.drop} disabled={sending} onFiles={take} />
      {state.at !== 'idle' ? (
        <OnItsWay state={state} onResume={resume} onCancel={cancel} />
      ) : value === undefined ? (
        <div className="receipt-empty">
          <Button id={id} icon={<Upload size={14} aria-hidden="true" />} onClick={choose}>
            {labels.choose}
          </Button>
          <span>{labels.chooseHint}</span>
        </div>
      ) : (
        <Kept id={id} receipt={value} onReplace={choose} onRemove={() => onChange?.(undefined)} />
      )}
    </div>
  )
}

type KeptProps = {
  id: string | undefined
  receipt: KeptReceipt
  onReplace: () => void
  onRemove: () => void
}

function Kept({ id, receipt, onReplace, onRemove }: KeptProps) {
  return (
    <div className="receipt-kept">
      <FilePreview fileId={receipt.fileId} name={receipt.name} size="thumb" />
      <div>
        <p className="receipt-name">{receipt.name}</p>
        <div className="receipt-acts">
          <Button id={id} size="small" onClick={onReplace}>
            {labels.replace}
          </Button>
          <Button size="small" type="text" onClick={onRemove}>
            {labels.remove}
          </Button>
        </div>
      </div>
    </div>
  )
}

type OnItsWayProps = {
  state: Exclude<ReceiptState, { at: 'idle' }>
  onResume: () => void
  onCancel: () => void
}

function OnItsWay({ state, onResume, onCancel }: OnItsWayProps) {
  const broken = state.at === 'broken'
  const Icon = broken ? TriangleAlert : FileText
  const percent = state.at === 'sending' ? state.percent : 0
  const stage = broken ? labels.broken : percent < 100 ? labels.sending(percent) : labels.storing
  return (
    <div className="receipt-strip" data-broken={broken}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <div className="receipt-strip-words">
        <p className="receipt-name">{state.file.name}</p>
        <p className="receipt-stage" role="status">
          {stage}
        </p>
        {broken ? null : (
          <div
            className="receipt-bar"
            role="progressbar"
            aria-label={state.file.name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <div style={{ width: `${percent}%` }} />
          </div>
        )}
      </div>
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
