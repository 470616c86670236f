// The status of a recharge as its tag, and what became of it by reversals.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { RechargeStatus } from '@paywages/domain/recharges/recharge-status.ts'
import type { RechargeRow } from '@paywages/wire/recharges/shapes.ts'
import { StatusTag, type Tone } from '../ui/display/status-tag.tsx'
import { arrivalLabels, kindLabels, rechargeLabels as labels, statusLabels } from './labels.ts'

const TONES: Readonly<Record<RechargeStatus, Tone>> = { pending: 'wait', approved: 'ok', rejected: 'bad' }

type Told = Pick<RechargeRow, 'status' | 'withdrawn'>

export function RechargeTag({ recharge: { status, withdrawn } }: { recharge: Told }) {
  if (withdrawn) return <StatusTag tone="off">{statusLabels.withdrawn}</StatusTag>
  return <StatusTag tone={TONES[status]}>{statusLabels[status]}</StatusTag>
}

/** Nothing is said of what was rejected: its money is nobody's concern. */
export function ArrivalTag({ recharge }: { recharge: Pick<RechargeRow, 'matched' | 'status'> }) {
  if (recharge.status === 'rejected') return null
  return recharge.matched ? (
    <StatusTag tone="ok">{arrivalLabels.matched}</StatusTag>
  ) : (
    <StatusTag tone="wait">{arrivalLabels.unmatched}</StatusTag>
  )
}

function ArrivalNote({ recharge: { status, matched } }: { recharge: RechargeRow }) {
  if (status === 'rejected') return null
  return (
    <div className="recharge-note" data-open={!matched && status === 'pending'}>
      {matched ? arrivalLabels.matched : arrivalLabels.unmatched}
    </div>
  )
}

/** A row has two lines: what becomes of the money comes before its arrival, which the record tells as well. */
export function StatusCell({ recharge }: { recharge: RechargeRow }) {
  const { openReversal, reversedFen } = recharge
  const note =
    openReversal !== null
      ? labels.openNote(kindLabels[openReversal.kind], formatYuanGrouped(openReversal.amountFen))
      : reversedFen > 0n
        ? labels.reversedNote(formatYuanGrouped(reversedFen))
        : undefined
  return (
    <>
      <RechargeTag recharge={recharge} />
      {note === undefined ? (
        <ArrivalNote recharge={recharge} />
      ) : (
        <div className="recharge-note" data-open={openReversal !== null}>
          {note}
        </div>
      )}
    </>
  )
}
