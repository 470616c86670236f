// /approvalpolicies: how many reviewers each provider's batches need and how much may be paid, and the floors of platforms for super managers.

import { listFloors, listPolicies, type PolicyRow } from '@paywages/wire/approvals/endpoints.ts'
import { ceilingInWords, tiersInWords } from '@paywages/wire/approvals/messages.ts'
import { Segmented } from 'antd'
import { useCurrentUser } from '../api/current-user.ts'
import { StatusTag } from '../ui/display/status-tag.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowActions } from '../ui/list/row-actions.tsx'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { policyLabels as labels } from './labels.ts'
import { POLICIES_PAGE, policyAddress } from './policy-address.ts'
import './policies.css'

const POLICY_PAGE = '/approvalpolicy'

export function PoliciesPage() {
  const { superManager } = useCurrentUser()
  const go = useGo()
  const { view: wanted } = usePageSearch()
  const floors = superManager && wanted === 'platform'
  const views = superManager ? (
    <Segmented
      aria-label={labels.views}
      value={floors ? 'platform' : 'provider'}
      options={[
        { value: 'provider', label: labels.providers },
        { value: 'platform', label: labels.platforms },
      ]}
      onChange={(view) => go(POLICIES_PAGE, view === 'platform' ? { view } : {})}
    />
  ) : undefined
  const shared = {
    columns: columnsOf(floors ? 'platform' : 'provider'),
    rowKey: (row: PolicyRow) => row.subjectId,
    actions: views,
    minWidth: 960,
    onOpen: (row: PolicyRow) =>
      go(POLICY_PAGE, policyAddress(floors ? 'platform' : 'provider', row.subjectId)),
  }
  if (floors)
    return <ListPage endpoint={listFloors} {...shared} empty={{ title: labels.emptyPlatforms, hint: '' }} />
  return (
    <ListPage
      endpoint={listPolicies}
      {...shared}
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

function columnsOf(of: 'provider' | 'platform'): readonly ListColumn<PolicyRow>[] {
  return [
    { title: of === 'provider' ? labels.name : labels.platform, width: 240, dataIndex: 'name' },
    {
      title: labels.tiers,
      render: (_, row) => (
        <span className="policy-tiers">
          <span>{tiersInWords(row.policy)}</span>
          {row.set ? null : <span className="policy-default">{labels.byDefault}</span>}
          {row.waiting ? <StatusTag tone="wait">{labels.waiting}</StatusTag> : null}
        </span>
      ),
    },
    {
      title: labels.batchCeiling,
      width: 160,
      align: 'right',
      render: (_, row) => ceilingInWords(row.policy.batchCeilingFen),
    },
    {
      title: labels.dayCeiling,
      width: 160,
      align: 'right',
      render: (_, row) => ceilingInWords(row.policy.dayCeilingFen),
    },
    {
      title: labels.actions,
      width: 72,
      fixed: 'right',
      render: (_, row) => (
        <RowActions>
          <PageLink to={POLICY_PAGE} search={policyAddress(of, row.subjectId)}>
            {labels.edit}
          </PageLink>
        </RowActions>
      ),
    },
  ]
}
