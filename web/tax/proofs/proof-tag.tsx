// Where a tax proof stands, as a tag (docs/LOOK.md).

import type { ProofStatus } from '@paywages/domain/tax/proof-status.ts'
import { StatusTag, type Tone } from '../../ui/display/status-tag.tsx'
import { statusLabels } from './proof-labels.ts'

const TONES: Readonly<Record<ProofStatus, Tone>> = {
  pending: 'wait',
  uploaded: 'ok',
  rejected: 'bad',
  updated: 'ok',
}

export function ProofTag({ status }: { status: ProofStatus }) {
  return <StatusTag tone={TONES[status]}>{statusLabels[status]}</StatusTag>
}
