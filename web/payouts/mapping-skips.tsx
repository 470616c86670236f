// What the mapping dialog tells of rows that pay nobody: left out, and whether their sums agree with the rows.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { SkippedRow } from '@paywages/domain/payouts/other-rows.ts'
import { Checkbox } from 'antd'
import { CircleCheck, CircleX } from 'lucide-react'
import { mappingLabels as labels } from './mapping-labels.ts'

const MAX_SHOWN = 6

type MappingSkipsProps = {
  skipped: readonly SkippedRow[]
  confirmsTotals: boolean
  /** Undefined where no total differs. */
  onConfirm: ((confirms: boolean) => void) | undefined
}

export function MappingSkips({ skipped, confirmsTotals, onConfirm }: MappingSkipsProps) {
  if (skipped.length === 0) return null
  // Totals first: they say something of the money.
  const ordered = skipped.toSorted((a, b) => Number(b.total !== undefined) - Number(a.total !== undefined))
  const more = ordered.length - MAX_SHOWN
  return (
    <div className="mapping-skips">
      <ul aria-label={labels.skips}>
        {ordered.slice(0, MAX_SHOWN).map((row) => (
          <Skip key={row.rowNumber} row={row} isAsked={onConfirm !== undefined} />
        ))}
        {more > 0 ? <li>{labels.moreSkipped(more)}</li> : null}
      </ul>
      {onConfirm ? (
        <Checkbox checked={confirmsTotals} onChange={(event) => onConfirm(event.target.checked)}>
          {labels.confirmTotals}
        </Checkbox>
      ) : null}
    </div>
  )
}

function Skip({ row, isAsked }: { row: SkippedRow; isAsked: boolean }) {
  const { rowNumber, kind, total } = row
  const differs = isAsked && total?.agrees === false
  const Icon = differs ? CircleX : CircleCheck
  return (
    <li data-differs={differs}>
      <Icon size={16} aria-hidden="true" />
      {labels.row(rowNumber)} <b>{labels.kinds[kind]}</b>{' '}
      {differs && total
        ? labels.differs(yuan(total.saidFen), yuan(total.sumFen))
        : `${labels.skipped}${total?.agrees ? labels.agrees(yuan(total.saidFen)) : ''}`}
    </li>
  )
}

function yuan(fen: number): string {
  return formatYuanGrouped(BigInt(fen))
}
