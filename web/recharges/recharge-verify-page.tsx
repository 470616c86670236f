// /rechargeverify: the recharges in scope, to audit, correct or refund (spec §2, D25).

import { RECHARGE_STATUSES } from '@paywages/domain/recharges/recharge-status.ts'
import { allRecharges } from '@paywages/wire/recharges/endpoints.ts'
import type { RechargeRow } from '@paywages/wire/recharges/shapes.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { AUDIT_PAGE, rechargeAddress } from '../records/recharge-address.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useShownRow } from '../ui/list/use-shown-row.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { rechargeLabels as labels, statusLabels } from './labels.ts'
import { numberFilter, rechargeColumns } from './recharge-columns.tsx'
import { RechargeDrawer } from './recharge-drawer.tsx'
import { useRechargeActions } from './use-recharge-actions.ts'

const statusFilter = {
  kind: 'select',
  name: 'status',
  label: labels.status,
  width: 152,
  options: RECHARGE_STATUSES.map((status) => ({ value: status, label: statusLabels[status] })),
} as const

export function RechargeVerifyPage() {
  const user = useCurrentUser()
  const company = useProviderFilter()
  const drawer = useShownRow((row: RechargeRow) => row.rechargeId)
  // Whoever sees several companies chooses among them.
  const several = user.superManager || user.manager
  const narrow = useNarrow()
  const columns = rechargeColumns(narrow, drawer.show)
  const stacked = several && narrow
  const actions: ListColumn<RechargeRow> = {
    ...columns.actions,
    render: (_, row) => <VerifyActions recharge={row} onLook={() => drawer.show(row)} />,
  }
  return (
    <div className="recharge-list">
      <ListPage
        endpoint={allRecharges}
        filters={[numberFilter, statusFilter, company]}
        columns={[
          columns.id,
          columns.createdAt,
          ...(stacked ? [columns.companyAndCreator] : several ? [columns.company] : []),
          columns.payer,
          columns.amount,
          columns.payDay,
          ...(stacked ? [] : [columns.creator]),
          columns.status,
          actions,
        ]}
        rowKey={(row) => row.rechargeId}
        onOpen={drawer.show}
        isOpen={(row) => drawer.isNamed && row.rechargeId === drawer.id}
        empty={{ title: labels.emptyVerify, hint: labels.emptyVerifyHint }}
        dense
        minWidth={1000}
      />
      <RechargeDrawer rechargeId={drawer.id} open={drawer.isNamed} onClose={drawer.close} />
    </div>
  )
}

/** Every recharge can be looked at, and is corrected or refunded from there; what waits for this person is said beside it. */
function VerifyActions({ recharge, onLook }: { recharge: RechargeRow; onLook: () => void }) {
  const actions = useRechargeActions()(recharge)
  const waits = recharge.openReversal !== null && actions.size > 0
  return (
    <RowActions>
      {actions.has('audit') ? (
        <PageLink to={AUDIT_PAGE} search={rechargeAddress(recharge.rechargeId)}>
          {labels.audit}
        </PageLink>
      ) : null}
      {waits ? <RowAction onClick={onLook}>{labels.decide}</RowAction> : null}
      <RowAction onClick={onLook}>{labels.look}</RowAction>
    </RowActions>
  )
}
