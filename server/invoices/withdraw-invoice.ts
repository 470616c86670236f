// The applicant takes a pending application back, and the amount with it (D30).

import { validateWithdrawal } from '@paywages/domain/invoices/application-status.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { WITHDRAWN_REASON } from '@paywages/wire/invoices/messages.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { refuseIf } from '../refused.ts'
import { entryOf, lockApplicationInScope } from './lock-application.ts'
import { moveQuota } from './quota-store.ts'
import { insertEvent, withdrawApplication } from './store.ts'

export async function withdrawInvoice(services: Services, by: Actor, applicationId: number): Promise<void> {
  await services.database.transact(async (tx) => {
    const application = await lockApplicationInScope(tx, by, applicationId)
    refuseIf(validateWithdrawal(application, by.person))
    await withdrawApplication(tx, applicationId, WITHDRAWN_REASON)
    await moveQuota(tx, application.providerId, { appliedFen: -application.amountFen })
    await insertEvent(tx, { applicationId, kind: 'withdrawn', by: by.person.accountId, at: by.at })
    await recordEntry(tx, by, {
      action: 'withdraw-invoice',
      ...entryOf(application),
      before: { status: application.status },
      after: { status: 'rejected', withdrawn: true, amount: formatYuan(application.amountFen) },
    })
  })
}
