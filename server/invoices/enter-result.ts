// Enters what was invoiced: number and files, the quota moved, the stock drawn down, the payouts that it covers found (D28, D30).

import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { validateResult } from '@paywages/domain/invoices/application-status.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { drawStock } from '../invoice-stock/store.ts'
import { refuseIf } from '../refused.ts'
import { allocateInvoices } from './allocation-store.ts'
import { attachInvoiceFiles } from './attach-files.ts'
import { listResultFiles } from './file-store.ts'
import { entryOf, lockApplicationInScope } from './lock-application.ts'
import { lockQuota, moveQuota } from './quota-store.ts'
import { insertEvent, markInvoiced, type Tracking } from './store.ts'

export type InvoiceResult = Tracking & { readonly fileIds: readonly string[]; readonly invoiceCount: number }

export async function enterResult(
  services: Services,
  by: Actor,
  applicationId: number,
  result: InvoiceResult,
): Promise<void> {
  const fileIds = [...new Set(result.fileIds)]
  await services.database.transact(async (tx) => {
    const application = await lockApplicationInScope(tx, by, applicationId)
    refuseIf(validateResult(application, by.person))
    const { providerId, type, amountFen } = application
    const { invoiceCount } = result
    const files = await attachInvoiceFiles(tx, by, application, fileIds)
    await listResultFiles(tx, applicationId, fileIds, by.at)
    // From here on nobody else of this provider applies or allocates.
    await lockQuota(tx, providerId)
    await moveQuota(tx, providerId, { appliedFen: -amountFen, invoicedFen: amountFen })
    await markInvoiced(tx, applicationId, { ...result, by: by.person.accountId, at: by.at })
    await allocateInvoices(tx, providerId)
    await drawStock(tx, { providerId, month: shanghaiMonth(by.at), type, count: invoiceCount, amountFen })
    await insertEvent(tx, { applicationId, kind: 'invoiced', by: by.person.accountId, at: by.at })
    await recordEntry(tx, by, {
      action: 'enter-invoice-result',
      ...entryOf(application),
      before: { status: application.status },
      after: {
        status: 'invoiced',
        amount: formatYuan(amountFen),
        trackingNo: result.trackingNo,
        trackingNote: result.trackingNote,
        invoiceCount,
        files: files.map(({ name }) => name),
      },
    })
  })
}
