// The totals of a batch: five figures, with tax and net where the provider withholds (D20).

import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { rechargeMoney } from '@paywages/wire/recharges/endpoints.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { useCall } from '../api/queries.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { HeroMoney } from '../ui/display/money.tsx'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { CountFigure, type Total, TotalsStrip } from '../ui/list/totals-strip.tsx'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { totalDifference } from './comparison-words.ts'
import { checkLabels as labels } from './labels.ts'
import { useComparison } from './use-comparison.ts'

export function BatchTotals({ batch }: { batch: BatchHead }) {
  const pays = useWillPay(batch)
  const { data: balance } = useCall(rechargeMoney, {}, { enabled: pays })
  const figures = useComparison(batch.batchId).data?.figures ?? undefined
  const narrow = useNarrow()
  const gross = money(labels.gross, batch.grossFen, figures && totalDifference(figures, narrow))
  const totals = pays
    ? beforePaying(batch, gross, balance?.availableFen)
    : batch.withholdsTax
      ? taxed(batch, gross)
      : plain(batch, gross)
  return <TotalsStrip label={labels.totals} totals={totals} />
}

const AHEAD: readonly BatchStatus[] = ['auditing', 'reviewing', 'ready']

/** Those who will start the batch see what it leaves of their balance. */
function useWillPay({ providerId, status }: BatchHead): boolean {
  const user = useCurrentUser()
  return user.payRight && user.providerId === providerId && AHEAD.includes(status)
}

const money = (label: string, fen: bigint, note?: string): Total => ({
  label,
  figure: <HeroMoney fen={fen} size={20} />,
  note,
})

function people({ peopleCount, payableCount, cancelledCount }: BatchHead): Total {
  const rows = payableCount.toLocaleString('en-US')
  return {
    label: labels.people,
    figure: <CountFigure count={peopleCount} unit={labels.peopleUnit} />,
    note:
      cancelledCount === 0
        ? labels.rowsNote(rows)
        : labels.rowsCancelledNote(rows, cancelledCount.toLocaleString('en-US')),
  }
}

function plain(batch: BatchHead, gross: Total): readonly Total[] {
  const { grossFen, feeFen, vatFen, serviceRate } = batch
  return [
    people(batch),
    gross,
    money(labels.fee, feeFen, labels.rate(formatRatePercent(serviceRate))),
    money(labels.settlement, grossFen + feeFen, labels.settlementNote),
    money(labels.net, grossFen - vatFen, vatFen === 0n ? labels.netNote : vatNote(batch)),
  ]
}

const vatNote = ({ vatFen }: BatchHead) => labels.netVatNote(signedYuan(vatFen))

/** The fee steps into the note of the settlement, so that the strip keeps to five. */
function taxed(batch: BatchHead, gross: Total): readonly Total[] {
  const { grossFen, feeFen, taxFen, vatFen, serviceRate, status } = batch
  const fee = labels.settlementTaxedNote(signedYuan(feeFen), formatRatePercent(serviceRate))
  return [
    people(batch),
    gross,
    money(labels.tax, taxFen, status === 'transferring' ? undefined : labels.trial),
    money(labels.net, grossFen - taxFen - vatFen, vatFen === 0n ? labels.netTaxedNote : vatNote(batch)),
    money(labels.settlement, grossFen + feeFen, fee),
  ]
}

/** Tax steps into the note of the net, so that the balance has its place among the five. */
function beforePaying(batch: BatchHead, gross: Total, availableFen: bigint | undefined): readonly Total[] {
  const { grossFen, feeFen, taxFen, vatFen, serviceRate, withholdsTax } = batch
  const rate = formatRatePercent(serviceRate)
  const withholds = withholdsTax || vatFen > 0n
  const netNotes = [
    ...(withholdsTax ? [labels.netOfTaxNote(signedYuan(taxFen))] : []),
    ...(vatFen === 0n ? [] : [vatNote(batch)]),
  ]
  const middle = withholds
    ? money(labels.net, grossFen - taxFen - vatFen, netNotes.join(' · '))
    : money(labels.fee, feeFen, labels.rate(rate))
  const settlementNote = withholds
    ? labels.settlementTaxedNote(signedYuan(feeFen), rate)
    : labels.settlementNote
  return [
    people(batch),
    gross,
    middle,
    money(labels.settlement, grossFen + feeFen, settlementNote),
    balanceTotal(availableFen, grossFen + feeFen),
  ]
}

function balanceTotal(availableFen: bigint | undefined, deductedFen: bigint): Total {
  if (availableFen === undefined) return { label: labels.available, figure: <SkeletonBar index={0} /> }
  const leftFen = availableFen - deductedFen
  const short = leftFen < 0n
  return {
    label: labels.available,
    figure: <HeroMoney fen={availableFen} size={20} />,
    note: (
      <span className="balance-left" data-short={short}>
        {labels.left(signedYuan(leftFen))}
      </span>
    ),
  }
}
