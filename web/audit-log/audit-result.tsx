// How an action ended, as a tag.

import type { AuditRow } from '@paywages/wire/audit-log/endpoints.ts'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { auditLabels } from './labels.ts'

export function AuditResult({ result }: { result: AuditRow['result'] }) {
  return <StatusTag tone={result === 'done' ? 'ok' : 'bad'}>{auditLabels[result] ?? result}</StatusTag>
}
