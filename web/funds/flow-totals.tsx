// What the account held before and after the range, what came and went between, and how much is held for transfers.

import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { FlowKind } from '@paywages/domain/ledger/fund-flow.ts'
import { bringsIn } from '@paywages/domain/ledger/fund-flow.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { FlowSummary } from '@paywages/wire/funds/fund-flow.ts'
import { flowKindWords } from '@paywages/wire/funds/messages.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { HeroMoney } from '../ui/display/money.tsx'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { type Total, TotalsStrip } from '../ui/list/totals-strip.tsx'
import { flowLabels as labels } from './labels.ts'

type FlowTotalsProps = {
  /** Undefined while nothing has come yet, null when nothing will. */
  summary: FlowSummary | undefined | null
  kind: FlowKind | undefined
  from: Date | undefined
  to: Date | undefined
}

export function FlowTotals({ summary, kind, from, to }: FlowTotalsProps) {
  const total = (label: string, fen: bigint | undefined, note: string): Total => ({
    label,
    figure: summary === null ? <Dash /> : <Figure fen={fen} />,
    note,
  })
  const sides = !summary ? { coming: '', going: '' } : sidesOf(summary, kind)
  const free = summary && labels.free(formatYuanGrouped(summary.closingFen - summary.heldFen))
  return (
    <TotalsStrip
      label={labels.totals}
      totals={[
        total(labels.opening, summary?.openingFen, from ? labels.openingNote(shanghaiDay(from)) : ''),
        total(labels.coming, summary?.inFen, sides.coming),
        total(labels.going, summary?.outFen, sides.going),
        total(labels.closing, summary?.closingFen, closingNote(to)),
        total(labels.held, summary?.heldFen, free ?? ''),
      ]}
    />
  )
}

function Figure({ fen }: { fen: bigint | undefined }) {
  return fen === undefined ? <SkeletonBar index={0} /> : <HeroMoney fen={fen} size={20} />
}

/** A range that goes to today's end ends now. */
function closingNote(to: Date | undefined): string {
  if (to === undefined || to > new Date()) return labels.now
  return labels.closingNote(shanghaiDay(new Date(to.getTime() - DAY_MS)))
}

/** How many of what; of a chosen kind, how much of it as well. */
function sidesOf(
  { kinds }: FlowSummary,
  chosen: FlowKind | undefined,
): { readonly coming: string; readonly going: string } {
  const count = (...wanted: readonly FlowKind[]) =>
    kinds
      .filter(({ kind }) => wanted.includes(kind))
      .reduce((lines, kind) => lines + kind.lines, 0)
      .toLocaleString('en-US')
  const words = {
    coming: [
      labels.lines(flowKindWords.recharge, count('recharge')),
      labels.lines(labels.returned, count('returned-payout')),
    ].join('，'),
    going: labels.lines(flowKindWords.payout, count('payout')),
  }
  const one = kinds.find(({ kind }) => kind === chosen)
  if (one === undefined) return words
  const said = labels.ofKind(flowKindWords[one.kind], count(one.kind), formatYuanGrouped(one.amountFen))
  return bringsIn(one.kind) ? { ...words, coming: said } : { ...words, going: said }
}
