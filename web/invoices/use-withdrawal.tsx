// The applicant takes a pending application back, after a confirmation that names it (D30).

import { withdrawInvoice } from '@paywages/wire/invoices/endpoints.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import type { ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import { call } from '../api/client.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { drawerLabels, withdrawLabels as labels } from './labels.ts'
import { refreshInvoices } from './refresh-invoices.ts'

/** Resolves to true when it was taken back. */
export function useWithdrawal(): (application: ApplicationRow) => Promise<boolean> {
  const confirmedStep = useConfirmedStep()
  return async ({ applicationId, applicationNo, amountFen, type, categoryName }) => {
    const outcome = await confirmedStep({
      title: labels.title,
      object: applicationNo,
      body: (
        <AmountBlock
          label={labels.amount}
          fen={amountFen}
          lines={[
            { label: drawerLabels.type, value: invoiceTypeWords[type] },
            { label: drawerLabels.category, value: categoryName },
          ]}
        />
      ),
      warning: labels.warning,
      action: labels.action,
      danger: true,
      send: () => call(withdrawInvoice, { applicationId }),
      done: labels.done,
      refresh: refreshInvoices,
    })
    return outcome.at === 'done'
  }
}
