// /limituser: the settlement rules in red, and the people restricted from transfers (spec §2, §5, D26).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { type LimitUser, listLimitUsers } from '@paywages/wire/limits/endpoints.ts'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { providerLabels } from '../records/labels.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useShown } from '../ui/page/use-shown.ts'
import { AddLimitUserDialog } from './add-limit-user-dialog.tsx'
import { limitLabels as labels, ruleLabels } from './labels.ts'
import { RemoveLimitUserDialog } from './remove-limit-user-dialog.tsx'
import './limit-users.css'

export function LimitUsersPage() {
  const user = useCurrentUser()
  const [adding, setAdding] = useState(false)
  const removing = useShown<LimitUser>()
  const company = useProviderFilter()
  const add = (
    <Button type="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {labels.add}
    </Button>
  )
  const actions: ListColumn<LimitUser> = {
    title: labels.actions,
    width: 80,
    render: (_, row) =>
      row.everywhere && !user.superManager ? (
        <Dash />
      ) : (
        <RowActions>
          <RowAction danger onClick={() => removing.show(row)}>
            {labels.remove}
          </RowAction>
        </RowActions>
      ),
  }
  return (
    <>
      <ListPage
        endpoint={listLimitUsers}
        notice={<SettlementRules />}
        filters={[
          { kind: 'text', name: 'name', label: labels.name, placeholder: labels.nameHint, maxLength: 30 },
          company,
        ]}
        columns={hasRight(user, 'manager') ? [...columns, actions] : columns}
        rowKey={(row) => row.limitId}
        actions={add}
        empty={{ title: labels.empty, hint: labels.emptyHint }}
        dense
        minWidth={880}
      />
      <AddLimitUserDialog open={adding} onClose={() => setAdding(false)} />
      {removing.shown === undefined ? null : (
        <RemoveLimitUserDialog limited={removing.shown} open={removing.open} onClose={removing.close} />
      )}
    </>
  )
}

function SettlementRules() {
  return (
    <div className="settlement-rules">
      <Notice tone="bad" title={ruleLabels.title}>
        <ol>
          {ruleLabels.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </Notice>
    </div>
  )
}

const columns: readonly ListColumn<LimitUser>[] = [
  {
    title: providerLabels.provider,
    render: (_, row) => (row.everywhere ? labels.everywhere : row.providerName),
  },
  { title: labels.name, dataIndex: 'name' },
  {
    title: labels.idCardNo,
    width: 232,
    render: (_, row) => (
      <MaskedCell
        kind="limit-user"
        id={row.limitId}
        field="idCardNo"
        masked={row.idCardNo}
        whose={row.name}
      />
    ),
  },
  { title: labels.addedBy, width: 144, dataIndex: 'addedBy' },
  { title: labels.addedAt, width: 168, render: (_, row) => shanghaiMinute(row.addedAt) },
]
