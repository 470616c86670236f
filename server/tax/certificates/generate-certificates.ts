// Makes the tax certificates of every closed month in scope that has none, once, whoever asks how often (D28).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { recordEntry } from '../../audit-log/record-entry.ts'
import { closeMonths } from '../periods/close-months.ts'
import { insertCertificates, monthsWithoutCertificates } from './certificate-store.ts'
import { NEWEST_TEXT } from './certificate-text.ts'

/** Answers how many are new. A month at a time, each in a transaction of its own: what is made stays made. */
export async function generateCertificates(services: Services, by: Actor, scope: Scope): Promise<number> {
  await closeMonths(services, by, scope)
  const waiting = await services.database.query((tx) => monthsWithoutCertificates(tx, scope))
  let made = 0
  for (const { taxId, providerId, providerName, month } of waiting) {
    made += await services.database.transact(async (tx) => {
      const count = await insertCertificates(tx, taxId, { at: by.at, textVersion: NEWEST_TEXT.version })
      if (count > 0)
        await recordEntry(tx, by, {
          action: 'generate-tax-statements',
          object: { kind: 'tax-proof', id: taxId, name: `${providerName} ${month}` },
          providerId,
          after: { month, people: count },
        })
      return count
    }, 'long')
  }
  return made
}
