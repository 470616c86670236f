// A person's signed contract, read in place.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { fileIdIn } from '@paywages/wire/files/file-url.ts'
import type { PersonDetail } from '@paywages/wire/freelancers/shapes.ts'
import { DetailDrawer } from '../ui/display/detail-drawer.tsx'
import { FilePreview } from '../ui/files/file-preview.tsx'
import { personLabels as labels } from './labels.ts'

type ContractDrawerProps = {
  contract: NonNullable<PersonDetail['contract']>
  open: boolean
  onClose: () => void
}

export function ContractDrawer({ contract, open, onClose }: ContractDrawerProps) {
  const fileId = fileIdIn(contract.fileUrl)
  return (
    <DetailDrawer
      open={open}
      title={labels.contractTitle(contract.contractNo)}
      width="min(920px, 72vw)"
      onClose={onClose}
    >
      <p className="contract-line">
        {labels.contractLine(shanghaiMinute(contract.signedAt), contract.textVersion)}
        {contract.evidence === 'shown-link' ? labels.weakEvidence : ''}
      </p>
      {fileId === undefined ? null : (
        <FilePreview fileId={fileId} name={labels.contractFile(contract.contractNo)} size="page" />
      )}
    </DetailDrawer>
  )
}
