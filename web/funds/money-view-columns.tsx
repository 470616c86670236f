// The columns of the fund summary; a narrow window puts the platform below the company.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { MoneyViewRow } from '@paywages/wire/funds/money-view.ts'
import type { ReactNode } from 'react'
import { batchAddress, RESULTS_PAGE } from '../records/batch-address.ts'
import { providerLabels } from '../records/labels.ts'
import { MoneyCell } from '../ui/display/money.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { moneyViewLabels as labels } from './labels.ts'
import './money-view-columns.css'

type Column = ListColumn<MoneyViewRow>

/** Wide enough for nine digits and a hundred thousand people; a narrow window spares between the columns. */
const WIDE = { time: 144, money: 136, count: 84, fee: 128 }
const NARROW = { time: 140, money: 128, count: 76, fee: 120 }

export function moneyColumns(narrow: boolean): readonly Column[] {
  const width = narrow ? NARROW : WIDE
  return [
    {
      title: labels.startedAt,
      sort: 'startedAt',
      width: width.time,
      render: (_, row) => <TimeCell row={row} />,
    },
    money(labels.gross, 'grossFen', width.money, (row) => <MoneyCell fen={row.grossFen} />),
    count(labels.people, width.count, (row) => [row.people, row.payableCount]),
    money(labels.succeeded, 'succeededFen', width.money, (row) => <MoneyCell fen={row.succeededFen} />),
    count(labels.succeededPeople, width.count, (row) => [row.succeededPeople, row.succeededCount]),
    money(labels.failed, 'failedFen', width.money, (row) => <MoneyCell fen={row.failedFen} failure />),
    count(labels.failedPeople, width.count, (row) => [row.failedPeople, row.failedCount], true),
    money(labels.fee, 'feeFen', width.fee, (row) => <MoneyCell fen={row.feeFen} />),
    ...(narrow ? [both] : [company, platform]),
  ]
}

const company: Column = {
  title: providerLabels.provider,
  className: 'money-company',
  render: (_, row) => row.providerName,
}
const platform: Column = {
  title: labels.platform,
  width: 112,
  className: 'money-company',
  render: (_, row) => row.platformName,
}
const both: Column = {
  title: labels.companyAndPlatform,
  className: 'money-company',
  render: (_, row) => (
    <>
      <div>{row.providerName}</div>
      <div className="money-platform">{row.platformName}</div>
    </>
  ),
}

function money(title: string, sort: string, width: number, render: (row: MoneyViewRow) => ReactNode): Column {
  return { title, sort, width, align: 'right', render: (_, row) => render(row) }
}

type PeopleAndRows = readonly [people: number, rows: number]

/** People over payouts (D42). */
function count(
  title: string,
  width: number,
  of: (row: MoneyViewRow) => PeopleAndRows,
  failure = false,
): Column {
  const tone = (n: number) => (n === 0 ? 'zero' : failure ? 'failure' : undefined)
  return {
    title,
    width,
    align: 'right',
    className: 'money-count',
    render: (_, row) => {
      const [people, rows] = of(row)
      return (
        <>
          <div className="money-cell" data-tone={tone(people)}>
            {labels.peopleOf(people.toLocaleString('en-US'))}
          </div>
          <div className="money-platform">{labels.rowsOf(rows.toLocaleString('en-US'))}</div>
        </>
      )
    },
  }
}

function TimeCell({ row }: { row: MoneyViewRow }) {
  const at = shanghaiMinute(row.startedAt)
  return (
    <PageLink
      className="money-time"
      to={RESULTS_PAGE}
      search={batchAddress(row.batchId)}
      aria-label={labels.openBatch(at, row.batchNo)}
    >
      {at}
    </PageLink>
  )
}
