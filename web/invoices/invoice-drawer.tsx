// One application beside its list: amount, facts, files, its way, and what this person may do with it (docs/LOOK.md, 11).

import { actionsFor } from '@paywages/domain/invoices/application-status.ts'
import { invoiceDetail } from '@paywages/wire/invoices/endpoints.ts'
import type { ApplicationDetail, ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { useCall } from '../api/queries.ts'
import { DescriptionSkeleton } from '../ui/display/description-list.tsx'
import { DetailDrawer } from '../ui/display/detail-drawer.tsx'
import { Timeline } from '../ui/display/timeline.tsx'
import { ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { DrawerActions } from './drawer-actions.tsx'
import { InvoiceAmount } from './invoice-amount.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceFiles } from './invoice-files.tsx'
import { invoiceSteps } from './invoice-steps.ts'
import { InvoiceTag } from './invoice-tag.tsx'
import { drawerLabels as labels } from './labels.ts'
import type { WaitingAction } from './row-action.ts'

type InvoiceDrawerProps = {
  /** Kept while the drawer closes, so that nothing vanishes from it. */
  applicationId: number | undefined
  open: boolean
  onAction: (action: WaitingAction, application: ApplicationRow) => void
  onClose: () => void
}

export function InvoiceDrawer({ applicationId, open, onAction, onClose }: InvoiceDrawerProps) {
  const enabled = open && applicationId !== undefined
  const query = useCall(invoiceDetail, { applicationId: applicationId ?? 0 }, { enabled })
  const application = query.data?.applicationId === applicationId ? query.data : undefined
  return (
    <DetailDrawer
      open={open}
      title={application?.applicationNo ?? labels.anyTitle}
      tag={application === undefined ? undefined : <InvoiceTag application={application} />}
      actions={
        application === undefined ? undefined : (
          <DrawerActions application={application} onAction={onAction} onWithdrawn={onClose} />
        )
      }
      onClose={onClose}
    >
      {query.isError ? (
        <ErrorBlock query={query} failure={invoiceDetail.failure} />
      ) : application === undefined ? (
        <DescriptionSkeleton rows={8} columns={1} />
      ) : (
        <DrawerBody application={application} />
      )}
    </DetailDrawer>
  )
}

function DrawerBody({ application }: { application: ApplicationDetail }) {
  const actions = actionsFor(application, useCurrentUser())
  const mine = actions.includes('audit') || actions.includes('enter-result')
  const steps = invoiceSteps(application, mine).map(({ lines, ...step }) => ({
    ...step,
    ...(lines.length === 0 ? {} : { text: <StepLines lines={lines} /> }),
  }))
  return (
    <>
      <InvoiceAmount fen={application.amountFen} />
      <InvoiceFacts application={application} />
      {application.files.length === 0 ? null : (
        <InvoiceFiles files={application.files} removed={application.removedFiles} />
      )}
      <h3 className="invoice-section">{labels.progress}</h3>
      <Timeline steps={steps} />
    </>
  )
}

function StepLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className="invoice-step-line">
      {line}
    </span>
  ))
}
