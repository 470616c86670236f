// The files of an invoiced application: what each is, how large, to look at and to download (docs/LOOK.md, 11).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { fileUrlOf } from '@paywages/wire/files/file-url.ts'
import type { ApplicationDetail, InvoiceFile } from '@paywages/wire/invoices/shapes.ts'
import { FileMark, lookOf } from '../ui/files/file-mark.tsx'
import { sizeWords } from '../ui/files/file-size.ts'
import { ViewFile } from '../ui/files/view-file.tsx'
import { filesLabels } from '../ui/labels.ts'
import { RowActions } from '../ui/list/row-actions.tsx'
import { drawerLabels as labels } from './labels.ts'
import './invoice-files.css'

type Removed = ApplicationDetail['removedFiles'][number]

type InvoiceFilesProps = { files: readonly InvoiceFile[]; removed: readonly Removed[] }

export function InvoiceFiles({ files, removed }: InvoiceFilesProps) {
  return (
    <>
      <h3 className="invoice-section">
        {labels.files}
        <span className="invoice-files-count">{files.length}</span>
      </h3>
      <FileRows files={files} />
      {removed.length === 0 ? null : (
        <>
          <h4 className="invoice-files-removed">{labels.removedFiles}</h4>
          <FileRows files={removed} />
        </>
      )}
    </>
  )
}

function FileRows({ files }: { files: readonly (InvoiceFile | Removed)[] }) {
  return (
    <ul className="invoice-files">
      {files.map((file) => (
        <FileRow key={file.fileId} file={file} />
      ))}
    </ul>
  )
}

function FileRow({ file }: { file: InvoiceFile | Removed }) {
  const { fileId, fileName } = file
  const look = lookOf(file.content)
  const size = sizeWords(file.size)
  const note = 'removedAt' in file ? `${size} · ${labels.removedAt(shanghaiMinute(file.removedAt))}` : size
  return (
    <li>
      <FileMark look={look} />
      <span className="invoice-file-words">
        <span className="invoice-file-name">{fileName}</span>
        <span className="invoice-file-size">{note}</span>
      </span>
      <RowActions>
        <ViewFile fileId={fileId} name={fileName} look={look} />
        <a href={fileUrlOf(fileId)} download aria-label={filesLabels.downloadOf(fileName)}>
          {filesLabels.download}
        </a>
      </RowActions>
    </li>
  )
}
