// The files of an invoiced application: what each is, how large, to look at and to download (LOOK.md, 11).

import { fileUrlOf } from '@paywages/wire/files/file-url.ts'
import type { InvoiceFile } from '@paywages/wire/invoices/shapes.ts'
import { FileMark, lookOf } from '../ui/file-mark.tsx'
import { sizeWords } from '../ui/file-size.ts'
import { filesLabels } from '../ui/labels.ts'
import { LookAtFile } from '../ui/look-at-file.tsx'
import { RowActs } from '../ui/row-acts.tsx'
import { drawerLabels as labels } from './labels.ts'
import './invoice-files.css'

export function InvoiceFiles({ files }: { files: readonly InvoiceFile[] }) {
  return (
    <>
      <h3 className="invoice-section">
        {labels.files}
        <span className="invoice-files-count">{files.length}</span>
      </h3>
      <ul className="invoice-files">
        {files.map((file) => (
          <FileRow key={file.fileId} file={file} />
        ))}
      </ul>
    </>
  )
}

function FileRow({ file: { fileId, fileName, size, content } }: { file: InvoiceFile }) {
  const look = lookOf(content)
  return (
    <li>
      <FileMark look={look} />
      <span className="invoice-file-words">
        <span className="invoice-file-name">{fileName}</span>
        <span className="invoice-file-size">{sizeWords(size)}</span>
      </span>
      <RowActs>
        <LookAtFile fileId={fileId} name={fileName} look={look} />
        <a href={fileUrlOf(fileId)} download aria-label={filesLabels.downloadOf(fileName)}>
          {filesLabels.download}
        </a>
      </RowActs>
    </li>
  )
}
