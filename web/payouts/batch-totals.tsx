// The totals of a batch: five figures, with tax and net where the provider withholds (D20).

import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { signedYuan } from '../ui/amount-block.tsx'
import { HeroMoney } from '../ui/money.tsx'
import { CountFigure, type Total, TotalsStrip } from '../ui/totals-strip.tsx'
import { checkLabels as labels } from './labels.ts'

export function BatchTotals({ batch }: { batch: BatchHead }) {
  return <TotalsStrip label={labels.totals} totals={batch.withholdsTax ? taxed(batch) : plain(batch)} />
}

const money = (label: string, fen: bigint, note?: string): Total => ({
  label,
  figure: <HeroMoney fen={fen} size={20} />,
  note,
})

function people({ peopleCount, rowCount, cancelledCount }: BatchHead): Total {
  const rows = rowCount.toLocaleString('en-US')
  return {
    label: labels.people,
    figure: <CountFigure count={peopleCount} unit={labels.peopleUnit} />,
    note:
      cancelledCount === 0
        ? labels.rowsNote(rows)
        : labels.rowsCancelledNote(rows, cancelledCount.toLocaleString('en-US')),
  }
}

function plain(batch: BatchHead): readonly Total[] {
  const { grossFen, feeFen, serviceRate } = batch
  return [
    people(batch),
    money(labels.gross, grossFen),
    money(labels.fee, feeFen, labels.rate(formatRatePercent(serviceRate))),
    money(labels.settlement, grossFen + feeFen, labels.settlementNote),
    money(labels.net, grossFen, labels.netNote),
  ]
}

/** The fee steps into the note of the settlement, so that the strip keeps to five. */
function taxed(batch: BatchHead): readonly Total[] {
  const { grossFen, feeFen, taxFen, serviceRate, status } = batch
  const fee = labels.settlementTaxedNote(signedYuan(feeFen), formatRatePercent(serviceRate))
  return [
    people(batch),
    money(labels.gross, grossFen),
    money(labels.tax, taxFen, status === 'transferring' ? undefined : labels.trial),
    money(labels.net, grossFen - taxFen, labels.netTaxedNote),
    money(labels.settlement, grossFen + feeFen, fee),
  ]
}
