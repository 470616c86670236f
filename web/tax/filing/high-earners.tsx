// People whom the companies of a manager together paid so much in a month that VAT is near (docs/rules/tax.md).

import { addMonths, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { VAT_THRESHOLD_FEN, VAT_WATCH_FEN } from '@paywages/domain/tax/vat-threshold.ts'
import { highEarners } from '@paywages/wire/tax/endpoints.ts'
import type { HighEarner } from '@paywages/wire/tax/shapes.ts'
import type { ReactNode } from 'react'
import { withDots } from '../../records/bank-card-text.ts'
import { MaskedCell } from '../../records/masked-cell.tsx'
import { PERSON_PAGE, personAddress } from '../../records/person-address.ts'
import { Dash } from '../../ui/display/description-list.tsx'
import { MoneyCell } from '../../ui/display/money.tsx'
import type { Filter } from '../../ui/list/list-filters.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import type { ListColumn } from '../../ui/list/list-table.tsx'
import { RowActions } from '../../ui/list/row-actions.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { highLabels as labels } from './filing-labels.ts'
import './high-earners.css'

const wholeYuan = (fen: Fen) => (fen / 100n).toLocaleString('en-US')
const WATCHED = wholeYuan(VAT_WATCH_FEN)

export function HighEarners({ views }: { views: ReactNode }) {
  const thisMonth = shanghaiMonth(new Date())
  const filters: readonly Filter<'month'>[] = [
    {
      kind: 'month',
      name: 'month',
      label: labels.month,
      width: 136,
      initial: addMonths(thisMonth, -1),
      latest: thisMonth,
    },
  ]
  return (
    <ListPage
      endpoint={highEarners}
      filters={filters}
      purpose={labels.purpose(WATCHED, wholeYuan(VAT_THRESHOLD_FEN))}
      notice={views}
      columns={COLUMNS}
      rowKey={(row) => `${row.idCardNo} ${row.name} ${row.userId}`}
      empty={{ title: labels.empty, hint: labels.emptyHint(WATCHED) }}
      twoLines
      minWidth={900}
    />
  )
}

const COLUMNS: readonly ListColumn<HighEarner>[] = [
  { title: labels.name, width: 168, dataIndex: 'name' },
  { title: labels.idCardNo, width: 232, render: (_, row) => <IdCardCell person={row} /> },
  {
    title: labels.total,
    width: 152,
    align: 'right',
    render: (_, { incomeFen }) => <MoneyCell fen={incomeFen} />,
  },
  { title: labels.companies, className: 'high-companies', render: (_, row) => <Companies person={row} /> },
  {
    title: labels.actions,
    width: 108,
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
