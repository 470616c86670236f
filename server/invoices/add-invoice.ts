// Applies for an invoice of one's own provider: what is left is read and taken under one lock (D30).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { validateUse } from '@paywages/domain/invoice-categories/category.ts'
import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import { invoiceableFen, validateAmount } from '@paywages/domain/invoices/quota.ts'
import { type Fen, formatYuan } from '@paywages/domain/money/fen.ts'
import type { Actor } from '../actor.ts'
import { nextDailyNumber } from '../adapters/postgres/daily-numbers.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { lockCategoryForShare } from '../invoice-categories/store.ts'
import { Refused, refuseIf } from '../refused.ts'
import { lockQuota, moveQuota } from './quota-store.ts'
import { insertApplication, insertEvent } from './store.ts'

export type ApplicationDraft = {
  readonly type: InvoiceType
  readonly categoryId: number
  readonly amountFen: Fen
  readonly remark: string
}

export async function addInvoice(services: Services, by: Actor, draft: ApplicationDraft): Promise<number> {
  const { providerId, platformId, accountId } = by.person
  return services.database.transact(async (tx) => {
    const categoryName = await lockCategory(tx, draft.categoryId)
    const quota = await lockQuota(tx, providerId)
    const left = invoiceableFen(quota)
    refuseIf(validateAmount(draft.amountFen, quota), { available: formatYuan(left) })
    await moveQuota(tx, providerId, { appliedFen: draft.amountFen })
    // The day's number is everybody's, so it is taken last.
    const applicationNo = `FP${await nextDailyNumber(tx, 'invoice', shanghaiDay(by.at))}`
    const application = { ...draft, applicationNo, providerId, platformId, applicantId: accountId, at: by.at }
    const applicationId = await insertApplication(tx, application)
    await insertEvent(tx, { applicationId, kind: 'applied', by: accountId, at: by.at })
    await recordEntry(tx, by, {
      action: 'apply-invoice',
      object: { kind: 'invoice-application', id: applicationId, name: applicationNo },
      after: {
        type: draft.type,
        category: categoryName,
        amount: formatYuan(draft.amountFen),
        left: formatYuan(left - draft.amountFen),
      },
    })
    return applicationId
  })
}

async function lockCategory(tx: Tx, categoryId: number): Promise<string> {
  const category = await lockCategoryForShare(tx, categoryId)
  if (!category) throw new Refused('category-unknown')
  refuseIf(validateUse({ status: category.enabled ? 'enabled' : 'disabled' }))
  return category.name
}
