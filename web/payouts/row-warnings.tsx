// The warnings of a row: an amber sign and words, one a line.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { type ShownWarning, VAT_WARNING } from '@paywages/domain/payouts/sheet-warnings.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { TriangleAlert } from 'lucide-react'
import { Dash } from '../ui/display/description-list.tsx'
import { warningLabels } from './labels.ts'

type ReportedWarning = { readonly kind: ShownWarning; readonly about?: string | undefined }

type WarnedRow = Pick<DetailRow, 'warnings' | 'aboveVat' | 'platformPaidFen'>

export function RowWarnings({ row }: { row: WarnedRow }) {
  const warnings = reportedOf(row)
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

/** The one of VAT comes last; its sum only for those who may know it. */
function reportedOf({ warnings, aboveVat, platformPaidFen }: WarnedRow): readonly ReportedWarning[] {
  if (!aboveVat) return warnings
  const about = platformPaidFen === null ? {} : { about: String(platformPaidFen) }
  return [...warnings, { kind: VAT_WARNING, ...about }]
}

/** Sums come in fen; batch numbers and banks as they are. */
export function warningWords({ kind, about }: ReportedWarning): string {
  const words = warningLabels[kind]
  if (about === undefined || words.about === undefined) return words.kind
  const isSum = kind === 'amount-unusual' || kind === VAT_WARNING
  return words.about(isSum ? formatYuanGrouped(BigInt(about)) : about)
}
