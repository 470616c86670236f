// The evidence of a proposal: chosen, sent at once, and shown as it was received; the field holds the file's id.

import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { uploadFile } from '@paywages/wire/files/endpoints.ts'
import { Button } from 'antd'
import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { upload } from '../api/transfer-files.ts'
import { toastProblem, toastRefusal } from '../ui/feedback/toast.ts'
import { FilePreview } from '../ui/files/file-preview.tsx'
import { proposeLabels as labels } from './labels.ts'

const ENDINGS = ['pdf', 'png', 'jpg', 'jpeg', 'gif', 'bmp'] as const

/** Judged before anything is sent; what the file really is, the server decides. */
export function judgeEvidence(file: Pick<File, 'name' | 'size'>): string | undefined {
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  if (!ENDINGS.some((one) => one === ending)) return labels.wrongType
  return file.size > FILE_RULES.evidence.limitBytes ? labels.tooLarge : undefined
}

type EvidenceFieldProps = {
  /** Told while a file is on its way: until it is there, nothing can be submitted. */
  onSending: (sending: boolean) => void
  /** antd's form gives the rest. */
  id?: string
  value?: string
  onChange?: (fileId: string | undefined) => void
}

export function EvidenceField({ onSending, id, value, onChange }: EvidenceFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const sending = useRef<AbortController>(undefined)
  const [percent, setPercent] = useState<number>()
  useEffect(() => () => sending.current?.abort(), [])
  useEffect(() => {
    onSending(percent !== undefined)
    return () => onSending(false)
  }, [percent, onSending])

  async function take(file: File | undefined) {
    if (file === undefined) return
    const problem = judgeEvidence(file)
    if (problem !== undefined) return toastProblem(problem)
    sending.current?.abort()
    const stop = new AbortController()
    sending.current = stop
    onChange?.(undefined)
    setName(file.name)
    setPercent(0)
    try {
      const fileId = await upload(uploadFile, { fileName: file.name, kind: 'evidence' }, [file], {
        signal: stop.signal,
        onProgress: ({ sentBytes, totalBytes }) => setPercent(Math.floor((sentBytes / totalBytes) * 100)),
      })
      onChange?.(fileId)
    } catch (error) {
      toastRefusal(error)
    } finally {
      if (sending.current === stop) setPercent(undefined)
    }
  }

  const words =
    percent !== undefined ? labels.sending(percent) : value === undefined ? labels.choose : labels.chooseAgain
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a look of its own into the form.
    <div className="evidence" role="group" aria-label={labels.evidence} {...(id === undefined ? {} : { id })}>
      {value === undefined ? null : <FilePreview fileId={value} name={name} size="thumb" />}
      <div className="evidence-words">
        <Button
          icon={<Upload size={14} aria-hidden="true" />}
          loading={percent !== undefined}
          onClick={() => chooser.current?.click()}
        >
          {words}
        </Button>
        <p className="evidence-hint">{value === undefined ? labels.evidenceHint : name}</p>
      </div>
      <input
        ref={chooser}
        type="file"
        // antd's forms show file inputs even where they are hidden.
        style={{ display: 'none' }}
        aria-label={labels.evidence}
        accept={ENDINGS.map((one) => `.${one}`).join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          void take(file)
          // The same file chosen again must be a change again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
