// /bankformats: every version of the bank formats in scope; made and changed by two people, withdrawn by one (ADR 83).

import { listBankFormats, withdrawBankFormat } from '@paywages/wire/bank-files/endpoints.ts'
import type { BankFormatRow } from '@paywages/wire/bank-files/format-shapes.ts'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useGo } from '../ui/page/address.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { useShown } from '../ui/page/use-shown.ts'
import { formatLabels as labels, versionStateLabels, versionStateTones } from './format-labels.ts'

const EDITOR_PAGE = '/bankformat'

export function BankFormatsPage() {
  const go = useGo()
  const dialog = useShown<BankFormatRow>()
  const provider = useProviderFilter(200)
  const add = (type: 'primary' | 'default') => (
    <Button type={type} icon={<Plus size={14} aria-hidden="true" />} onClick={() => go(EDITOR_PAGE)}>
      {labels.add}
    </Button>
  )
  const actions: ListColumn<BankFormatRow> = {
    title: labels.actions,
    width: 176,
    render: (_, row) => (
      <RowActions>
        <PageLink to={EDITOR_PAGE} search={addressOf(row, 'view')}>
          {labels.view}
        </PageLink>
        {row.bankFormatId > 0 && row.state !== 'replaced' ? (
          <PageLink to={EDITOR_PAGE} search={addressOf(row, 'next')}>
            {labels.next}
          </PageLink>
        ) : null}
        {row.draft.container === 'pain.001' ? null : (
          <PageLink to={EDITOR_PAGE} search={addressOf(row, 'copy')}>
            {labels.copy}
          </PageLink>
        )}
        {row.bankFormatId > 0 && row.state !== 'withdrawn' ? (
          <RowAction danger onClick={() => dialog.show(row)}>
            {labels.withdraw}
          </RowAction>
        ) : null}
      </RowActions>
    ),
  }
  return (
    <>
      <ListPage
        endpoint={listBankFormats}
        filters={[provider]}
        columns={[...COLUMNS, actions]}
        rowKey={(row) => `${row.key}/${row.version}`}
        actions={add('primary')}
        empty={{ title: labels.empty, hint: labels.emptyHint, actions: add('default') }}
        twoLines
        minWidth={1000}
      />
      {dialog.shown === undefined ? null : (
        <ReasonDialog
          open={dialog.open}
          name="withdraw-format"
          words={labels.withdrawWords}
          object={dialog.shown.name}
          rules={[
            { required: true, whitespace: true, message: labels.withdrawWords.reason },
            ...rulesFor(withdrawBankFormat, 'reason'),
          ]}
          danger
          send={(reason) =>
            call(withdrawBankFormat, { bankFormatId: dialog.shown?.bankFormatId ?? 0, reason })
          }
          refresh={() => refresh(listBankFormats)}
          onClose={dialog.close}
        />
      )}
    </>
  )
}

const addressOf = ({ key, version }: BankFormatRow, mode: string) => ({ key, version: String(version), mode })

const COLUMNS: readonly ListColumn<BankFormatRow>[] = [
  {
    title: labels.name,
    render: (_, row) => <TwoLines first={row.name} second={labels.version(row.version, row.kind)} />,
  },
  {
    title: labels.provider,
    width: 148,
    render: (_, row) =>
      row.bankFormatId > 0 ? (
        row.providerName
      ) : (
        <TwoLines first={labels.shipped} second={row.unproven ? labels.unproven : ''} />
      ),
  },
  {
    title: labels.state,
    width: 144,
    render: (_, row) => (
      <StatusTag tone={versionStateTones[row.state]}>{versionStateLabels[row.state]}</StatusTag>
    ),
  },
  { title: labels.from, width: 108, render: (_, row) => row.effectiveFrom },
  { title: labels.accounts, width: 80, align: 'right', render: (_, row) => row.accountCount },
  {
    title: labels.people,
    width: 124,
    render: (_, row) =>
      row.proposerName === null ? (
        <Dash />
      ) : (
        labels.peopleOf(row.proposerName, row.confirmerName ?? labels.cooled)
      ),
  },
]
