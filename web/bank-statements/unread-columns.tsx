// The columns of the rows of a statement that were not understood: where they stand, why, and what they say.

import type { UnreadLine } from '@paywages/wire/bank-statements/shapes.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { unreadLabels as labels } from './labels.ts'

export const unreadColumns: readonly ListColumn<UnreadLine>[] = [
  { title: labels.place, width: 140, render: (_, { page, place }) => labels.placeOf(page, place) },
  { title: labels.why, width: 220, render: (_, { why }) => labels.reasons[why] },
  { title: labels.text, render: (_, { text }) => text },
]
