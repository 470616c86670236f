// The questions before an invitation is revoked, a contract is ended, or a flag is put to rest.

import { checkFlags, revokeLink, terminateContract } from '@paywages/wire/signing/endpoints.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'
import { DescriptionList } from '../ui/display/description-list.tsx'
import { FlagMarks } from './contract-tag.tsx'
import { checkLabels, resendLabels, revokeLabels, terminateLabels } from './labels.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import './contract-dialogs.css'

export type AskedAct = 'revoke' | 'terminate' | 'check'

type ContractDialogProps = {
  /** Stays while the dialog fades away. */
  contract: PersonalContract
  act: AskedAct
  open: boolean
  onDone: () => void
  onClose: () => void
}

export function ContractDialog({ contract, act, ...rest }: ContractDialogProps) {
  const { linkId, contractNo, name, providerName } = contract
  const contractId = contract.contractId ?? 0
  const object = resendLabels.object(
    name,
    contractNo === '' ? providerName : `${contractNo} · ${providerName}`,
  )
  const common = { ...rest, object }
  switch (act) {
    case 'revoke':
      return (
        <ReasonDialog
          {...common}
          endpoint={revokeLink}
          field="reason"
          askOf={(reason) => ({ linkId, reason })}
          words={revokeLabels}
          danger
        />
      )
    case 'terminate':
      return (
        <ReasonDialog
          {...common}
          endpoint={terminateContract}
          field="reason"
          askOf={(reason = '') => ({ contractId, reason })}
          words={terminateLabels}
          body={<Effects />}
          danger
        />
      )
    case 'check':
      return (
        <ReasonDialog
          {...common}
          endpoint={checkFlags}
          field="note"
          askOf={(note = '') => ({ contractId, note })}
          words={checkLabels}
          body={<Suspicion contract={contract} />}
        />
      )
  }
}

function Effects() {
  return (
    <ul className="contract-effects">
      {terminateLabels.effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  )
}

function Suspicion({ contract }: { contract: PersonalContract }) {
  return (
    <div className="contract-suspicion">
      <FlagMarks contract={contract} />
      <DescriptionList
        columns={1}
        items={[
          { label: checkLabels.address, value: contract.address },
          { label: checkLabels.device, value: contract.device },
        ]}
      />
    </div>
  )
}
