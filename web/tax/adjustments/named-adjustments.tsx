// Adjustments as a dialog names them: the first few in a line each, and how many there are.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { ITEM_WORDS } from '@paywages/wire/tax/adjustments/item-words.ts'
import type { Adjustment } from '@paywages/wire/tax/adjustments/shapes.ts'
import { Fragment } from 'react'
import { confirmAdjustmentLabels as labels } from './adjustment-labels.ts'

const NAMED = 3

export function NamedAdjustments({ adjustments }: { adjustments: readonly Adjustment[] }) {
  return (
    <>
      {adjustments.slice(0, NAMED).map(({ adjustmentId, name, month, item, amountFen }) => (
        <Fragment key={adjustmentId}>
          {labels.one(name, month, ITEM_WORDS[item], formatYuanGrouped(amountFen))}
          <br />
        </Fragment>
      ))}
      {adjustments.length > NAMED ? labels.more(adjustments.length) : null}
    </>
  )
}
