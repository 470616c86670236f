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
import { ListPage } from '../ui/list/list-page.tsx'
import type { ListColumn } from '../ui/list/list-table.tsx'
import { RowAct, RowActs } from '../ui/list/row-acts.tsx'
import { useLookedAt } from '../ui/list/use-looked-at.ts'
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
  const { shown, open, look, close } = useLookedAt(PLACE)
  const reversal = useShown<{ recharge: RechargeRow; kind: ReversalKind }>()
  // Whoever sees several companies chooses among them.
  const several = user.superManager || user.manager
  const columns = rechargeColumns(useNarrow())
  const acts: ListColumn<RechargeRow> = {
    ...columns.acts,
    render: (_, row) => (
      <VerifyActs
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
        filters={several ? [statusFilter, company] : [statusFilter]}
        columns={[
          columns.id,
          columns.createdAt,
          ...(several ? [columns.company] : []),
          columns.payer,
          columns.amount,
          columns.payDay,
          columns.creator,
          columns.status,
          acts,
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

type VerifyActsProps = {
  recharge: RechargeRow
  onLook: () => void
  onReverse: (kind: ReversalKind) => void
}

function VerifyActs({ recharge, onLook, onReverse }: VerifyActsProps) {
  const actions = useRechargeActions()(recharge)
  if (actions.has('audit')) {
    return (
      <RowActs>
        <PageLink to={AUDIT_PAGE} search={rechargeAddress(recharge.rechargeId)}>
          {labels.audit}
        </PageLink>
      </RowActs>
    )
  }
  if (actions.has('ask-reversal')) {
    return (
      <RowActs>
        {REVERSAL_KINDS.map((kind) => (
          <RowAct key={kind} onClick={() => onReverse(kind)}>
            {kindLabels[kind]}
          </RowAct>
        ))}
      </RowActs>
    )
  }
  return (
    <RowActs>
      <RowAct onClick={onLook}>
        {actions.size > 0 && recharge.status === 'approved' ? labels.decide : labels.look}
      </RowAct>
    </RowActs>
  )
}
