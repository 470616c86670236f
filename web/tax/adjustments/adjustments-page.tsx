// /taxadjustments: exempt income, other deductions and tax relief, entered by one person and confirmed by another (ADR 35).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import {
  ADJUSTMENT_STATUSES,
  adjustmentActions,
  validateDecision,
  validateProposal,
} from '@paywages/domain/tax/adjustments/adjustment-status.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import {
  confirmAdjustments,
  exportAdjustments,
  listAdjustments,
  withdrawAdjustment,
} from '@paywages/wire/tax/adjustments/endpoints.ts'
import type { Adjustment } from '@paywages/wire/tax/adjustments/shapes.ts'
import { Button } from 'antd'
import { Check, FileUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useCurrentUser } from '../../api/current-user.ts'
import { useProviderFilter } from '../../records/use-provider-filter.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { ExportButton } from '../../ui/list/export-button.tsx'
import { type Filter, inputFrom, textsFromSearch } from '../../ui/list/list-filters.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../../ui/list/row-actions.tsx'
import { usePageSearch } from '../../ui/page/address.ts'
import { useLaptop } from '../../ui/page/use-narrow.ts'
import { useShown } from '../../ui/page/use-shown.ts'
import { AddAdjustmentDialog } from './add-adjustment-dialog.tsx'
import { ADJUSTMENTS_WIDTH, adjustmentColumns } from './adjustment-columns.tsx'
import {
  addAdjustmentLabels,
  adjustmentStatusLabels,
  confirmAdjustmentLabels,
  importAdjustmentLabels,
  adjustmentLabels as labels,
  withdrawAdjustmentLabels,
} from './adjustment-labels.ts'
import { ImportAdjustmentsDialog } from './import-adjustments-dialog.tsx'
import { NamedAdjustments } from './named-adjustments.tsx'
import { refreshAdjustments } from './refresh-adjustments.ts'
import { RejectAdjustmentsDialog } from './reject-adjustments-dialog.tsx'

export function AdjustmentsPage() {
  const user = useCurrentUser()
  const narrow = useLaptop()
  const manages = hasRight(user, 'manager')
  const enters = validateProposal(user) === undefined
  const decides = hasRight(user, 'check-or-manager')
  const filters = useAdjustmentFilters()
  const asked = inputFrom(filters, textsFromSearch(filters, usePageSearch(), new Date()), 1)
  const { index, size, ...input } = asked as InputOf<typeof listAdjustments>
  const [chosen, setChosen] = useState<readonly Adjustment[]>([])
  const [open, setOpen] = useState<'add' | 'import'>()
  const rejecting = useShown<readonly Adjustment[]>()
  const { confirm, withdraw } = useSteps(() => setChosen([]))
  const actions = (row: Adjustment) => {
    const may = adjustmentActions(row, user)
    if (may.length === 0) return null
    return (
      <RowActions>
        {may.includes('confirm') ? (
          <RowAction onClick={() => void confirm([row])}>{labels.confirm}</RowAction>
        ) : null}
        {may.includes('reject') ? (
          <RowAction danger onClick={() => rejecting.show([row])}>
            {labels.reject}
          </RowAction>
        ) : null}
        {may.includes('withdraw') ? (
          <RowAction onClick={() => void withdraw(row)}>{labels.withdraw}</RowAction>
        ) : null}
      </RowActions>
    )
  }
  const add = (type: 'primary' | 'default') => (
    <Button type={type} icon={<Plus size={14} aria-hidden="true" />} onClick={() => setOpen('add')}>
      {addAdjustmentLabels.add}
    </Button>
  )
  return (
    <>
      <ListPage
        endpoint={listAdjustments}
        filters={filters}
        columns={adjustmentColumns({ several: manages, narrow, actions })}
        rowKey={(row) => row.adjustmentId}
        actions={
          <>
            <ExportButton endpoint={exportAdjustments} input={input} label={labels.export} />
            {enters ? (
              <>
                <Button icon={<FileUp size={14} aria-hidden="true" />} onClick={() => setOpen('import')}>
                  {importAdjustmentLabels.import}
                </Button>
                {add(chosen.length === 0 ? 'primary' : 'default')}
              </>
            ) : null}
            {chosen.length === 0 ? null : (
              <>
                <Button
                  danger
                  icon={<X size={14} aria-hidden="true" />}
                  onClick={() => rejecting.show(chosen)}
                >
                  {labels.rejectChosen(chosen.length)}
                </Button>
                <Button
                  type="primary"
                  icon={<Check size={14} aria-hidden="true" />}
                  onClick={() => void confirm(chosen)}
                >
                  {labels.confirmChosen(chosen.length)}
                </Button>
              </>
            )}
          </>
        }
        choice={
          decides
            ? {
                chosen,
                onChoose: setChosen,
                mayChoose: (row) => validateDecision(row, user) === undefined,
                label: (row) => labels.choose(row.name),
                allLabel: labels.chooseAll,
              }
            : undefined
        }
        empty={{
          title: labels.empty,
          hint: enters ? labels.emptyAction : labels.emptyRead,
          ...(enters ? { actions: add('default') } : {}),
        }}
        twoLines
        minWidth={narrow ? ADJUSTMENTS_WIDTH.narrow : ADJUSTMENTS_WIDTH.wide}
      />
      <AddAdjustmentDialog chooses={manages} open={open === 'add'} onClose={() => setOpen(undefined)} />
      <ImportAdjustmentsDialog
        chooses={manages}
        open={open === 'import'}
        onClose={() => setOpen(undefined)}
      />
      {rejecting.shown === undefined ? null : (
        <RejectAdjustmentsDialog
          adjustments={rejecting.shown}
          open={rejecting.open}
          onDone={() => setChosen([])}
          onClose={rejecting.close}
        />
      )}
    </>
  )
}

/** The steps that ask before they are taken. */
function useSteps(onDone: () => void) {
  const ask = useConfirm()

  async function step(question: Parameters<typeof ask>[0], done: string): Promise<void> {
    if (!(await ask(question))) return
    onDone()
    toastSuccess(done)
    await refreshAdjustments()
  }

  return {
    confirm: (adjustments: readonly Adjustment[]) =>
      step(
        {
          title: confirmAdjustmentLabels.title,
          object: <NamedAdjustments adjustments={adjustments} />,
          warning: confirmAdjustmentLabels.warning,
          action: confirmAdjustmentLabels.action(adjustments.length),
          run: () =>
            call(confirmAdjustments, { adjustmentIds: adjustments.map(({ adjustmentId }) => adjustmentId) }),
        },
        confirmAdjustmentLabels.done,
      ),
    withdraw: (adjustment: Adjustment) =>
      step(
        {
          title: withdrawAdjustmentLabels.title,
          object: <NamedAdjustments adjustments={[adjustment]} />,
          warning: withdrawAdjustmentLabels.warning,
          action: withdrawAdjustmentLabels.action,
          danger: true,
          run: () => call(withdrawAdjustment, { adjustmentId: adjustment.adjustmentId }),
        },
        withdrawAdjustmentLabels.done,
      ),
  }
}

const STATUS_OPTIONS = ADJUSTMENT_STATUSES.map((status) => ({
  value: status,
  label: adjustmentStatusLabels[status],
}))

type FilterName = 'month' | 'name' | 'idCardNo' | 'status' | 'providerId'

function useAdjustmentFilters(): readonly Filter<FilterName>[] {
  const company = useProviderFilter(168)
  return [
    { kind: 'month', name: 'month', label: labels.month, width: 136, latest: shanghaiMonth(new Date()) },
    {
      kind: 'text',
      name: 'name',
      label: labels.name,
      placeholder: labels.nameHint,
      maxLength: 30,
      width: 136,
    },
    {
      kind: 'text',
      name: 'idCardNo',
      label: labels.idCardNo,
      placeholder: labels.idHint,
      maxLength: 18,
      width: 200,
    },
    { kind: 'select', name: 'status', label: labels.status, options: STATUS_OPTIONS, width: 136 },
    company,
  ]
}
