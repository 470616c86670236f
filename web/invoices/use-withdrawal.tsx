// The applicant takes a pending application back, after a confirmation that names it (D30).

import { withdrawInvoice } from '@paywages/wire/invoices/endpoints.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import type { ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import { call } from '../api/client.ts'
import type { CallRefused } from '../api/refused.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { drawerLabels, withdrawLabels as labels } from './labels.ts'
import { lateOf, tellOutcome } from './outcome.ts'

/** Resolves to true when it was taken back. */
export function useWithdrawal(): (application: ApplicationRow) => Promise<boolean> {
  const confirm = useConfirm()
  return async ({ applicationId, applicationNo, amountFen, type, categoryName }) => {
    let late: CallRefused | undefined
    const agreed = await confirm({
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
      act: labels.act,
      danger: true,
      run: async () => {
        late = await lateOf(call(withdrawInvoice, { applicationId }))
      },
    })
    return agreed && (await tellOutcome(late, labels.done))
  }
}
