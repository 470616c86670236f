// The status of an application as its tag; one taken back by its applicant says so.

import type { ApplicationStatus } from '@paywages/domain/invoices/application-status.ts'
import type { ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import { StatusTag, type Tone } from '../ui/display/status-tag.tsx'
import { statusLabels } from './labels.ts'

const TONES: Readonly<Record<ApplicationStatus, Tone>> = {
  pending: 'wait',
  invoicing: 'run',
  invoiced: 'ok',
  rejected: 'bad',
}

type Told = Pick<ApplicationRow, 'status' | 'withdrawn'>

export function InvoiceTag({ application: { status, withdrawn } }: { application: Told }) {
  if (withdrawn) return <StatusTag tone="off">{statusLabels.withdrawn}</StatusTag>
  return <StatusTag tone={TONES[status]}>{statusLabels[status]}</StatusTag>
}
