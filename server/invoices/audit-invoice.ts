// Agrees to a pending application or refuses it with a reason, once; a refusal gives the amount back (D30).

import { validateAudit } from '@paywages/domain/invoices/application-status.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused, refuseIf } from '../refused.ts'
import { entryOf, lockApplicationInScope } from './lock-application.ts'
import { moveQuota } from './quota-store.ts'
import { decideApplication, insertEvent } from './store.ts'

export type InvoiceAudit = { readonly agrees: boolean; readonly reason: string }

export async function auditInvoice(
  services: Services,
  by: Actor,
  applicationId: number,
  audit: InvoiceAudit,
): Promise<void> {
  const { agrees } = audit
  if (!agrees && audit.reason === '') throw new Refused('invoice-refusal-reason')
  // A reason typed before the mind was changed says nothing about what was agreed to.
  const reason = agrees ? '' : audit.reason
  await services.database.transact(async (tx) => {
    const application = await lockApplicationInScope(tx, by, applicationId)
    refuseIf(validateAudit(application, by.person))
    const { accountId } = by.person
    const status = agrees ? 'invoicing' : 'rejected'
    await decideApplication(tx, applicationId, { status, reason, by: accountId, at: by.at })
    if (!agrees) await moveQuota(tx, application.providerId, { appliedFen: -application.amountFen })
    const kind = agrees ? 'agreed' : 'refused'
    await insertEvent(tx, { applicationId, kind, by: accountId, at: by.at, reason })
    await recordEntry(tx, by, {
      action: 'audit-invoice',
      ...entryOf(application),
      reason,
      before: { status: application.status },
      after: { status, amount: formatYuan(application.amountFen) },
    })
  })
}
