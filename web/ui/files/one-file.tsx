// The frame of a field that holds one file: the place to drop it, the strip while it is sent, or what the field makes of it.

import { Button } from 'antd'
import { FileText, TriangleAlert, Upload } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { fileFieldLabels as labels } from '../labels.ts'
import { FileChooser } from './file-chooser.tsx'
import './one-file.css'

export type OneFileWords = {
  /** What the file is, for those who hear the page. */
  label: string
  /** What letting go over the page will do. */
  dropHint: string
}

type OneFileProps = OneFileWords & {
  id: string | undefined
  endings: string
  busy: boolean
  onFiles: (files: readonly File[]) => void
  /** What stands in the field; undefined while it is empty. */
  children: ((choose: () => void) => ReactNode) | undefined
}

export function OneFile({ label, dropHint, id, endings, busy, onFiles, children }: OneFileProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const choose = () => chooser.current?.click()
  return (
    <div className="one-file">
      <FileChooser {...{ chooser, label, endings, dropHint, busy, onFiles }} />
      {children === undefined ? (
        <div className="one-file-empty">
          <Button
            id={id}
            // The form's label alone would hide the button's own words from those who hear the page.
            aria-label={labels.actionOn(labels.choose, label)}
            icon={<Upload size={14} aria-hidden="true" />}
            onClick={choose}
          >
            {labels.choose}
          </Button>
          <span>{labels.chooseHint}</span>
        </div>
      ) : (
        children(choose)
      )}
    </div>
  )
}

type FileStripProps = {
  name: string
  /** How much of it has been sent. */
  percent: number
  broken?: boolean
  /** Trying again, giving up. */
  children?: ReactNode
}

export function FileStrip({ name, percent, broken = false, children }: FileStripProps) {
  const Icon = broken ? TriangleAlert : FileText
  return (
    <div className="one-file-strip" data-broken={broken}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <div className="one-file-words">
        <p className="one-file-name">{name}</p>
        <p className="one-file-stage" role="status">
          {broken ? labels.broken : percent < 100 ? labels.sending(percent) : labels.storing}
        </p>
        {broken ? null : <UploadBar name={name} percent={percent} />}
      </div>
      {children}
    </div>
  )
}

export function UploadBar({ name, percent }: { name: string; percent: number }) {
  return (
    <span
      className="upload-progress"
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%` }} />
    </span>
  )
}
