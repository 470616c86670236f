// /payaccounts: the paying accounts of the providers in scope, each with its channel (ADR 81).

import { listPayingAccounts } from '@paywages/wire/bank-files/endpoints.ts'
import type { PayingAccountRow } from '@paywages/wire/bank-files/shapes.ts'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useShown } from '../ui/page/use-shown.ts'
import { AccountChoiceDialog } from './account-choice-dialog.tsx'
import { payingAccountLabels as labels, releaseLabels } from './labels.ts'
import { PayingAccountDialog } from './paying-account-dialog.tsx'
import { ReleaseFilesDialog } from './release-files-dialog.tsx'

export function PayingAccountsPage() {
  const dialog = useShown<{ account: PayingAccountRow | undefined }>()
  const choice = useShown<PayingAccountRow>()
  const release = useShown<PayingAccountRow>()
  const provider = useProviderFilter(200)
  const add = (type: 'primary' | 'default') => (
    <Button
      type={type}
      icon={<Plus size={14} aria-hidden="true" />}
      onClick={() => dialog.show({ account: undefined })}
    >
      {labels.add}
    </Button>
  )
  const actions: ListColumn<PayingAccountRow> = {
    title: labels.actions,
    width: 136,
    render: (_, account) => (
      <RowActions>
        <RowAction onClick={() => dialog.show({ account })}>{labels.edit}</RowAction>
        <RowAction onClick={() => choice.show(account)}>{labels.whoChooses}</RowAction>
        {account.held ? (
          <RowAction onClick={() => release.show(account)}>{releaseLabels.open}</RowAction>
        ) : null}
      </RowActions>
    ),
  }
  return (
    <>
      <ListPage
        endpoint={listPayingAccounts}
        filters={[provider]}
        columns={[...COLUMNS, actions]}
        rowKey={(row) => row.payingAccountId}
        actions={add('primary')}
        empty={{ title: labels.empty, hint: labels.emptyHint, actions: add('default') }}
        twoLines
        minWidth={1_000}
      />
      {dialog.shown === undefined ? null : (
        <PayingAccountDialog account={dialog.shown.account} open={dialog.open} onClose={dialog.close} />
      )}
      {choice.shown === undefined ? null : (
        <AccountChoiceDialog account={choice.shown} open={choice.open} onClose={choice.close} />
      )}
      {release.shown === undefined ? null : (
        <ReleaseFilesDialog account={release.shown} open={release.open} onClose={release.close} />
      )}
    </>
  )
}

const COLUMNS: readonly ListColumn<PayingAccountRow>[] = [
  { title: labels.provider, render: (_, row) => row.providerName },
  {
    title: labels.account,
    width: 240,
    render: (_, row) => <TwoLines first={row.holderName} second={<BankAndTail row={row} />} />,
  },
  { title: labels.channel, width: 64, render: (_, row) => labels.channels[row.channel] },
  { title: labels.format, width: 220, render: (_, row) => row.formatName || <Dash /> },
  { title: labels.whoChooses, width: 128, render: (_, row) => labels.choices[`${row.starterChooses}`] },
  { title: labels.state, width: 84, render: (_, row) => <StateCell account={row} /> },
]

/** A long branch wraps, the last digits never. */
function BankAndTail({ row: { bankName, accountTail } }: { row: PayingAccountRow }) {
  return (
    <>
      {bankName} <span className="unbroken">{labels.tail(accountTail)}</span>
    </>
  )
}

function StateCell({ account: { enabled, isDefault } }: { account: PayingAccountRow }) {
  if (!enabled) return <StatusTag tone="off">{labels.disabled}</StatusTag>
  return isDefault ? (
    <StatusTag tone="ok">{labels.isDefault}</StatusTag>
  ) : (
    <StatusTag tone="run">{labels.enabled}</StatusTag>
  )
}
