// Where an enterprise contract stands, as a tag.

import type { ContractStatus } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import { StatusTag, type Tone } from '../ui/display/status-tag.tsx'
import { statusLabels } from './labels.ts'

const TONES: Readonly<Record<ContractStatus, Tone>> = {
  pending: 'wait',
  effective: 'ok',
  expired: 'off',
  terminated: 'off',
}

export function ContractTag({ status }: { status: ContractStatus }) {
  return <StatusTag tone={TONES[status]}>{statusLabels[status]}</StatusTag>
}
