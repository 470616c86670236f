// /pendingtransfers: transfers that the bank says nothing definite about, and what people decide about them (D41).

import { pendingTransfers } from '@paywages/wire/transfers/endpoints.ts'
import type { PendingTransfer } from '@paywages/wire/transfers/shapes.ts'
import { Button } from 'antd'
import { useCurrentUser } from '../api/current-user.ts'
import { PayoutDrawer } from '../payout-record/payout-drawer.tsx'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import type { Filter } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { useRowAddress } from '../ui/list/use-row-address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { useShown } from '../ui/page/use-shown.ts'
import { pendingLabels as labels } from './labels.ts'
import { type PendingAction, pendingActions } from './pending-actions.ts'
import { type OnAction, pendingColumns } from './pending-columns.tsx'
import { ProposalFacts } from './proposal-facts.tsx'
import { ProposeDialog } from './propose-dialog.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import { useConfirmation } from './use-confirmation.tsx'
import './pending-transfers.css'

export function PendingTransfersPage() {
  const narrow = useNarrow()
  const address = useRowAddress()
  const close = () => {
    if (address.id !== undefined) address.close()
  }
  const asked = useShown<{ action: PendingAction; transfer: PendingTransfer }>()
  const confirm = useConfirmation(close)
  const done = () => {
    asked.close()
    close()
  }
  const onAction: OnAction = (action, transfer) => {
    if (action === 'confirm') void confirm(transfer)
    else asked.show({ action, transfer })
  }
  return (
    <>
      <ListPage
        endpoint={pendingTransfers}
        filters={usePendingFilters()}
        columns={pendingColumns(narrow, onAction)}
        rowKey={(row) => row.rowId}
        drawer={(opened) => (
          <PayoutDrawer
            opened={opened}
            before={opened.row?.proposal == null ? null : <ProposalFacts proposal={opened.row.proposal} />}
            actions={
              opened.row === undefined ? null : <DrawerActions transfer={opened.row} onAction={onAction} />
            }
          />
        )}
        empty={{ title: labels.empty, hint: labels.emptyHint }}
        twoLines
        minWidth={narrow ? 1_010 : 1_160}
      />
      {asked.shown === undefined ? null : asked.shown.action === 'propose' ? (
        <ProposeDialog
          transfer={asked.shown.transfer}
          open={asked.open}
          onClose={asked.close}
          onDone={done}
        />
      ) : (
        <RefuseDialog
          transfer={asked.shown.transfer}
          own={asked.shown.action === 'take-back'}
          open={asked.open}
          onClose={asked.close}
          onDone={done}
        />
      )}
    </>
  )
}

const STATE_OPTIONS = (['in-doubt', 'manual', 'succeeded'] as const).map((value) => ({
  value,
  label: labels.states[value],
}))

function usePendingFilters(): readonly Filter<'providerId' | 'state'>[] {
  const company = useProviderFilter(168)
  const state = {
    kind: 'select',
    name: 'state',
    label: labels.state,
    options: STATE_OPTIONS,
    width: 168,
  } as const
  return [company, state]
}

/** The primary one last. */
function DrawerActions({ transfer, onAction }: { transfer: PendingTransfer; onAction: OnAction }) {
  const actions = pendingActions(transfer, useCurrentUser())
  return (
    <>
      {actions.includes('take-back') ? (
        <Button onClick={() => onAction('take-back', transfer)}>{labels.takeBack}</Button>
      ) : null}
      {actions.includes('refuse') ? (
        <Button danger onClick={() => onAction('refuse', transfer)}>
          {labels.refuse}
        </Button>
      ) : null}
      {actions.includes('confirm') ? (
        <Button type="primary" onClick={() => onAction('confirm', transfer)}>
          {labels.confirm}
        </Button>
      ) : null}
      {actions.includes('propose') ? (
        <Button type="primary" onClick={() => onAction('propose', transfer)}>
          {labels.propose}
        </Button>
      ) : null}
    </>
  )
}
