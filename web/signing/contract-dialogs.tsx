// The questions before an invitation is revoked, a contract is ended, or a flag is put to rest.

import { checkFlags, revokeLink, terminateContract } from '@paywages/wire/signing/endpoints.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'
import { call } from '../api/client.ts'
import { DescriptionList } from '../ui/display/description-list.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { FlagMarks } from './contract-tag.tsx'
import { checkLabels, resendLabels, revokeLabels, terminateLabels } from './labels.ts'
import { refreshContracts } from './refresh-contracts.ts'
import './contract-dialogs.css'

export type AskedAction = 'revoke' | 'terminate' | 'check'

type ContractDialogProps = {
  /** Stays while the dialog fades away. */
  contract: PersonalContract
  action: AskedAction
  open: boolean
  onDone: () => void
  onClose: () => void
}

export function ContractDialog({ contract, action, ...rest }: ContractDialogProps) {
  const { linkId, contractNo, name, providerName } = contract
  const contractId = contract.contractId ?? 0
  const object = resendLabels.object(
    name,
    contractNo === '' ? providerName : `${contractNo} · ${providerName}`,
  )
  const common = { ...rest, object, refresh: refreshContracts }
  switch (action) {
    case 'revoke':
      return (
        <ReasonDialog
          {...common}
          name="contract-revoke"
          words={revokeLabels}
          rules={rulesFor(revokeLink, 'reason')}
          send={(reason) => call(revokeLink, { linkId, reason })}
        />
      )
    case 'terminate':
      return (
        <ReasonDialog
          {...common}
          name="contract-terminate"
          words={terminateLabels}
          body={<Effects />}
          rules={rulesFor(terminateContract, 'reason')}
          send={(reason = '') => call(terminateContract, { contractId, reason })}
        />
      )
    case 'check':
      return (
        <ReasonDialog
          {...common}
          name="contract-check"
          words={checkLabels}
          body={<Suspicion contract={contract} />}
          field="note"
          rules={rulesFor(checkFlags, 'note')}
          danger={false}
          send={(note = '') => call(checkFlags, { contractId, note })}
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
