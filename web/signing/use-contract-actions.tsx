// Does what is offered on a personal contract: shows its link, sends it again, downloads it, or asks before it ends.

import { downloadContracts, resendLink, showLink } from '@paywages/wire/signing/endpoints.ts'
import type { PersonalContract, ShownLink } from '@paywages/wire/signing/shapes.ts'
import type { ReactNode } from 'react'
import { call } from '../api/client.ts'
import { download } from '../api/transfer-files.ts'
import { useInvitationDialog } from '../invitations/invitation-dialog.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { useShown } from '../ui/page/use-shown.ts'
import type { ContractAction } from './contract-actions.ts'
import { type AskedAction, ContractDialog } from './contract-dialogs.tsx'
import { resendLabels as labels } from './labels.ts'
import { refreshContracts } from './refresh-contracts.ts'

export type DoableAction = Exclude<ContractAction, 'look'>
export type DoAction = (action: DoableAction, contract: PersonalContract) => void

/** `onDone` follows whatever changed the contract; `dialogs` stand anywhere on the page. */
export function useContractActions(onDone: () => void): { action: DoAction; dialogs: ReactNode } {
  const invitation = useInvitationDialog()
  const resend = useResend()
  const asked = useShown<{ action: AskedAction; contract: PersonalContract }>()

  async function sendAgain(contract: PersonalContract) {
    const link = await resend(contract)
    if (link === undefined) return
    onDone()
    invitation.show({ link, who: contract.name })
  }

  async function look({ linkId, name }: PersonalContract) {
    const link = await call(showLink, { linkId }).catch(toastRefusal)
    // A refused look means that the link is no longer what the row says.
    if (link === undefined) await refreshContracts()
    else invitation.show({ link, who: name })
  }

  function action(wanted: DoableAction, contract: PersonalContract) {
    switch (wanted) {
      case 'show-link':
        return void look(contract)
      case 'resend':
        return void sendAgain(contract)
      case 'download':
        return void download(downloadContracts, { contractIds: [contract.contractId ?? 0] }).catch(
          toastRefusal,
        )
      default:
        asked.show({ action: wanted, contract })
    }
  }

  const dialogs = (
    <>
      {invitation.dialog}
      {asked.shown === undefined ? null : (
        <ContractDialog {...asked.shown} open={asked.open} onDone={onDone} onClose={asked.close} />
      )}
    </>
  )
  return { action, dialogs }
}

/** Asks, and gives the fresh link; nothing where it was refused or not wanted. */
function useResend(): (contract: PersonalContract) => Promise<ShownLink | undefined> {
  const confirmedStep = useConfirmedStep()
  return async ({ linkId, name, providerName }) => {
    const outcome = await confirmedStep({
      title: labels.title,
      object: labels.object(name, providerName),
      body: labels.body,
      warning: labels.warning,
      action: labels.action,
      send: () => call(resendLink, { linkId }),
    })
    if (outcome.at !== 'cancelled') void refreshContracts()
    return outcome.at === 'done' ? outcome.answer : undefined
  }
}
