// Whether the totals that a statement prints of itself agree with what was read of it.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { StatementHead } from '@paywages/wire/bank-statements/shapes.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { totalLabels as labels } from './labels.ts'

export function PrintedTotals({ statement }: { statement: Pick<StatementHead, 'totals' | 'unreadCount'> }) {
  const { totals, unreadCount } = statement
  const differing = totals.filter(({ printed, read }) => printed !== read)
  const words = [
    ...(unreadCount === 0 ? [] : [labels.unread(unreadCount.toLocaleString('en-US'))]),
    ...differing.map(({ kind, printed, read }) =>
      labels.differs(labels.kinds[kind], figure(kind, printed), figure(kind, read)),
    ),
  ]
  if (words.length > 0) return <Notice tone="wait" title={words.join('；')} />
  return totals.length === 0 ? null : <Notice tone="info" title={labels.agree(totals.length)} />
}

/** Sums come in fen, counts as they are. */
function figure(kind: string, value: string): string {
  return kind.endsWith('count') ? BigInt(value).toLocaleString('en-US') : formatYuanGrouped(BigInt(value))
}
