// /recharges: the balance, and the history of the provider's recharges (spec §2, D25).

import { listRecharges } from '@paywages/wire/recharges/endpoints.ts'
import type { RechargeRow } from '@paywages/wire/recharges/shapes.ts'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ADD_PAGE } from '../records/recharge-address.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useShownRow } from '../ui/list/use-shown-row.tsx'
import { useGo } from '../ui/page/address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { useShown } from '../ui/page/use-shown.ts'
import { BalanceCard } from './balance-card.tsx'
import { rechargeLabels as labels } from './labels.ts'
import { numberFilter, rechargeColumns } from './recharge-columns.tsx'
import { RechargeDrawer } from './recharge-drawer.tsx'
import { useRechargeActions } from './use-recharge-actions.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const FILTERS = [numberFilter] as const

/** `besides` stands left of the page's own button: what other slices offer here. */
export function RechargesPage({ besides }: { besides?: ReactNode }) {
  const go = useGo()
  const actionsOf = useRechargeActions()
  const drawer = useShownRow((row: RechargeRow) => row.rechargeId)
  const withdrawing = useShown<RechargeRow>()
  const columns = rechargeColumns(useNarrow(), drawer.show)
  const add = (type: 'primary' | 'default') => (
    <Button type={type} icon={<Plus size={14} aria-hidden="true" />} onClick={() => go(ADD_PAGE)}>
      {labels.add}
    </Button>
  )
  const actions: ListColumn<RechargeRow> = {
    ...columns.actions,
    render: (_, row) => (
      <RowActions>
        <RowAction onClick={() => drawer.show(row)}>{labels.look}</RowAction>
        {actionsOf(row).has('withdraw') ? (
          <RowAction danger onClick={() => withdrawing.show(row)}>
            {labels.withdraw}
          </RowAction>
        ) : null}
      </RowActions>
    ),
  }
  return (
    <div className="recharge-list">
      <ListPage
        endpoint={listRecharges}
        notice={<BalanceCard />}
        columns={[
          columns.id,
          columns.createdAt,
          columns.payer,
          columns.amount,
          columns.payDay,
          columns.after,
          columns.status,
          actions,
        ]}
        rowKey={(row) => row.rechargeId}
        actions={
          <>
            {besides}
            {add('primary')}
          </>
        }
        filters={FILTERS}
        onOpen={drawer.show}
        isOpen={(row) => drawer.isNamed && row.rechargeId === drawer.id}
        empty={{ title: labels.empty, hint: labels.emptyHint, actions: add('default') }}
        dense
        minWidth={1000}
      />
      <RechargeDrawer rechargeId={drawer.id} open={drawer.isNamed} onClose={drawer.close} />
      {withdrawing.shown === undefined ? null : (
        <WithdrawDialog recharge={withdrawing.shown} open={withdrawing.open} onClose={withdrawing.close} />
      )}
    </div>
  )
}
