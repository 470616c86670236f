// What was proposed about a transfer: the outcome, why, by whom, and the evidence to look at.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { inlineUrlOf } from '@paywages/wire/files/file-url.ts'
import type { PendingTransfer } from '@paywages/wire/transfers/shapes.ts'
import { ExternalLink } from 'lucide-react'
import { historyLabels } from '../payout-record/labels.ts'
import { DescriptionList } from '../ui/display/description-list.tsx'
import { decideLabels as labels, outcomeWords, pendingLabels } from './labels.ts'

type Proposal = NonNullable<PendingTransfer['proposal']>

export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { outcome, reason, evidenceFileId, proposerName, at } = proposal
  return (
    <section>
      <h2>{pendingLabels.opinion}</h2>
      <DescriptionList
        columns={1}
        items={[
          { label: labels.outcome, value: outcomeWords[outcome] },
          { label: labels.proposer, value: historyLabels.by(proposerName, shanghaiMinute(at)) },
          { label: labels.reason, value: reason },
          { label: labels.evidence, value: <EvidenceLink fileId={evidenceFileId} /> },
        ]}
      />
    </section>
  )
}

/** In a window of its own: a picture or a PDF, as the browser shows it. */
export function EvidenceLink({ fileId }: { fileId: string }) {
  return (
    <a className="evidence-link" href={inlineUrlOf(fileId)} target="_blank" rel="noreferrer">
      {labels.viewEvidence}
      <ExternalLink size={14} aria-hidden="true" />
    </a>
  )
}
