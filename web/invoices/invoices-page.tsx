// /invoiceApply: invoice applications, to apply, audit, enter results and look up (spec §2, D30).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { APPLICATION_STATUSES } from '@paywages/domain/invoices/application-status.ts'
import { INVOICE_TYPES } from '@paywages/domain/invoices/invoice-type.ts'
import { exportInvoices, listInvoices } from '@paywages/wire/invoices/endpoints.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import type { ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { ExportButton } from '../ui/list/export-button.tsx'
import { type Filter, inputFrom, textsFromSearch } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useShownRow } from '../ui/list/use-shown-row.tsx'
import { usePageSearch } from '../ui/page/address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import { AuditDialog } from './audit-dialog.tsx'
import { INVOICES_WIDTH, invoiceColumns } from './invoice-columns.tsx'
import { InvoiceDrawer } from './invoice-drawer.tsx'
import { invoiceLabels as labels, statusLabels } from './labels.ts'
import { QuotaStrip } from './quota-strip.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { rowActionOf, type WaitingAction } from './row-action.ts'

export function InvoicesPage() {
  const narrow = useNarrow()
  const user = useCurrentUser()
  const several = hasRight(user, 'manager')
  const filters = useInvoiceFilters()
  const search = usePageSearch()
  const { index, size, ...chosen } = inputFrom(filters, textsFromSearch(filters, search, new Date()), 1)
  const drawer = useShownRow((row: ApplicationRow) => row.applicationId)
  const [applying, setApplying] = useState(false)
  const { action, dialogs } = useWaitingActions()
  const add = (type: 'primary' | 'default') => (
    <Button type={type} icon={<Plus size={14} aria-hidden="true" />} onClick={() => setApplying(true)}>
      {labels.add}
    </Button>
  )
  // A manager sees many companies: the figures are those of the one that is chosen.
  const providerId = several ? numberIn(chosen.providerId) : undefined
  return (
    <>
      <ListPage
        endpoint={listInvoices}
        filters={filters}
        {...(several ? { purpose: labels.purposeManager } : {})}
        actions={
          <>
            <ExportButton endpoint={exportInvoices} input={chosen} label={labels.exportAll} />
            {several ? null : add('primary')}
          </>
        }
        strip={() => (several && providerId === undefined ? null : <QuotaStrip providerId={providerId} />)}
        columns={invoiceColumns({
          narrow,
          onLook: drawer.show,
          actions: (row) => <RowOffer row={row} onLook={() => drawer.show(row)} onAction={action} />,
        })}
        rowKey={(row) => row.applicationId}
        onOpen={drawer.show}
        isOpen={(row) => drawer.isNamed && row.applicationId === drawer.id}
        empty={{
          title: labels.empty,
          hint: several ? labels.emptyManager : labels.emptyHint,
          ...(several ? {} : { actions: add('default') }),
        }}
        twoLines
        minWidth={narrow ? INVOICES_WIDTH.narrow : INVOICES_WIDTH.wide}
      />
      <InvoiceDrawer
        applicationId={drawer.id}
        open={drawer.isNamed}
        onAction={action}
        onClose={drawer.close}
      />
      <ApplyDialog open={applying} onClose={() => setApplying(false)} />
      {dialogs}
    </>
  )
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined)

type RowOfferProps = {
  row: ApplicationRow
  onLook: () => void
  onAction: (action: WaitingAction, row: ApplicationRow) => void
}

function RowOffer({ row, onLook, onAction }: RowOfferProps) {
  const wanted = rowActionOf(row, useCurrentUser())
  return (
    <RowActions>
      {wanted === 'look' ? (
        <RowAction onClick={onLook}>{labels.detail}</RowAction>
      ) : (
        <RowAction onClick={() => onAction(wanted, row)}>
          {wanted === 'audit' ? labels.audit : labels.edit}
        </RowAction>
      )}
    </RowActions>
  )
}

/** What waits for a manager, from a row or from its drawer; the application stays while a dialog fades away. */
function useWaitingActions() {
  const [asked, setAsked] = useState<{ action: WaitingAction; application: ApplicationRow }>()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const action = (wanted: WaitingAction, application: ApplicationRow) => {
    setAsked({ action: wanted, application })
    setAsking(true)
  }
  const open = (wanted: WaitingAction) => asking && asked?.action === wanted
  const dialogs =
    asked === undefined ? null : (
      <>
        <AuditDialog application={asked.application} open={open('audit')} onClose={close} />
        <ResultDialog application={asked.application} open={open('enter-result')} onClose={close} />
      </>
    )
  return { action, dialogs }
}

const TYPE_OPTIONS = INVOICE_TYPES.map((type, place) => ({
  value: String(place + 1),
  label: invoiceTypeWords[type],
}))
const STATUS_OPTIONS = APPLICATION_STATUSES.map((status, place) => ({
  value: String(place + 1),
  label: statusLabels[status],
}))

type FilterName = 'applicationNo' | 'type' | 'status' | 'providerId'

function useInvoiceFilters(): readonly Filter<FilterName>[] {
  const company = useProviderFilter(168)
  return [
    {
      kind: 'text',
      name: 'applicationNo',
      label: labels.applicationNo,
      placeholder: labels.applicationNoHint,
      maxLength: 30,
      width: 184,
    },
    { kind: 'select', name: 'type', label: labels.type, options: TYPE_OPTIONS, width: 200 },
    { kind: 'select', name: 'status', label: labels.status, options: STATUS_OPTIONS, width: 136 },
    company,
  ]
}
