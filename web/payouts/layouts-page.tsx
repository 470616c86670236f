// /sheetlayouts: the layouts of payout sheets and bank statements that clerks have named the columns of, for managers to look at and forget.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { statementColumnWords } from '@paywages/wire/bank-statements/messages.ts'
import { deleteLayout, type ListedLayout, listLayouts } from '@paywages/wire/payouts/layout-endpoints.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { providerLabels } from '../records/labels.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { layoutLabels as labels } from './mapping-labels.ts'
import './layouts-page.css'

export function LayoutsPage() {
  const company = useProviderFilter(200)
  const forget = useForget()
  const actions: ListColumn<ListedLayout> = {
    title: labels.actions,
    width: 72,
    fixed: 'right',
    render: (_, row) => (
      <RowActions>
        <RowAction danger onClick={() => void forget(row)}>
          {labels.forget}
        </RowAction>
      </RowActions>
    ),
  }
  return (
    <ListPage
      endpoint={listLayouts}
      filters={[company]}
      columns={[...columns, actions]}
      rowKey={(row) => row.layoutId}
      empty={{ title: labels.empty, hint: labels.emptyHint }}
      minWidth={960}
    />
  )
}

function useForget(): (layout: ListedLayout) => Promise<void> {
  const confirm = useConfirm()
  return async ({ layoutId, providerName, headings, chosenBy }) => {
    const agreed = await confirm({
      title: labels.forgetTitle,
      object: labels.object(providerName, headings.length),
      body: labels.chosen(headings.join('、'), chosenBy),
      warning: labels.forgetWarning,
      action: labels.forgetAction,
      danger: true,
      // Whoever was slower than another manager sees that it is gone.
      run: () => call(deleteLayout, { layoutId }).finally(() => refresh(listLayouts)),
    })
    if (agreed) toastSuccess(labels.done)
  }
}

/** The fields of statements come by their names. */
function titleOf({ kind }: ListedLayout, title: string): string {
  const words: Readonly<Record<string, string>> = statementColumnWords
  return kind === 'statement' ? (words[title] ?? title) : title
}

/** A heading and its field stay on one line. */
function Fields({ layout }: { readonly layout: ListedLayout }) {
  const named = layout.fields.filter(({ heading, title }) => heading !== title)
  if (named.length === 0) return labels.asNamed
  return (
    <div className="layout-fields">
      {named.map(({ heading, title }) => (
        <span key={heading}>{labels.readAs(heading, titleOf(layout, title))}</span>
      ))}
    </div>
  )
}

const columns: readonly ListColumn<ListedLayout>[] = [
  { title: providerLabels.provider, dataIndex: 'providerName', width: 136 },
  { title: labels.headings, render: (_, row) => row.headings.join('、') },
  {
    title: labels.fields,
    render: (_, row) => <Fields layout={row} />,
  },
  {
    title: labels.amountIs,
    width: 96,
    render: (_, row) => (row.kind === 'statement' ? labels.statement : labels.meaning[row.amountIs]),
  },
  {
    title: labels.chosenBy,
    width: 152,
    render: (_, row) => (
      <>
        <div className="cell-first">{row.chosenBy}</div>
        <div className="cell-second">{shanghaiMinute(row.chosenAt)}</div>
      </>
    ),
  },
  {
    title: labels.lastUsed,
    width: 152,
    render: (_, row) => (row.lastUsedAt === null ? <Dash /> : shanghaiMinute(row.lastUsedAt)),
  },
]
