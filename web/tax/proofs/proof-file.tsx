// The file of a proof as a line: what it is, how large, to look at and to download.

import type { TaxProof } from '@paywages/wire/tax/shapes.ts'
import { FileMark } from '../../ui/files/file-mark.tsx'
import { isPdf } from '../../ui/files/file-preview.tsx'
import { sizeWords } from '../../ui/files/file-size.ts'
import { ViewFile } from '../../ui/files/view-file.tsx'
import { filesLabels as labels } from '../../ui/labels.ts'
import { RowActions } from '../../ui/list/row-actions.tsx'
import './proof-file.css'

export function ProofFile({ file }: { file: NonNullable<TaxProof['file']> }) {
  const { fileId, fileName, size, url } = file
  const look = isPdf(fileName) ? 'pdf' : 'picture'
  return (
    <div className="proof-file">
      <FileMark look={look} />
      <p className="proof-file-words">
        <span className="proof-file-title">{fileName}</span>
        <span className="proof-file-size">{sizeWords(size)}</span>
      </p>
      <RowActions>
        <ViewFile fileId={fileId} name={fileName} look={look} />
        <a href={url} download aria-label={labels.downloadOf(fileName)}>
          {labels.download}
        </a>
      </RowActions>
    </div>
  )
}
