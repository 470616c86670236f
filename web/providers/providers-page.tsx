// The provider list of super managers, with the terms each is settled by (D39).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import { listProviders, type ProviderRow } from '@paywages/wire/providers/endpoints.ts'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { Dash } from '../ui/display/description-list.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import { YesNo } from '../ui/display/yes-no.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useGo } from '../ui/page/address.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { providerLabels as labels } from './labels.ts'
import { ProviderStatus } from './provider-status.tsx'
import { useProviderStatus } from './use-provider-status.ts'

export function ProvidersPage() {
  const go = useGo()
  const changeStatus = useProviderStatus()
  const add = (type: 'primary' | 'default') => (
    <Button type={type} icon={<Plus size={14} aria-hidden="true" />} onClick={() => go('/addprovider')}>
      {labels.add}
    </Button>
  )
  const actionsColumn: ListColumn<ProviderRow> = {
    title: labels.actions,
    width: 112,
    fixed: 'right',
    render: (_, row) => (
      <RowActions>
        <PageLink to="/editprovider" search={{ providerId: String(row.providerId) }}>
          {labels.edit}
        </PageLink>
        <RowAction danger={row.enabled} onClick={() => void changeStatus(row)}>
          {row.enabled ? labels.disable : labels.enable}
        </RowAction>
      </RowActions>
    ),
  }
  return (
    <ListPage
      endpoint={listProviders}
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
      columns={[...columns, actionsColumn]}
      rowKey={(row) => row.providerId}
      actions={add('primary')}
      empty={{ title: labels.empty, hint: labels.emptyHint, actions: add('default') }}
      onOpen={(row) => go('/editprovider', { providerId: String(row.providerId) })}
      minWidth={1000}
    />
  )
}

const columns: readonly ListColumn<ProviderRow>[] = [
  { title: labels.name, dataIndex: 'providerName' },
  { title: labels.platforms, render: (_, row) => row.platformNames.join('、') || <Dash /> },
  { title: labels.contactUser, width: 96, render: (_, row) => row.contactUser || <Dash /> },
  {
    title: labels.serviceRate,
    width: 96,
    align: 'right',
    render: (_, row) => formatRatePercent(row.serviceRate),
  },
  {
    title: labels.monthlyLimit,
    width: 144,
    align: 'right',
    render: (_, row) => <MoneyCell fen={row.monthlyLimitFen} />,
  },
  { title: labels.withholdsTax, width: 96, render: (_, row) => <YesNo value={row.withholdsTax} /> },
  { title: labels.createdAt, width: 160, render: (_, row) => shanghaiMinute(row.createdAt) },
  { title: labels.status, width: 96, render: (_, row) => <ProviderStatus enabled={row.enabled} /> },
]
