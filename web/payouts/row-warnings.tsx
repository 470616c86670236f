// The warnings of a row: an amber sign and words, one a line.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { RowWarning } from '@paywages/domain/payouts/sheet-warnings.ts'
import { TriangleAlert } from 'lucide-react'
import { Dash } from '../ui/display/description-list.tsx'
import { warningLabels } from './labels.ts'

type ReportedWarning = { readonly kind: RowWarning['kind']; readonly about?: string | undefined }

export function RowWarnings({ warnings }: { warnings: readonly ReportedWarning[] }) {
  if (warnings.length === 0) return <Dash />
  return (
    <ul className="row-warnings">
      {warnings.map((warning) => (
        <li key={warning.kind}>
          <TriangleAlert size={13} aria-hidden="true" />
          {warningWords(warning)}
        </li>
      ))}
    </ul>
  )
}

/** The usual amount comes in fen; batch numbers and banks as they are. */
export function warningWords({ kind, about }: ReportedWarning): string {
  const words = warningLabels[kind]
  if (about === undefined || words.about === undefined) return words.kind
  return words.about(kind === 'amount-unusual' ? formatYuanGrouped(BigInt(about)) : about)
}
