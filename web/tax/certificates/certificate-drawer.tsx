// The PDF of one tax certificate beside its list; each look is set again and written down (D28, D33).

import { downloadStatementsOfPeople } from '@paywages/wire/tax/endpoints.ts'
import type { TaxCertificate } from '@paywages/wire/tax/shapes.ts'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { addressOf } from '../../api/client.ts'
import { DetailDrawer } from '../../ui/display/detail-drawer.tsx'
import { certificateLabels, pdfLabels } from './certificate-labels.ts'
import { PaidTag } from './paid-tag.tsx'
import './certificate-drawer.css'

type CertificateDrawerProps = {
  /** Kept while the drawer closes, so that nothing vanishes from it. */
  statement: TaxCertificate | undefined
  open: boolean
  onDownload: (statement: TaxCertificate) => void
  onClose: () => void
}

export function CertificateDrawer({ statement, open, onDownload, onClose }: CertificateDrawerProps) {
  if (statement === undefined) return null
  const { statementId, statementNo, name, proofStatus } = statement
  const address = addressOf(downloadStatementsOfPeople, { statementIds: [statementId], inline: '1' })
  return (
    <DetailDrawer
      open={open}
      title={pdfLabels.title(name)}
      tag={<PaidTag status={proofStatus} />}
      width="min(860px, 88vw)"
      actions={
        <Button
          type="primary"
          icon={<Download size={14} aria-hidden="true" />}
          onClick={() => onDownload(statement)}
        >
          {certificateLabels.download}
        </Button>
      }
      onClose={onClose}
    >
      <div className="statement-paper">
        {open ? (
          <iframe
            key={statementId}
            src={`${address}#navpanes=0&view=FitH`}
            title={pdfLabels.name(statementNo, name)}
          />
        ) : null}
        <p>{pdfLabels.note}</p>
      </div>
    </DetailDrawer>
  )
}
