// Applies for an invoice of one's own provider: what is left is read and taken under one lock (D30).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { judgeUse } from '@paywages/domain/invoice-categories/category.ts'
import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import { invoiceableFen, judgeAmount } from '@paywages/domain/invoices/quota.ts'
import { type Fen, formatYuan } from '@paywages/domain/money/fen.ts'
import type { Actor } from '../actor.ts'
import { nextDailyNumber } from '../adapters/postgres/daily-numbers.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import { findCategoryForUse } from '../invoice-categories/store.ts'
import { Refused, refuseIf } from '../refused.ts'
import { moveQuota, takeQuota } from './quota-store.ts'
import { insertApplication, insertEvent } from './store.ts'

export type ApplicationDraft = {
  readonly type: InvoiceType
  readonly categoryId: number
  readonly amountFen: Fen
  readonly remark: string
}

export async function addInvoice(house: House, by: Actor, draft: ApplicationDraft): Promise<number> {
  const { providerId, platformId, accountId } = by.person
  return house.database.transact(async (tx) => {
    const categoryName = await takeCategory(tx, draft.categoryId)
    const quota = await takeQuota(tx, providerId)
    const left = invoiceableFen(quota)
    refuseIf(judgeAmount(draft.amountFen, quota), { available: formatYuan(left) })
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

async function takeCategory(tx: Tx, categoryId: number): Promise<string> {
  const category = await findCategoryForUse(tx, categoryId)
  if (!category) throw new Refused('category-unknown')
  refuseIf(judgeUse({ status: category.enabled ? 'enabled' : 'disabled' }))
  return category.name
}
