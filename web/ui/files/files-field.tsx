// Several files in a form: chosen or dropped together, validated and sent at once, each with its progress; the value is what is kept.

import { inlineUrlOf } from '@paywages/wire/files/file-url.ts'
import { Button } from 'antd'
import { FileUp, RotateCw, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '../../api/refused.ts'
import { filesLabels as labels, uiLabels } from '../labels.ts'
import { RowActions } from '../list/row-actions.tsx'
import { FileChooser } from './file-chooser.tsx'
import { FileMark, lookOf } from './file-mark.tsx'
import { sizeWords } from './file-size.ts'
import { UploadBar } from './one-file.tsx'
import { type ListedFile, type SendFile, type UploadInProgress, useUploads } from './use-uploads.ts'
import { endingsOf, type FilesRule, validateChosen } from './validate-files.ts'
import { ViewFile } from './view-file.tsx'
import './files-field.css'

type FilesFieldProps = {
  rule: FilesRule
  send: SendFile
  /** What the files are, for those who hear the page. */
  label: string
  /** What they may be and how many. */
  hint: string
  /** The form waits while a file is on its way, or stuck there. */
  onBusy: (busy: boolean) => void
  /** antd's form gives the rest. */
  id?: string
  value?: readonly ListedFile[]
  onChange?: (files: readonly ListedFile[]) => void
}

export function FilesField({ rule, send, label, hint, onBusy, id, value = [], onChange }: FilesFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<readonly string[]>([])
  const files = useUploads({
    validate: (chosen, present) => validateChosen(chosen, present, rule),
    send,
    kept: value,
    onUploaded: (kept) => onChange?.(kept),
    onProblems: setProblems,
    onRefused: ({ name }, error) =>
      setProblems((reported) => [...reported, labels.problem(name, sentenceOf(error))]),
  })
  const busy = files.sending || files.inProgress.length > 0
  useEffect(() => {
    onBusy(busy)
    return () => onBusy(false)
  }, [busy, onBusy])
  function remove(file: ListedFile) {
    setProblems([])
    files.remove(file)
  }

  const count = value.length + files.inProgress.length
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a look of its own into the form.
    <div className="files-field" role="group" aria-label={label} {...(id === undefined ? {} : { id })}>
      <FileChooser
        chooser={chooser}
        label={label}
        endings={endingsOf(rule.kind)}
        multiple
        dropHint={labels.drop}
        onFiles={files.take}
      />
      <div className="files-zone" data-filled={count > 0}>
        <FileUp size={20} strokeWidth={1.5} aria-hidden="true" />
        <p>
          {labels.zone}
          <Button size="small" onClick={() => chooser.current?.click()}>
            {count === 0 ? labels.choose : labels.chooseMore}
          </Button>
        </p>
        <p className="files-hint">
          {hint}
          {count === 0 ? null : <span className="files-count">{labels.count(count, rule.most)}</span>}
        </p>
      </div>
      {problems.length === 0 ? null : (
        <div className="files-problems" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      {count === 0 ? null : (
        <ul className="files-list" aria-label={labels.list}>
          {value.map((file) => (
            <Kept key={file.fileId} file={file} onRemove={() => remove(file)} />
          ))}
          {files.inProgress.map((file) => (
            <OnItsWay
              key={file.key}
              upload={file}
              onAgain={() => files.again(file)}
              onCancel={() => files.cancel(file)}
            />
          ))}
        </ul>
      )}
      <p className="files-wait" role="status">
        {files.sending ? labels.wait : busy ? labels.stuck : null}
      </p>
    </div>
  )
}

function Kept({ file, onRemove }: { file: ListedFile; onRemove: () => void }) {
  const { fileId, name, size } = file
  const look = lookOf(file.content)
  return (
    <li>
      <span className="files-mark">
        {look === 'picture' ? <img src={inlineUrlOf(fileId)} alt="" /> : <FileMark look={look} />}
      </span>
      <span className="files-words">
        <span className="files-name">{name}</span>
        <span className="files-note">{sizeWords(size)}</span>
      </span>
      <RowActions>
        <ViewFile fileId={fileId} name={name} look={look} />
      </RowActions>
      <Button
        type="text"
        size="small"
        aria-label={labels.removeOf(name)}
        title={labels.remove}
        icon={<X size={14} aria-hidden="true" />}
        onClick={onRemove}
      />
    </li>
  )
}

type OnItsWayProps = { upload: UploadInProgress; onAgain: () => void; onCancel: () => void }

function OnItsWay({ upload: { file, content, percent, broken }, onAgain, onCancel }: OnItsWayProps) {
  const stage = broken ? labels.broken : percent < 100 ? labels.sending(percent) : labels.storing
  const [end, endOf] = broken ? [labels.remove, labels.removeOf] : [labels.cancel, labels.cancelOf]
  return (
    <li data-broken={broken}>
      <span className="files-mark">
        {broken ? (
          <TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />
        ) : (
          <FileMark look={lookOf(content)} />
        )}
      </span>
      <span className="files-words">
        <span className="files-name">{file.name}</span>
        <span className="files-note">{stage}</span>
        {broken ? null : <UploadBar name={file.name} percent={percent} />}
      </span>
      {broken ? (
        <Button
          size="small"
          aria-label={labels.againOf(file.name)}
          icon={<RotateCw size={12} aria-hidden="true" />}
          onClick={onAgain}
        >
          {labels.again}
        </Button>
      ) : null}
      <Button
        type="text"
        size="small"
        aria-label={endOf(file.name)}
        title={end}
        icon={<X size={14} aria-hidden="true" />}
        onClick={onCancel}
      />
    </li>
  )
}

const sentenceOf = (error: unknown) => (error instanceof CallRefused ? error.msg : uiLabels.unexpected)
