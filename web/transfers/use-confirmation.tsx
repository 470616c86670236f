// Confirms what another account proposed about a transfer; the question names amount, outcome and what follows (D41).

import { payoutRecord } from '@paywages/wire/payouts/endpoints.ts'
import { rechargeMoney } from '@paywages/wire/recharges/endpoints.ts'
import { decideResolution, pendingTransfers, transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import type { PendingTransfer } from '@paywages/wire/transfers/shapes.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { payeeAccount } from '../records/payee-account.tsx'
import { AmountBlock, type AmountLine, signedYuan } from '../ui/display/amount-block.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { consequences, decideLabels as labels, outcomeWords } from './labels.ts'
import { EvidenceLink } from './proposal-facts.tsx'

export function useConfirmation(onDone: () => void): (transfer: PendingTransfer) => Promise<void> {
  const confirmedStep = useConfirmedStep()
  return async (transfer) => {
    const { proposal, netFen, name, batchNo } = transfer
    if (proposal === null) return
    const { outcome, resolutionId } = proposal
    const { at } = await confirmedStep({
      title: labels.confirmTitle[outcome],
      object: labels.object(name, batchNo),
      body: <AmountBlock label={labels.amount} fen={netFen} lines={factsOf(transfer, proposal)} />,
      warning: consequences[outcome],
      action: labels.confirmAction[outcome](signedYuan(netFen)),
      danger: outcome !== 'succeeded',
      send: () => call(decideResolution, { resolutionId, confirmed: true }),
      done: labels.done,
    })
    if (at === 'cancelled') return
    onDone()
    await refresh(pendingTransfers, payoutRecord, transferHistory, rechargeMoney)
  }
}

type Proposal = NonNullable<PendingTransfer['proposal']>

export function factsOf(transfer: PendingTransfer, proposal: Proposal): readonly AmountLine[] {
  return [
    { label: labels.account, value: payeeAccount(transfer) },
    { label: labels.outcome, value: outcomeWords[proposal.outcome] },
    { label: labels.proposer, value: proposal.proposerName },
    { label: labels.reason, value: proposal.reason },
    { label: labels.evidence, value: <EvidenceLink fileId={proposal.evidenceFileId} /> },
  ]
}
