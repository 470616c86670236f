// People whom the companies of a manager together paid so much in a month that VAT is near (docs/rules/tax.md).

import { addMonths, isMonth, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { downloadVatReport, highEarners } from '@paywages/wire/tax/endpoints.ts'
import type { HighEarner, VatThresholdOfMonth } from '@paywages/wire/tax/shapes.ts'
import type { ReactNode } from 'react'
import { withDots } from '../../records/bank-card-text.ts'
import { MaskedCell } from '../../records/masked-cell.tsx'
import { PERSON_PAGE, personAddress } from '../../records/person-address.ts'
import { Dash } from '../../ui/display/description-list.tsx'
import { HeroMoney, MoneyCell } from '../../ui/display/money.tsx'
import { StatusTag } from '../../ui/display/status-tag.tsx'
import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import { ExportButton } from '../../ui/list/export-button.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import type { Filter } from '../../ui/list/list-filters.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { RowActions } from '../../ui/list/row-actions.tsx'
import { CountFigure, TotalsStrip } from '../../ui/list/totals-strip.tsx'
import { usePageSearch } from '../../ui/page/address.ts'
import { PageLink } from '../../ui/page/page-link.tsx'
import { highLabels as labels } from './filing-labels.ts'
import './high-earners.css'

export function HighEarners({ views }: { views: ReactNode }) {
  const thisMonth = shanghaiMonth(new Date())
  const lastMonth = addMonths(thisMonth, -1)
  const { month: chosen = '' } = usePageSearch()
  const month = isMonth(chosen) ? chosen : lastMonth
  const filters: readonly Filter<'month'>[] = [
    {
      kind: 'month',
      name: 'month',
      label: labels.month,
      width: 136,
      initial: lastMonth,
      latest: thisMonth,
    },
  ]
  return (
    <ListPage
      endpoint={highEarners}
      filters={filters}
      purpose={labels.purpose}
      actions={
        <ExportButton endpoint={downloadVatReport} input={{ month }} label={labels.download} primary />
      }
      notice={views}
      strip={(answer, failed) => (
        <ThresholdStrip rules={failed ? null : answer?.beside} count={failed ? undefined : answer?.count} />
      )}
      columns={COLUMNS}
      rowKey={(row) => `${row.idCardNo} ${row.name} ${row.userId}`}
      empty={{ title: labels.empty, hint: labels.emptyHint }}
      twoLines
      minWidth={1000}
    />
  )
}

const COLUMNS: readonly ListColumn<HighEarner>[] = [
  { title: labels.name, width: 112, dataIndex: 'name' },
  { title: labels.idCardNo, width: 204, render: (_, row) => <IdCardCell person={row} /> },
  {
    title: labels.total,
    width: 136,
    align: 'right',
    render: (_, row) => <IncomeCell person={row} />,
  },
  {
    title: labels.state,
    width: 108,
    className: 'high-state',
    render: (_, { standing }) => (
      <StatusTag tone={standing === 'above' ? 'bad' : 'wait'}>{labels.standing[standing]}</StatusTag>
    ),
  },
  {
    title: labels.distance,
    width: 136,
    align: 'right',
    render: (_, { leftFen }) => <DistanceCell leftFen={leftFen} />,
  },
  { title: labels.companies, className: 'high-companies', render: (_, row) => <Companies person={row} /> },
  {
    title: labels.actions,
    width: 92,
    render: (_, { userId, name }) =>
      userId === null ? (
        <Dash />
      ) : (
        <RowActions>
          <PageLink to={PERSON_PAGE} search={personAddress(userId)} aria-label={labels.lookAt(name)}>
            {labels.look}
          </PageLink>
        </RowActions>
      ),
  },
]

/** What the bank has not answered yet stands small below: it counts, and may still fail. */
function IncomeCell({ person: { incomeFen, openFen } }: { person: HighEarner }) {
  return (
    <>
      <div className="cell-first">
        <MoneyCell fen={incomeFen} />
      </div>
      {openFen === 0n ? null : <div className="high-open">{labels.openOf(formatYuanGrouped(openFen))}</div>}
    </>
  )
}

function DistanceCell({ leftFen }: { leftFen: Fen }) {
  if (leftFen >= 0n) return <MoneyCell fen={leftFen} />
  return (
    <span className="money-cell" data-tone="failure">
      {labels.beyond(formatYuanGrouped(-leftFen))}
    </span>
  )
}

type ThresholdStripProps = {
  /** Undefined while nothing has come yet, null when nothing will. */
  rules: VatThresholdOfMonth | undefined | null
  count: number | undefined
}

function ThresholdStrip({ rules, count = 0 }: ThresholdStripProps) {
  const figure = (show: (rules: VatThresholdOfMonth) => ReactNode) =>
    rules === null ? <Dash /> : rules === undefined ? <SkeletonBar index={0} /> : show(rules)
  const until = rules && (rules.lapsed ? labels.lapsed(rules.lastDay) : labels.until(rules.lastDay))
  return (
    <TotalsStrip
      label={labels.totals}
      totals={[
        {
          label: labels.threshold,
          figure: figure(({ thresholdFen }) => <HeroMoney fen={thresholdFen} size={20} />),
          note: until,
        },
        {
          label: labels.watch,
          figure: figure(({ watchFen }) => <HeroMoney fen={watchFen} size={20} />),
          note: labels.watchNote,
        },
        {
          label: labels.above,
          dot: 'bad',
          figure: figure(({ aboveCount }) => <CountFigure count={aboveCount} unit={labels.person} />),
          note: labels.aboveNote,
        },
        {
          label: labels.near,
          dot: 'wait',
          figure: figure(({ aboveCount }) => <CountFigure count={count - aboveCount} unit={labels.person} />),
          note: labels.nearNote,
        },
      ]}
    />
  )
}

/** Whoever is not known as a person has nothing to reveal here. */
function IdCardCell({ person: { userId, name, idCardNo } }: { person: HighEarner }) {
  if (userId === null) return withDots(idCardNo)
  return <MaskedCell kind="freelancer" id={userId} field="idCardNo" masked={idCardNo} whose={name} />
}

function Companies({ person: { providers } }: { person: HighEarner }) {
  return (
    <ul className="high-sums">
      {providers.map(({ providerName, money }) => (
        <li key={providerName}>
          <span>{providerName}</span>
          <MoneyCell fen={money} />
        </li>
      ))}
    </ul>
  )
}
