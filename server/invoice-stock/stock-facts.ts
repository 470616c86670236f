// A month's stock as the audit log keeps it: a fact a type and figure.

import { formatYuan } from '@paywages/domain/money/fen.ts'
import type { AuditFacts } from '../audit-log/record-entry.ts'
import type { EnteredLine } from './store.ts'

export function stockFacts(lines: readonly EnteredLine[]): AuditFacts {
  return Object.fromEntries(
    lines.flatMap(({ type, supported, sufficient, count, amountFen }) => [
      [`${type}-supported`, supported],
      [`${type}-sufficient`, sufficient],
      [`${type}-count`, count],
      [`${type}-amount`, formatYuan(amountFen)],
    ]),
  )
}
