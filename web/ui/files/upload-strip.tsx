// The strip over a table while a file is under way: its name, the stage in figures, a bar; red when the network broke.

import { Button } from 'antd'
import { FileSpreadsheet, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './upload-strip.css'

type UploadStripProps = {
  fileName: string
  stage: string
  /** 0 to 100; undefined where nobody knows how much is left. */
  percent: number | undefined
  action: ReactNode
  icon?: LucideIcon
}

export function UploadStrip(props: UploadStripProps) {
  const { fileName, stage, percent, action, icon: Icon = FileSpreadsheet } = props
  return (
    <div className="upload-strip">
      <Icon className="upload-icon" size={20} strokeWidth={1.75} aria-hidden="true" />
      <div className="upload-middle">
        <p className="upload-words">
          <span className="upload-name">{fileName}</span>
          <span className="upload-stage" role="status">
            {stage}
          </span>
        </p>
        <div
          className="upload-bar"
          role="progressbar"
          aria-label={fileName}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          data-open={percent === undefined}
        >
          <div className="upload-filled" style={{ width: percent === undefined ? '30%' : `${percent}%` }} />
        </div>
      </div>
      <span className="upload-percent">{percent === undefined ? '' : `${percent}%`}</span>
      {action}
    </div>
  )
}

type BrokenStripProps = {
  title: string
  hint: string
  onResume: () => void
  resume: string
  dismiss: ReactNode
}

export function BrokenUploadStrip({ title, hint, onResume, resume, dismiss }: BrokenStripProps) {
  return (
    <div className="upload-strip upload-broken" role="alert">
      <TriangleAlert className="upload-icon" size={20} aria-hidden="true" />
      <div className="upload-middle">
        <p className="upload-name">{title}</p>
        <p className="upload-hint">{hint}</p>
      </div>
      {dismiss}
      <Button size="small" onClick={onResume}>
        {resume}
      </Button>
    </div>
  )
}
