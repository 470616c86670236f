// Tries a payment before any sheet is made: by a provider's terms and a person's history here, or typed months.

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import { faultOfHistory, hasTable, monthsThatCount, tryTax } from '@paywages/domain/tax/trial.ts'
import type { AskOf } from '@paywages/wire/endpoint.ts'
import type { taxTrial } from '@paywages/wire/tax/endpoints.ts'
import { trialLines } from '@paywages/wire/tax/messages.ts'
import type { TrialResult } from '@paywages/wire/tax/shapes.ts'
import type { Actor } from '../../actor.ts'
import { FREELANCER_SEAL, ID_CARD_NO } from '../../adapters/personal-data/contexts.ts'
import { recordEntry } from '../../audit/record-entry.ts'
import { acquaintancesOf } from '../../freelancers/person-store.ts'
import type { House } from '../../house.ts'
import { Refused } from '../../refused.ts'
import { paidMonthsOf, termsOf } from './trial-store.ts'

type Ask = AskOf<typeof taxTrial>

export async function tryPayment(house: House, by: Actor, ask: Ask): Promise<TrialResult> {
  const { amountFen, isNet, method, userId } = ask
  const providerId = ask.providerId ?? by.person.providerId
  const day = ask.day ?? shanghaiDay(by.at)
  const { taxTables: tables } = house
  if (!hasTable(method, day, tables)) throw new Refused('trial-no-table')
  const terms = await house.database.look((tx) => termsOf(tx, providerId))
  if (terms === undefined) throw new Refused('not-found')
  const history =
    userId === undefined
      ? typedHistory(ask, day)
      : await historyOf(house, by, { ...ask, userId, providerId, day })
  const { gapRestarts = terms.gapRestarts, serviceRate = terms.serviceRate } = ask
  const trial = tryTax({ method, gapRestarts, serviceRate, day, amountFen, isNet, history, tables })
  return { ...trial, serviceRate, day, trace: trialLines(trial.trace), history: [...history] }
}

function typedHistory({ history = [] }: Ask, day: string): readonly MonthSoFar[] {
  const fault = faultOfHistory(history, day)
  if (fault) throw new Refused(fault.code, { month: fault.month, ...monthsThatCount('cumulative', day) })
  return [...history].sort((one, other) => (one.month < other.month ? -1 : 1))
}

type Whose = Ask & { readonly userId: number; readonly providerId: number; readonly day: string }

/** Whom that provider does not know is not found, whoever else may know them; what is told stands in the audit log (D33). */
async function historyOf(house: House, by: Actor, whose: Whose): Promise<readonly MonthSoFar[]> {
  const { userId, providerId, method, day } = whose
  if (whose.history !== undefined) throw new Refused('trial-history-both')
  const { cipher } = house
  return house.database.transact(async (tx) => {
    const [known] = await acquaintancesOf(tx, { scope: scopeOf(by.person), providerId }, [userId])
    if (known === undefined) throw new Refused('not-found')
    const idHashes = cipher.lookupHashes(cipher.open(known.sealedId, FREELANCER_SEAL), ID_CARD_NO)
    await recordEntry(tx, by, {
      action: 'read-personal-data',
      object: { kind: 'freelancer', id: userId, name: known.name },
      providerId,
    })
    return paidMonthsOf(tx, { providerId, idHashes }, monthsThatCount(method, day))
  })
}
