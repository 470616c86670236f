// Rejects the file of a proof with a reason that whoever uploaded it will read (D31).

import { rejectProof } from '@paywages/wire/tax/endpoints.ts'
import type { TaxProof } from '@paywages/wire/tax/shapes.ts'
import { call } from '../../api/client.ts'
import { rulesFor } from '../../ui/form/field-rules.ts'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import { rejectLabels as labels } from './proof-labels.ts'
import { refreshProofs } from './refresh-proofs.ts'

type RejectProofDialogProps = {
  /** Stays while the dialog fades away. */
  proof: TaxProof
  open: boolean
  onClose: () => void
}

export function RejectProofDialog({ proof, open, onClose }: RejectProofDialogProps) {
  const { taxId, fileId, providerName, month, file } = proof
  return (
    <ReasonDialog
      open={open}
      name="reject-tax-proof"
      words={labels}
      object={labels.object(providerName, month, file?.fileName ?? '')}
      rules={rulesFor(rejectProof, 'reason')}
      send={(reason = '') => call(rejectProof, { taxId, reason, ...(fileId === null ? {} : { fileId }) })}
      refresh={refreshProofs}
      onClose={onClose}
    />
  )
}
