// /layout: what waits for me, what there is to spend, how the month goes, and the newest batches; each block for itself.

import { workbench } from '@paywages/wire/workbench/endpoints.ts'
import type { Workbench } from '@paywages/wire/workbench/shapes.ts'
import type { ReactNode } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { BalanceHero } from './balance-hero.tsx'
import { FirstSteps } from './first-steps.tsx'
import { greeting, today } from './greeting.ts'
import { balanceLabels, chartLabels, greetingLabels as labels } from './labels.ts'
import { MonthFigures } from './month-figures.tsx'
import { PayoutBars } from './payout-bars.tsx'
import { type StartAction, TodoList } from './todo-list.tsx'
import { useFigures, useTodos } from './use-workbench.ts'
import { WaitingLines } from './waiting-lines.tsx'
import { WorkbenchActions } from './workbench-actions.tsx'
import './workbench.css'

type WorkbenchPageProps = {
  role: string
  startAction: StartAction
  newPayout: ReactNode
  /** The newest batches, of the slice that knows batches. */
  recent: ReactNode
}

export function WorkbenchPage({ role, startAction, newPayout, recent }: WorkbenchPageProps) {
  const user = useCurrentUser()
  const now = new Date()
  const figures = useFigures()
  return (
    <div className="workbench">
      <PageTitle
        title={labels.hello(greeting(now), user.realName || user.account)}
        purpose={<DateLine now={now} />}
        actions={<WorkbenchActions newPayout={newPayout} />}
      />
      <section className="workbench-figures" aria-label={balanceLabels.section}>
        <Block query={figures} skeleton={<FiguresSkeleton />}>
          {(data) => (
            <>
              <BalanceHero {...data} />
              <MonthFigures now={data.thisMonth} before={data.lastMonth} />
            </>
          )}
        </Block>
      </section>
      <FirstSteps steps={figures.data?.firstSteps ?? null} />
      <div className="workbench-columns">
        <TodoList role={role} startAction={startAction} />
        <div className="workbench-chart">
          <Block query={figures} skeleton={<ChartSkeleton />}>
            {(data) => <Chart days={data.days} />}
          </Block>
          <WaitingLines waiting={figures.data?.waiting ?? []} />
        </div>
      </div>
      {recent}
    </div>
  )
}

function DateLine({ now }: { now: Date }) {
  const { data } = useTodos()
  const waits = data && (data.count === 0 ? labels.nothingWaits : labels.waits(data.count))
  return (
    <>
      {today(now)}
      {waits === undefined ? null : ` · ${waits}`}
    </>
  )
}

type BlockProps = {
  query: ReturnType<typeof useFigures>
  skeleton: ReactNode
  children: (data: Workbench) => ReactNode
}

/** What was shown stays when a later answer fails; only a first one that fails says so. */
function Block({ query, skeleton, children }: BlockProps) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return skeleton
  return <ErrorBlock query={query} failure={workbench.failure} />
}

function Chart({ days }: Pick<Workbench, 'days'>) {
  if (days.some(({ succeededFen }) => succeededFen > 0n)) return <PayoutBars days={days} />
  return (
    <>
      <h2 className="workbench-heading">{chartLabels.title}</h2>
      <EmptyBlock title={chartLabels.quiet} hint={chartLabels.quietHint} />
    </>
  )
}

function FiguresSkeleton() {
  return (
    <div className="figures-skeleton" aria-busy="true">
      {[0, 1, 2, 3, 4].map((index) => (
        <span key={index}>
          <SkeletonBar index={index} />
          <SkeletonBar index={index + 1} />
        </span>
      ))}
    </div>
  )
}

function ChartSkeleton() {
  return (
    <div aria-busy="true">
      <h2 className="workbench-heading">{chartLabels.title}</h2>
    </div>
  )
}
