// The warnings of a row as chips on one line: those that weigh most, and the rest on demand.

import { levelOf } from '@paywages/domain/payouts/warning-levels.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { Popover } from 'antd'
import { Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Dash } from '../ui/display/description-list.tsx'
import { type RowWarningWords, type WarnedRow, warningsOfRow } from './row-warnings.ts'
import { chipLabels as labels } from './warning-labels.ts'
import './warning-chips.css'

const ICONS = { high: OctagonAlert, notice: TriangleAlert, hint: Info } as const

type WarningChipsProps = {
  row: WarnedRow & Pick<DetailRow, 'name'>
  saidOnce: readonly string[]
  /** So many chips; the others are behind +n. */
  most: 1 | 2
}

export function WarningChips({ row, saidOnce, most }: WarningChipsProps) {
  const all = warningsOfRow(row)
  const own = all.filter(({ warning }) => !saidOnce.includes(warning))
  const first = own[0]
  if (first === undefined) return <Dash />
  const rest = own.length - most
  return (
    <>
      <div className="warning-chips">
        {own.slice(0, most).map((warning) => (
          <WarningChip key={warning.warning} warning={warning} />
        ))}
        {rest > 0 ? <MoreWarnings name={row.name} warnings={all} count={rest} /> : null}
      </div>
      {levelOf(first.warning) === 'high' ? <div className="cell-second chip-why">{first.why}</div> : null}
    </>
  )
}

function WarningChip({ warning: { warning, short } }: { warning: RowWarningWords }) {
  const level = levelOf(warning)
  const Icon = ICONS[level]
  return (
    <span className="warning-chip" data-level={level}>
      <Icon size={12} aria-hidden="true" />
      {short}
    </span>
  )
}

type MoreWarningsProps = { name: string; warnings: readonly RowWarningWords[]; count: number }

/** Esc closes it and gives the focus back. */
function MoreWarnings({ name, warnings, count }: MoreWarningsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title={labels.all}
      content={
        <ul className="warning-list">
          {warnings.map((one) => (
            <li key={one.warning}>
              <WarningChip warning={one} />
              {one.why === one.short ? null : <span>{one.why}</span>}
            </li>
          ))}
        </ul>
      }
    >
      <button
        className="warning-more"
        type="button"
        aria-expanded={open}
        aria-label={labels.moreOf(name, count, warnings.length)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return
          event.stopPropagation()
          setOpen(false)
        }}
      >
        {labels.more(count)}
      </button>
    </Popover>
  )
}
