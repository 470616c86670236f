// What may be spent, and how long it lasts: the hero figure, a tick a working day, and the sentence (docs/LOOK.md, Workbench).

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { isLowRunway, LONG_RUNWAY_DAYS, litTicks, RUNWAY_TICKS } from '@paywages/domain/workbench/runway.ts'
import type { Workbench } from '@paywages/wire/workbench/shapes.ts'
import { TriangleAlert } from 'lucide-react'
import { HeroMoney } from '../ui/display/money.tsx'
import { uiLabels } from '../ui/labels.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { balanceLabels as labels } from './labels.ts'
import './balance-hero.css'

const FLOW_PAGE = '/fundflow'

type Figures = Pick<Workbench, 'balance' | 'providerCount'>

export function BalanceHero({ balance, providerCount }: Figures) {
  const { availableFen, frozenFen, runwayDays } = balance
  return (
    <div className="balance-hero">
      <p className="figure-label">
        <PageLink to={FLOW_PAGE}>
          {providerCount > 1 ? labels.availableOf(providerCount) : labels.available}
        </PageLink>
        {frozenFen === 0n ? null : <span className="balance-frozen">{labels.frozen(yuan(frozenFen))}</span>}
      </p>
      <p className="balance-figure">
        <HeroMoney fen={availableFen} size={32} />
      </p>
      <Ticks days={runwayDays} />
      <p className="balance-words">
        <RunwayWords {...balance} />
      </p>
    </div>
  )
}

const yuan = (fen: Fen) => `${uiLabels.yuanSign}${formatYuanGrouped(fen)}`

/** Only a picture of the sentence below it. */
function Ticks({ days }: { days: number | null }) {
  const lit = days === null ? 0 : litTicks(days)
  return (
    <div className="balance-ticks" data-low={days !== null && isLowRunway(days)} aria-hidden="true">
      {Array.from({ length: RUNWAY_TICKS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ticks are nothing but their places.
        <i key={index} data-lit={index < lit} />
      ))}
    </div>
  )
}

function RunwayWords({ dailyFen, runwayDays, tightestName }: Workbench['balance']) {
  if (dailyFen === null || runwayDays === null) return labels.noPace
  return (
    <>
      {tightestName === '' ? labels.pace : labels.paceOf} <b>{yuan(dailyFen)}</b>，
      {tightestName === '' ? labels.lasts : labels.tightest(tightestName)} <DayWords days={runwayDays} />
    </>
  )
}

function DayWords({ days }: { days: number }) {
  if (days > LONG_RUNWAY_DAYS) return <b>{labels.overYear}</b>
  return (
    <span className="balance-days" data-low={isLowRunway(days)}>
      <b>{days}</b> {labels.daysUnit}
      {isLowRunway(days) ? (
        <span className="balance-low">
          <TriangleAlert size={14} aria-hidden="true" />
          {labels.low}
        </span>
      ) : null}
    </span>
  )
}
