// The file of a proof as a line: what it is, how large, to look at and to download.

import type { TaxProof } from '@paywages/wire/tax/shapes.ts'
import { FileMark } from '../../ui/file-mark.tsx'
import { isPdf } from '../../ui/file-preview.tsx'
import { sizeWords } from '../../ui/file-size.ts'
import { filesLabels as labels } from '../../ui/labels.ts'
import { LookAtFile } from '../../ui/look-at-file.tsx'
import { RowActs } from '../../ui/row-acts.tsx'
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
      <RowActs>
        <LookAtFile fileId={fileId} name={fileName} look={look} />
        <a href={url} download aria-label={labels.downloadOf(fileName)}>
          {labels.download}
        </a>
      </RowActs>
    </div>
  )
}
