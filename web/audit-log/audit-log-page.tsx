// The audit log as managers search it: who, when, from where, what, and with which result (D34).

import { ACTIONS } from '@paywages/domain/audit-log/actions.ts'
import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { type AuditRow, listAudit } from '@paywages/wire/audit-log/endpoints.ts'
import { useState } from 'react'
import { providerLabels } from '../records/labels.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { Dash } from '../ui/display/description-list.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { actionLabels } from './action-labels.ts'
import { actionWords } from './action-words.ts'
import { AuditEntryDrawer } from './audit-entry-drawer.tsx'
import { AuditResult } from './audit-result.tsx'
import { auditLabels as labels } from './labels.ts'
import { objectInWords } from './object-words.ts'

const ACTION_OPTIONS = ACTIONS.map((action) => ({ value: action, label: actionLabels[action] }))

const RESULT_OPTIONS = [
  { value: 'done', label: labels.done },
  { value: 'refused', label: labels.refused },
]

export function AuditLogPage() {
  const company = useProviderFilter(128)
  const [opened, setOpened] = useState<AuditRow>()
  return (
    <>
      <ListPage
        endpoint={listAudit}
        filters={[
          { kind: 'date-range', from: 'from', to: 'to', label: labels.at },
          {
            kind: 'text',
            name: 'account',
            label: labels.account,
            placeholder: labels.accountHint,
            maxLength: 30,
            width: 120,
          },
          { kind: 'select', name: 'action', label: labels.action, options: ACTION_OPTIONS, width: 128 },
          { kind: 'select', name: 'result', label: labels.result, options: RESULT_OPTIONS, width: 88 },
          company,
        ]}
        columns={columns}
        rowKey={(row) => row.entryId}
        empty={{ title: labels.empty, hint: labels.emptyHint }}
        onOpen={setOpened}
        minWidth={1000}
      />
      <AuditEntryDrawer entry={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

/** A failed login has nobody behind it; everything else without an account was done by the system itself. */
function nobodyOf(row: AuditRow): string {
  return row.action === 'login' ? labels.nobody : labels.system
}

const columns: readonly ListColumn<AuditRow>[] = [
  { title: labels.at, width: 176, render: (_, row) => shanghaiSecond(row.at) },
  { title: labels.account, width: 136, render: (_, row) => row.account || nobodyOf(row) },
  { title: labels.realName, width: 96, render: (_, row) => row.realName || <Dash /> },
  { title: labels.action, width: 120, render: (_, row) => actionWords(row) },
  { title: labels.object, render: (_, row) => objectInWords(row.object) || <Dash /> },
  { title: providerLabels.provider, render: (_, row) => row.providerName || <Dash /> },
  { title: labels.address, dataIndex: 'address', width: 136 },
  { title: labels.result, width: 96, render: (_, row) => <AuditResult result={row.result} /> },
]
