// /rechargeverify: the recharges in scope, to audit, correct or refund (spec §2, D25).

import {
  RECHARGE_STATUSES,
  REVERSAL_KINDS,
  type ReversalKind,
} from '@paywages/domain/recharges/recharge-status.ts'
import { allRecharges } from '@paywages/wire/recharges/endpoints.ts'
import type { RechargeRow } from '@paywages/wire/recharges/shapes.ts'
import { useCurrentUser } from '../api/current-user.ts'
import {
  AUDIT_PAGE,
  rechargeAddress,
  rechargeIdIn,
  VERIFY_PAGE,
  withoutRecharge,
} from '../records/recharge-address.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useOpenRecord } from '../ui/list/use-open-record.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { useShown } from '../ui/page/use-shown.ts'
import { kindLabels, rechargeLabels as labels, statusLabels } from './labels.ts'
import { rechargeColumns } from './recharge-columns.tsx'
import { RechargeDrawer } from './recharge-drawer.tsx'
import { ReversalDialog } from './reversal-dialog.tsx'
import { useRechargeActions } from './use-recharge-actions.ts'

const statusFilter = {
  kind: 'select',
  name: 'status',
  label: labels.status,
  width: 152,
  options: RECHARGE_STATUSES.map((status) => ({ value: status, label: statusLabels[status] })),
} as const

const PLACE = { page: VERIFY_PAGE, idIn: rechargeIdIn, without: withoutRecharge }

export function RechargeVerifyPage() {
  const user = useCurrentUser()
  const company = useProviderFilter()
  const { shown, open, look, close } = useOpenRecord(PLACE)
  const reversal = useShown<{ recharge: RechargeRow; kind: ReversalKind }>()
  // Whoever sees several companies chooses among them.
  const several = user.superManager || user.manager
  const columns = rechargeColumns(useNarrow())
  const actions: ListColumn<RechargeRow> = {
    ...columns.actions,
    render: (_, row) => (
      <VerifyActions
        recharge={row}
        onLook={() => look(row.rechargeId)}
        onReverse={(kind) => reversal.show({ recharge: row, kind })}
      />
    ),
  }
  return (
    <div className="recharge-list">
      <ListPage
        endpoint={allRecharges}
        filters={[statusFilter, company]}
        columns={[
          columns.id,
          columns.createdAt,
          ...(several ? [columns.company] : []),
          columns.payer,
          columns.amount,
          columns.payDay,
          columns.creator,
          columns.status,
          actions,
        ]}
        rowKey={(row) => row.rechargeId}
        onOpen={(row) => look(row.rechargeId)}
        empty={{ title: labels.emptyVerify, hint: labels.emptyVerifyHint }}
        dense
        minWidth={1000}
      />
      <RechargeDrawer rechargeId={shown} open={open} onClose={close} />
      {reversal.shown === undefined ? null : (
        <ReversalDialog {...reversal.shown} open={reversal.open} onClose={reversal.close} />
      )}
    </div>
  )
}

type VerifyActionsProps = {
  recharge: RechargeRow
  onLook: () => void
  onReverse: (kind: ReversalKind) => void
}

function VerifyActions({ recharge, onLook, onReverse }: VerifyActionsProps) {
  const actions = useRechargeActions()(recharge)
  if (actions.has('audit')) {
    return (
      <RowActions>
        <PageLink to={AUDIT_PAGE} search={rechargeAddress(recharge.rechargeId)}>
          {labels.audit}
        </PageLink>
      </RowActions>
    )
  }
  if (actions.has('ask-reversal')) {
    return (
      <RowActions>
        {REVERSAL_KINDS.map((kind) => (
          <RowAction key={kind} onClick={() => onReverse(kind)}>
            {kindLabels[kind]}
          </RowAction>
        ))}
      </RowActions>
    )
  }
  return (
    <RowActions>
      <RowAction onClick={onLook}>
        {actions.size > 0 && recharge.status === 'approved' ? labels.decide : labels.look}
      </RowAction>
    </RowActions>
  )
}
