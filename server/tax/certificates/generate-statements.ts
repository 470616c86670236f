// Makes the personal statements of every closed month in scope that has none, once, whoever asks how often (D28).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Actor } from '../../actor.ts'
import { recordEntry } from '../../audit/record-entry.ts'
import type { House } from '../../house.ts'
import { closeMonths } from '../periods/close-months.ts'
import { insertStatements, monthsWithoutStatements } from './statement-store.ts'
import { NEWEST_TEXT } from './statement-text.ts'

/** Answers how many are new. A month at a time, each in a transaction of its own: what is made stays made. */
export async function generateStatements(house: House, by: Actor, scope: Scope): Promise<number> {
  await closeMonths(house, by, scope)
  const waiting = await house.database.look((tx) => monthsWithoutStatements(tx, scope))
  let made = 0
  for (const { taxId, providerId, providerName, month } of waiting) {
    made += await house.database.transact(async (tx) => {
      const count = await insertStatements(tx, taxId, { at: by.at, textVersion: NEWEST_TEXT.version })
      if (count > 0)
        await recordEntry(tx, by, {
          action: 'generate-tax-statements',
          object: { kind: 'tax-proof', id: taxId, name: `${providerName} ${month}` },
          providerId,
          after: { month, people: count },
        })
      return count
    })
  }
  return made
}
