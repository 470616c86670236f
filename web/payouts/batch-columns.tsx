// The columns of the batch list; number and file name always open the batch for reading (D17).

import { shanghaiDay, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { BatchRow } from '@paywages/wire/payouts/shapes.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { CHECK_PAGE, checkAddress } from '../records/batch-address.ts'
import { peopleAndRows, providerLabels } from '../records/labels.ts'
import { MoneyCell } from '../ui/display/money.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import { BatchLinkAction } from './batch-link-act.tsx'
import { linkFor } from './batch-links.ts'
import { BatchTag } from './batch-tag.tsx'
import { actionLabels, checkLabels, batchLabels as labels, scheduleLabels } from './labels.ts'
import { ResultBar } from './result-bar.tsx'
import { useLiveBatch } from './use-live-batch.ts'
import { useStart } from './use-start.tsx'
import './batch-columns.css'

const WIDE = {
  batchNo: 136,
  company: 92,
  at: 150,
  uploader: 72,
  people: 118,
  results: 136,
  status: 162,
}
const NARROW = {
  batchNo: 136,
  company: 88,
  at: 104,
  uploader: 68,
  people: 112,
  results: 88,
  status: 160,
}

/**
 * On a narrow window times are shorter, results are counts without their bar, and the one company that the filter names is not repeated;
 * of several each stands over its uploader, so that names of files have a line.
 */
export function batchColumns(narrow: boolean, oneCompany: boolean): readonly ListColumn<BatchRow>[] {
  const width = narrow ? NARROW : WIDE
  const company: ListColumn<BatchRow> = {
    title: providerLabels.provider,
    width: width.company,
    dataIndex: 'providerName',
  }
  const uploader: ListColumn<BatchRow> = {
    title: labels.uploader,
    width: width.uploader,
    render: (_, row) => <Uploader batch={row} />,
  }
  const both: ListColumn<BatchRow> = {
    title: `${providerLabels.provider} / ${labels.uploader}`,
    width: 124,
    render: (_, row) => <TwoLines first={row.providerName} second={<Uploader batch={row} />} />,
  }
  const stacked = narrow && !oneCompany
  return [
    {
      title: labels.batchNo,
      width: width.batchNo,
      render: (_, row) => <ReadLink batch={row} words={row.batchNo} className="batch-number" />,
    },
    {
      title: labels.fileName,
      sort: 'fileName',
      render: (_, row) => <ReadLink batch={row} words={row.fileName} className="batch-file" />,
    },
    ...(stacked ? [both] : narrow ? [] : [company]),
    {
      title: labels.uploadedAt,
      sort: 'uploadedAt',
      width: width.at,
      render: (_, row) => <UploadTime at={row.uploadedAt} narrow={narrow} />,
    },
    ...(stacked ? [] : [uploader]),
    {
      title: labels.people,
      width: width.people,
      align: 'right',
      render: (_, row) => (
        <span className="batch-whole">{peopleAndRows(row.peopleCount, row.payableCount)}</span>
      ),
    },
    {
      title: labels.amount,
      sort: 'grossFen',
      width: 138,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.grossFen} />,
    },
    {
      title: labels.results,
      width: width.results,
      render: (_, row) => <ResultBar batch={row} bar={!narrow} />,
    },
    {
      title: labels.status,
      sort: 'status',
      width: width.status,
      fixed: 'right',
      render: (_, row) => <StatusCell batch={row} />,
    },
  ]
}

/** In one line: on a narrow window this year's without their year, earlier ones without their time. */
function UploadTime({ at, narrow }: { at: Date; narrow: boolean }) {
  const whole = shanghaiMinute(at)
  const thisYear = shanghaiDay(new Date()).slice(0, 5)
  const short = whole.startsWith(thisYear) ? whole.slice(5) : whole.slice(0, 10)
  return (
    <span className="batch-whole" title={whole}>
      {narrow ? short : whole}
    </span>
  )
}

const Uploader = ({ batch }: { batch: BatchRow }) => (
  <span title={batch.uploader}>{batch.uploaderName || batch.uploader}</span>
)

function ReadLink({ batch, words, className }: { batch: BatchRow; words: string; className: string }) {
  return (
    <PageLink
      className={className}
      title={words}
      to={CHECK_PAGE}
      search={checkAddress(batch.batchId, batch.status, 'read')}
    >
      {words}
    </PageLink>
  )
}

/** The status is itself the link, with the act that it leads to beside its tag; plain text where there is none (D17). */
function StatusCell({ batch }: { batch: BatchRow }) {
  const link = linkFor(batch, useCurrentUser())
  if (link === undefined)
    return (
      <>
        <LiveTag batch={batch} />
        <ReviewsLeft batch={batch} />
        <DueAt batch={batch} />
      </>
    )
  if (link === 'start') return <StartAction batch={batch} />
  return (
    <>
      <BatchLinkAction
        batch={batch}
        link={link}
        words={
          <span className="batch-status">
            <LiveTag batch={batch} />
            <span>{actionLabels[link]}</span>
          </span>
        }
      />
      <ReviewsLeft batch={batch} />
    </>
  )
}

/** 需 2 位复核，已 1 位, while it waits for them. */
function ReviewsLeft({ batch }: { batch: BatchRow }) {
  const { status, reviewersNeeded, reviewsDone } = batch
  if (status !== 'reviewing' || reviewersNeeded === 1) return null
  return <div className="batch-reviews">{checkLabels.reviewsOf(reviewersNeeded, reviewsDone)}</div>
}

/** The money moves after one more question, asked in place (D19). */
function StartAction({ batch }: { batch: BatchRow }) {
  const { busy, start } = useStart()
  return (
    <>
      <RowActions>
        <RowAction busy={busy} onClick={() => void start(batch.batchId)}>
          <span className="batch-status">
            <LiveTag batch={batch} />
            <span>{actionLabels.start}</span>
          </span>
        </RowAction>
      </RowActions>
      <DueAt batch={batch} />
    </>
  )
}

/** When it starts by itself. */
function DueAt({ batch }: { batch: BatchRow }) {
  if (batch.dueAt === null) return null
  return <div className="batch-reviews">{scheduleLabels.dueShort(shanghaiMinute(batch.dueAt).slice(5))}</div>
}

function LiveTag({ batch }: { batch: BatchRow }) {
  const { status, withdrawn, processingCount } = useLiveBatch(batch, false)
  return <BatchTag status={status} withdrawn={withdrawn} finished={processingCount === 0} />
}
