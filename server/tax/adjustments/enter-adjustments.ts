// Enters adjustments that wait for a second person: one by the form, or those of a sheet, all or none.

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import {
  type AdjustmentRow,
  adjustmentKey,
  type NewAdjustment,
  type ValidatedAdjustments,
  validateAdjustmentRows,
} from '@paywages/domain/tax/adjustments/adjustment-rows.ts'
import { validateProposal } from '@paywages/domain/tax/adjustments/adjustment-status.ts'
import { validateMonth } from '@paywages/domain/tax/adjustments/counted-month.ts'
import { itemOfWords } from '@paywages/wire/tax/adjustments/item-words.ts'
import type { Actor } from '../../actor.ts'
import { ID_CARD_NO } from '../../adapters/personal-data/contexts.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { Services } from '../../app-services.ts'
import { type AuditObject, recordEntry } from '../../audit-log/record-entry.ts'
import { knownPeople } from '../../freelancers/known-store.ts'
import { knownPersonsOf } from '../../freelancers/person-store.ts'
import { Refused, refuseIf } from '../../refused.ts'
import { enteredFor, insertAdjustments, lastClosedBefore, lockEntries } from './adjustment-store.ts'

export function proposeAdjustment(
  services: Services,
  by: Actor,
  input: NewAdjustment & { readonly providerId?: number | undefined },
): Promise<number> {
  refuseIf(validateProposal(by.person))
  const { userId, month, item, amountFen, reason } = input
  const providerId = input.providerId ?? by.person.providerId
  const adjustment = { userId, month, item, amountFen, reason }
  return services.database.transact(async (tx) => {
    await lockEntries(tx, providerId)
    const [known] = await knownPersonsOf(tx, { scope: scopeOf(by.person), providerId }, [userId])
    if (known === undefined) throw new Refused('not-found')
    refuseIf(validateMonth(month, await monthsNow(tx, by, providerId)))
    const entered = await enteredFor(tx, providerId, [userId])
    if (entered.some((other) => adjustmentKey(other) === adjustmentKey(adjustment)))
      throw new Refused('adjustment-duplicate')
    const [adjustmentId] = await insertAdjustments(tx, entryOf(by, providerId, false), [adjustment])
    if (adjustmentId === undefined) throw new Error('an adjustment was not written')
    await recordEntry(tx, by, {
      action: 'enter-tax-adjustment',
      object: { kind: 'tax-adjustment', id: adjustmentId, name: known.name },
      providerId,
      after: { month, item, amount: formatYuan(amountFen), reason },
    })
    return adjustmentId
  })
}

export function enterRows(
  services: Services,
  by: Actor,
  sheet: {
    readonly rows: readonly AdjustmentRow[]
    readonly providerId: number
    readonly object: AuditObject
  },
): Promise<ValidatedAdjustments> {
  refuseIf(validateProposal(by.person))
  const { rows, providerId, object } = sheet
  return services.database.transact(async (tx) => {
    await lockEntries(tx, providerId)
    const people = await peopleIn(services, tx, providerId, rows)
    const entered = await enteredFor(
      tx,
      providerId,
      [...people.values()].map(({ userId }) => userId),
    )
    const keys = new Set(entered.map(adjustmentKey))
    const validated = validateAdjustmentRows(rows, {
      now: await monthsNow(tx, by, providerId),
      itemOf: itemOfWords,
      personOf: (idCardNo) => people.get(idCardNo),
      isEntered: (adjustment) => keys.has(adjustmentKey(adjustment)),
    })
    const { good, bad } = validated
    const event = { action: 'import-tax-adjustments', object, providerId } as const
    const after = { rows: rows.length, bad: bad.length }
    if (bad.length > 0)
      await recordEntry(tx, by, { ...event, result: 'refused', reason: 'bad-adjustments', after })
    else {
      await insertAdjustments(tx, entryOf(by, providerId, true), good)
      await recordEntry(tx, by, { ...event, after })
    }
    return validated
  })
}

const entryOf = (by: Actor, providerId: number, bySheet: boolean) => ({
  providerId,
  by: by.person.accountId,
  at: by.at,
  bySheet,
})

async function monthsNow(tx: Tx, by: Actor, providerId: number) {
  const month = shanghaiMonth(by.at)
  return { month, lastClosed: await lastClosedBefore(tx, providerId, month) }
}

/** Those of the sheet whom the provider knows, by the ID number as it stands there. */
async function peopleIn(
  { cipher }: Services,
  tx: Tx,
  providerId: number,
  rows: readonly AdjustmentRow[],
): Promise<Map<string, { readonly userId: number; readonly name: string }>> {
  const numbers = [...new Set(rows.map(({ idCardNo }) => idCardNo))]
  const numberOf = new Map(
    numbers.flatMap((idCardNo) =>
      cipher.lookupHashes(idCardNo, ID_CARD_NO).map((hash) => [hash, idCardNo] as const),
    ),
  )
  const known = await knownPeople(tx, providerId, [...numberOf.keys()])
  return new Map(known.map(({ idHash, userId, name }) => [numberOf.get(idHash) ?? '', { userId, name }]))
}
