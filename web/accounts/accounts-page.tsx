// The account list: who may log in, with which rights, and what this person may do about it (spec §2, D10).

import { validateTouch } from '@paywages/domain/accounts/account-change.ts'
import { type AccountRow, listAccounts } from '@paywages/wire/accounts/endpoints.ts'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { providerLabels } from '../records/labels.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { YesNo } from '../ui/display/yes-no.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useGo } from '../ui/page/address.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { accountLabels as labels } from './labels.ts'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { useAccountStatus } from './use-account-status.tsx'

export function AccountsPage() {
  const go = useGo()
  const company = useProviderFilter(200)
  const [resetting, setResetting] = useState<AccountRow>()
  const add = (type: 'primary' | 'default') => (
    <Button type={type} icon={<Plus size={14} aria-hidden="true" />} onClick={() => go('/addaccount')}>
      {labels.add}
    </Button>
  )
  const actionsColumn: ListColumn<AccountRow> = {
    title: labels.actions,
    width: 172,
    fixed: 'right',
    render: (_, row) => <AccountActions row={row} onReset={() => setResetting(row)} />,
  }
  return (
    <>
      <ListPage
        endpoint={listAccounts}
        filters={[
          {
            kind: 'text',
            name: 'keyword',
            label: labels.keyword,
            placeholder: labels.keywordHint,
            maxLength: 30,
            width: 200,
          },
          company,
        ]}
        columns={[...columns, actionsColumn]}
        rowKey={(row) => row.accountId}
        actions={add('primary')}
        empty={{ title: labels.empty, hint: labels.emptyHint, actions: add('default') }}
        onOpen={(row) => go('/basicinfo', { accountId: String(row.accountId) })}
        minWidth={1000}
      />
      <ResetPasswordDialog account={resetting} onClose={() => setResetting(undefined)} />
    </>
  )
}

function rightColumn(
  title: string,
  width: number,
  held: (row: AccountRow) => boolean,
): ListColumn<AccountRow> {
  return { title, width, render: (_, row) => <YesNo value={held(row)} /> }
}

const columns: readonly ListColumn<AccountRow>[] = [
  { title: labels.account, sort: 'account', dataIndex: 'account', width: 124 },
  { title: labels.realName, sort: 'realName', dataIndex: 'realName', width: 104 },
  { title: providerLabels.provider, dataIndex: 'providerName' },
  { title: labels.platform, dataIndex: 'platformName' },
  rightColumn(labels.payRight, 80, (row) => row.payRight),
  rightColumn(labels.checkRight, 80, (row) => row.checkRight),
  rightColumn(labels.appLoginRight, 124, (row) => row.appLoginRight),
  rightColumn(labels.manager, 72, (row) => row.manager || row.superManager),
  {
    title: labels.status,
    sort: 'enabled',
    width: 96,
    render: (_, row) => (
      <StatusTag tone={row.enabled ? 'ok' : 'off'}>
        {row.enabled ? labels.enabled : labels.disabled}
      </StatusTag>
    ),
  },
]

/** Only what this person may do to that account; nothing on one's own (D10). */
function AccountActions({ row, onReset }: { row: AccountRow; onReset: () => void }) {
  const user = useCurrentUser()
  const changeStatus = useAccountStatus()
  if (validateTouch(user, row) !== undefined) return null
  return (
    <RowActions>
      <PageLink to="/editaccount" search={{ accountId: String(row.accountId) }}>
        {labels.edit}
      </PageLink>
      <RowAction onClick={onReset}>{labels.reset}</RowAction>
      <RowAction danger={row.enabled} onClick={() => void changeStatus(row)}>
        {row.enabled ? labels.disable : labels.enable}
      </RowAction>
    </RowActions>
  )
}
