// /retention: how long each provider keeps personal data, and where something is held back (ADR 146).

import { listRetention, type RetentionProvider } from '@paywages/wire/retention/endpoints.ts'
import { retentionKindWords, yearsInWords } from '@paywages/wire/retention/messages.ts'
import { StatusTag } from '../ui/display/status-tag.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowActions } from '../ui/list/row-actions.tsx'
import { useGo } from '../ui/page/address.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { retentionLabels as labels } from './labels.ts'
import './retention.css'

const DETAIL_PAGE = '/retentiondetail'

const addressOf = ({ providerId }: RetentionProvider) => ({ providerId: String(providerId) })

export function RetentionPage() {
  const go = useGo()
  return (
    <ListPage
      endpoint={listRetention}
      columns={COLUMNS}
      rowKey={(row) => row.providerId}
      minWidth={960}
      onOpen={(row) => go(DETAIL_PAGE, addressOf(row))}
      filters={[
        {
          kind: 'text',
          name: 'name',
          label: labels.name,
          placeholder: labels.nameHint,
          maxLength: 50,
          width: 240,
        },
      ]}
      empty={{ title: labels.empty, hint: labels.emptyHint }}
    />
  )
}

const COLUMNS: readonly ListColumn<RetentionProvider>[] = [
  { title: labels.name, width: 168, dataIndex: 'name' },
  {
    title: labels.periods,
    enough: 760,
    render: (_, row) => (
      <span className="retention-periods">
        {row.periods.map(({ kind, years }) => (
          <span key={kind}>{`${retentionKindWords[kind]} ${yearsInWords(years)}`}</span>
        ))}
        {row.waiting ? <StatusTag tone="wait">{labels.waiting}</StatusTag> : null}
      </span>
    ),
  },
  {
    title: labels.holds,
    width: 112,
    render: (_, row) => (row.holds === 0 ? labels.none : labels.holdCount(row.holds)),
  },
  {
    title: labels.actions,
    width: 72,
    fixed: 'right',
    render: (_, row) => (
      <RowActions>
        <PageLink to={DETAIL_PAGE} search={addressOf(row)}>
          {labels.open}
        </PageLink>
      </RowActions>
    ),
  },
]
