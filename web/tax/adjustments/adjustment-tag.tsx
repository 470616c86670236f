// Where an adjustment stands, as a tag (docs/LOOK.md).

import type { AdjustmentStatus } from '@paywages/domain/tax/adjustments/adjustment-status.ts'
import { StatusTag, type Tone } from '../../ui/display/status-tag.tsx'
import { adjustmentStatusLabels } from './adjustment-labels.ts'

const TONES: Readonly<Record<AdjustmentStatus, Tone>> = {
  proposed: 'wait',
  confirmed: 'ok',
  rejected: 'bad',
  withdrawn: 'off',
}

export function AdjustmentTag({ status }: { status: AdjustmentStatus }) {
  return <StatusTag tone={TONES[status]}>{adjustmentStatusLabels[status]}</StatusTag>
}
