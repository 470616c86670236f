// The PDF of a contract as a line: its name and what it is, to look at in place or to download (docs/LOOK.md, 11).

import type { EnterpriseContract } from '@paywages/wire/enterprise-contracts/shapes.ts'
import { useId, useState } from 'react'
import { FileMark } from '../ui/files/file-mark.tsx'
import { FilePreview, isPdf, mayPreview } from '../ui/files/file-preview.tsx'
import { sizeWords } from '../ui/files/file-size.ts'
import { RowAction } from '../ui/list/row-actions.tsx'
import { contractLabels, drawerLabels as labels } from './labels.ts'
import './contract-file.css'

type ContractFileProps = {
  file: NonNullable<EnterpriseContract['file']>
  signed: boolean
  onDownload: () => void
}

export function ContractFile({ file: { fileId, fileName, size }, signed, onDownload }: ContractFileProps) {
  const [shown, setShown] = useState(false)
  const preview = useId()
  return (
    <div className="contract-file">
      <div className="contract-file-row">
        <FileMark look={isPdf(fileName) ? 'pdf' : mayPreview(fileName) ? 'picture' : 'other'} />
        <p className="contract-file-words">
          <span className="contract-file-name">{fileName}</span>
          <span className="contract-file-note">{sizeWords(size)}</span>
          <span className="contract-file-note" data-signed={signed}>
            {signed ? labels.signed : labels.made}
          </span>
        </p>
        <div className="row-acts">
          {mayPreview(fileName) ? (
            <button
              className="row-act"
              type="button"
              aria-expanded={shown}
              aria-controls={preview}
              aria-label={shown ? labels.hideOf(fileName) : labels.lookAt(fileName)}
              onClick={() => setShown(!shown)}
            >
              {shown ? labels.hide : labels.look}
            </button>
          ) : null}
          <RowAction onClick={onDownload}>{contractLabels.download}</RowAction>
        </div>
      </div>
      <div id={preview}>{shown ? <FilePreview fileId={fileId} name={fileName} size="page" /> : null}</div>
    </div>
  )
}
