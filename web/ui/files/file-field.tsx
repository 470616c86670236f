// One file of a form: chosen or dropped, uploaded at once, and shown before the form is sent.

import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { toastProblem, toastRefusal } from '../feedback/toast.ts'
import { fileFieldLabels as labels } from '../labels.ts'
import { FilePreview } from './file-preview.tsx'
import { FileStrip, OneFile, type OneFileWords } from './one-file.tsx'
import { type SendFile, type UploadedFile, useUploads } from './use-uploads.ts'
import type { ValidatedFile } from './validate-files.ts'

/** What antd's form gives a field that holds one kept file. */
export type FileFieldValue = {
  id?: string
  value?: UploadedFile | undefined
  onChange?: (file: UploadedFile | undefined) => void
}

type FileFieldProps = FileFieldValue &
  OneFileWords & {
    /** The endings it may have, as a chooser takes them: ".png,.pdf". */
    endings: string
    validate: (files: readonly File[]) => ValidatedFile | Promise<ValidatedFile>
    send: SendFile
    /** The form waits while a file is on its way. */
    onBusy: (busy: boolean) => void
    /** Below the name of a kept file: what it is. */
    about?: (file: UploadedFile) => ReactNode
    /** Of a kept file that cannot go without another in its place. */
    mayRemove?: (file: UploadedFile) => boolean
  }

export function FileField(props: FileFieldProps) {
  const { label, dropHint, endings, validate, send, id, value, onChange, onBusy, about, mayRemove } = props
  const { inProgress, take, again, cancel, sending } = useUploads({
    single: true,
    validate: async (files) => {
      const validated = await validate(files)
      if (validated === undefined) return { fit: [], problems: [] }
      if ('problem' in validated) return { fit: [], problems: [validated.problem] }
      return { fit: [{ ...validated, content: 'unknown' }], problems: [] }
    },
    send,
    kept: [],
    onUploaded: ([file]) => file && onChange?.({ fileId: file.fileId, name: file.name }),
    onProblems: (problems) => problems.forEach(toastProblem),
    onRefused: (_, error) => toastRefusal(error),
  })
  useEffect(() => {
    onBusy(sending)
    return () => onBusy(false)
  }, [sending, onBusy])
  const [underWay] = inProgress

  function shown(choose: () => void): ReactNode {
    if (underWay !== undefined) {
      const { file, percent, broken } = underWay
      return (
        <FileStrip name={file.name} percent={percent} broken={broken}>
          {broken ? (
            <Button size="small" onClick={() => again(underWay)}>
              {labels.again}
            </Button>
          ) : null}
          <Button size="small" type="text" onClick={() => cancel(underWay)}>
            {broken ? labels.remove : labels.cancel}
          </Button>
        </FileStrip>
      )
    }
    if (value === undefined) return null
    return (
      <div className="one-file-kept">
        <FilePreview fileId={value.fileId} name={value.name} size="thumb" />
        <div>
          <p className="one-file-name">{value.name}</p>
          {about?.(value)}
          <div className="one-file-acts">
            <Button id={id} size="small" onClick={choose}>
              {labels.replace}
            </Button>
            {(mayRemove?.(value) ?? true) ? (
              <Button size="small" type="text" onClick={() => onChange?.(undefined)}>
                {labels.remove}
              </Button>
            ) : null}
          </div>
        </div>
      </div>
    )
  }

  return (
    <OneFile {...{ label, dropHint, id, endings }} busy={underWay !== undefined && sending} onFiles={take}>
      {underWay === undefined && value === undefined ? undefined : shown}
    </OneFile>
  )
}
