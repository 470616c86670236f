// What is said where net amounts of a sheet would no longer arrive as they were asked for.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { checkLabels as labels } from './labels.ts'

export function netChangedWords(changes: BatchHead['netChanges']): string {
  if (changes === null || changes.count === 0) return ''
  const sum = (fen: bigint) => (fen === 0n ? '' : formatYuanGrouped(fen))
  return labels.netChangedNote(
    changes.count.toLocaleString('en-US'),
    sum(changes.lessFen),
    sum(changes.moreFen),
  )
}
