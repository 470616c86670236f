// One file of a form that is sent with the form itself: chosen or dropped, judged at once, with its progress while it travels.

import type { FileKind } from '@paywages/domain/files/file-kind.ts'
import { Button } from 'antd'
import { FileText, Upload } from 'lucide-react'
import { useRef } from 'react'
import { toastProblem } from '../feedback/toast.ts'
import { fileFieldLabels as labels } from '../labels.ts'
import { FileDrop } from './file-drop.tsx'
import { FileMark } from './file-mark.tsx'
import { isPdf } from './file-preview.tsx'
import { FileProgress } from './file-progress.tsx'
import { sizeWords } from './file-size.ts'
import { endingsOf } from './judge-files.ts'
import { judgeOneFile } from './judge-one-file.ts'
import './file-field.css'
import './chosen-file-field.css'

type ChosenFileFieldProps = {
  kind: FileKind
  /** What the file is, for those who hear the page. */
  label: string
  /** What letting go over the page will do. */
  dropHint: string
  /** How much of it has been sent; undefined while it is not on its way. */
  percent: number | undefined
  /** antd's form gives the rest. */
  id?: string
  value?: File | undefined
  onChange?: (file: File | undefined) => void
}

export function ChosenFileField(props: ChosenFileFieldProps) {
  const { kind, label, dropHint, percent, id, value, onChange } = props
  const chooser = useRef<HTMLInputElement>(null)
  const sending = percent !== undefined

  async function take(files: readonly File[]) {
    const judged = await judgeOneFile(kind, files)
    if (judged === undefined) return
    if ('problem' in judged) toastProblem(judged.problem)
    else onChange?.(judged.file)
  }

  const choose = () => chooser.current?.click()
  return (
    <div className="file-field">
      <input
        ref={chooser}
        className="file-field-chooser"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={endingsOf(kind)}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file chosen again must be a change again.
          event.target.value = ''
          void take(files)
        }}
      />
      <FileDrop hint={dropHint} disabled={sending} onFiles={(files) => void take(files)} />
      {value === undefined ? (
        <div className="file-field-empty">
          <Button
            id={id}
            // The form's label alone would hide the button's own words from those who hear the page.
            aria-label={labels.actOn(labels.choose, label)}
            icon={<Upload size={14} aria-hidden="true" />}
            onClick={choose}
          >
            {labels.choose}
          </Button>
          <span>{labels.chooseHint}</span>
        </div>
      ) : sending ? (
        <OnItsWay name={value.name} percent={percent} />
      ) : (
        <div className="file-field-chosen">
          <FileMark look={isPdf(value.name) ? 'pdf' : 'picture'} />
          <div className="file-field-chosen-words">
            <p className="file-field-name">{value.name}</p>
            <p className="file-field-about">{sizeWords(value.size)}</p>
          </div>
          <Button id={id} size="small" aria-label={labels.actOn(labels.change, label)} onClick={choose}>
            {labels.change}
          </Button>
          <Button size="small" type="text" onClick={() => onChange?.(undefined)}>
            {labels.remove}
          </Button>
        </div>
      )}
    </div>
  )
}

function OnItsWay({ name, percent }: { name: string; percent: number }) {
  return (
    <div className="file-field-strip">
      <FileText size={20} strokeWidth={1.75} aria-hidden="true" />
      <FileProgress
        name={name}
        stage={percent < 100 ? labels.sending(percent) : labels.storing}
        percent={percent}
      />
    </div>
  )
}
