// How far the transfers of a batch have come: percent, bar, speed and time left, five counts with amounts (docs/LOOK.md, 08).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { Progress } from '@paywages/wire/transfers/shapes.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { type Total, TotalsStrip } from '../ui/list/totals-strip.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import { waitOf } from './batch-wait.ts'
import { progressLabels as labels } from './labels.ts'
import { type Pace, paceWords, spanWords } from './progress-pace.ts'
import { percentDone, SHARES, sharesOf } from './progress-shares.ts'
import { doneCount, openCount } from './use-batch-progress.ts'
import './progress-panel.css'

const figure = (count: number) => count.toLocaleString('en-US')

type ProgressPanelProps = {
  progress: Progress
  pace: Pace | undefined
  /** The last poll failed: what is shown is what was known before. */
  stale: boolean
}

export function ProgressPanel({ progress, pace, stale }: ProgressPanelProps) {
  const done = doneCount(progress)
  const payable = done + openCount(progress)
  const percent = percentDone(done, payable)
  return (
    <section className="progress" aria-label={labels.bar}>
      <div className="progress-head">
        <p className="progress-percent">
          {percent}
          <span>%</span>
        </p>
        <p className="progress-done">{labels.done(figure(done), figure(payable))}</p>
        <p className="progress-pace">
          {progress.endedAt === null ? (
            <RunningWords progress={progress} pace={pace} stale={stale} />
          ) : (
            endedWords(progress.startedAt, progress.endedAt)
          )}
        </p>
      </div>
      <Bar progress={progress} percent={percent} />
      <TotalsStrip label={labels.counts} totals={countsOf(progress)} bare />
    </section>
  )
}

function RunningWords({ progress, pace, stale }: ProgressPanelProps) {
  if (stale) return <span className="progress-stale">{labels.stale}</span>
  const wait = waitOf(progress)
  return (
    <>
      {wait?.words ?? paceWords(pace)}
      {wait?.link === undefined ? null : (
        <>
          {' · '}
          <PageLink className="progress-link" to={wait.link.to} search={wait.link.search}>
            {wait.link.words}
          </PageLink>
        </>
      )}
      {' · '}
      {labels.every}
    </>
  )
}

function endedWords(startedAt: Date | null, endedAt: Date): string {
  const ended = labels.endedAt(shanghaiSecond(endedAt).slice(5))
  if (startedAt === null) return ended
  return `${labels.took(spanWords(endedAt.getTime() - startedAt.getTime()))} · ${ended}`
}

function Bar({ progress, percent }: { progress: Progress; percent: string }) {
  const { succeededCount, failedCount, atBankCount, waitingCount } = progress
  const shares = sharesOf({
    succeeded: succeededCount,
    failed: failedCount,
    atBank: atBankCount,
    waiting: waitingCount,
  })
  return (
    <div
      className="progress-bar"
      role="progressbar"
      aria-label={labels.bar}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Number(percent)}
      aria-valuetext={labels.barWords(
        figure(succeededCount),
        figure(failedCount),
        figure(atBankCount),
        figure(waitingCount),
      )}
    >
      {SHARES.map((share) => (
        <i
          key={share}
          data-share={share}
          data-empty={shares[share] === 0}
          style={{ width: `${shares[share]}%` }}
        />
      ))}
    </div>
  )
}

function countsOf(progress: Progress): readonly Total[] {
  const { payableCount, succeededCount, failedCount, cancelledCount } = progress
  const { grossFen, succeededFen, failedFen, cancelledFen } = progress
  const total = (label: string, count: number, fen: bigint, dot?: Total['dot']): Total => ({
    label,
    figure: (
      <span className="count-figure" data-failed={dot === 'bad' && count > 0}>
        {figure(count)}
      </span>
    ),
    note: signedYuan(fen),
    ...(dot === undefined ? {} : { dot }),
  })
  return [
    total(labels.all, payableCount, grossFen),
    total(labels.succeeded, succeededCount, succeededFen, 'ok'),
    total(labels.failed, failedCount, failedFen, 'bad'),
    total(labels.processing, openCount(progress), grossFen - succeededFen - failedFen, 'run'),
    total(labels.cancelled, cancelledCount, cancelledFen, 'off'),
  ]
}

const WAITING = [labels.all, labels.succeeded, labels.failed, labels.processing, labels.cancelled].map(
  (label, index): Total => ({ label, figure: <SkeletonBar index={index} /> }),
)

/** As high as the panel, so that nothing moves when it comes. */
export function ProgressSkeleton() {
  return (
    <section className="progress" aria-label={labels.bar} aria-busy>
      <div className="progress-head">
        <SkeletonBar index={0} />
      </div>
      <div className="progress-bar" />
      <TotalsStrip label={labels.counts} totals={WAITING} bare />
    </section>
  )
}
