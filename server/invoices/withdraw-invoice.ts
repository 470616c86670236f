// The applicant takes a pending application back, and the amount with it (D30).

import { judgeWithdrawal } from '@paywages/domain/invoices/application-status.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { WITHDRAWN_REASON } from '@paywages/wire/invoices/messages.ts'
import type { Actor } from '../actor.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import { refuseIf } from '../refused.ts'
import { moveQuota } from './quota-store.ts'
import { insertEvent, withdrawApplication } from './store.ts'
import { entryOf, takeInScope } from './take-application.ts'

export async function withdrawInvoice(house: House, by: Actor, applicationId: number): Promise<void> {
  await house.database.transact(async (tx) => {
    const application = await takeInScope(tx, by, applicationId)
    refuseIf(judgeWithdrawal(application, by.person))
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
