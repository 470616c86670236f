// A second person confirms what a result says, or sends it back; the worker then takes it into the books (ADR 82).

import { momentOfDay } from '@paywages/domain/bank-files/payment-day.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import { applyBankUpdates, MAX_AT_ONCE } from '../transfers/apply-bank-updates.ts'
import { checkAlike } from './alike-file.ts'
import { askComparison } from './evidence-store.ts'
import { lockForStep, noteStep } from './file-steps.ts'
import { changeBankFile, filesToSettle, lockBankFile, openRows } from './file-store.ts'
import { dropLines, takeAssigned } from './line-store.ts'
import { checkPeople } from './people-behind.ts'
import {
  advance,
  decideWaiting,
  resultsOfFiles,
  resultsToApply,
  rowsToApply,
  type ToApply,
} from './result-store.ts'

export type ResultDecision = {
  readonly bankFileId: number
  readonly resultId: number
  /** The digest that was shown: what is confirmed is what was seen. */
  readonly sha256: string
  /** Of the assigned lines that were shown. */
  readonly revision: number
  readonly confirms: boolean
  readonly reason: string
}

export async function decideResult(services: Services, by: Actor, decision: ResultDecision): Promise<void> {
  const { bankFileId, resultId, confirms, reason } = decision
  await services.database.transact(async (tx) => {
    const file = await lockForStep(tx, by, bankFileId, confirms ? 'confirm' : 'refuse-result', reason)
    const waiting = (await resultsOfFiles(tx, [bankFileId])).find(({ state }) => state === 'waiting')
    if (waiting?.resultId !== resultId || waiting.sha256 !== decision.sha256)
      throw new Refused('bank-result-changed')
    if (confirms) {
      if (waiting.revision !== decision.revision) throw new Refused('bank-result-lines-changed')
      await checkPeople(tx, by, file, reason)
      await checkAlike(tx, file, reason)
      await takeAssigned(tx, resultId)
      // Every line was left in doubt: there is nothing to take into the books.
      if (waiting.succeededCount + waiting.rejectedCount + waiting.returnedCount === 0)
        throw new Refused('result-nothing')
    } else await dropLines(tx, resultId)
    await decideWaiting(tx, resultId, {
      state: confirms ? 'confirmed' : 'refused',
      by: by.person.accountId,
      at: by.at,
      reason,
    })
    await changeBankFile(tx, bankFileId, { state: confirms ? 'confirmed' : 'submitted', at: by.at })
    await noteStep(tx, by, file, confirms ? 'confirm-bank-result' : 'refuse-bank-result', {
      reason,
      after: {
        result: waiting.name,
        resultSha256: waiting.sha256,
        succeeded: waiting.succeededCount,
        rejected: waiting.rejectedCount,
      },
    })
  })
}

/** Another worker has applied the same rows. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** Takes the next confirmed rows of each file into the books, or ends a file that has none left; returns how many rows or files. One that fails does not hold up the others, and is told once they are done. */
export async function settleBankFiles(services: Services): Promise<number> {
  const faults: unknown[] = []
  const tried = async (step: () => Promise<number>) => {
    try {
      return await step()
    } catch (error) {
      faults.push(error)
      return 0
    }
  }
  let done = 0
  for (const next of await services.database.query((tx) => resultsToApply(tx)))
    done += await tried(() => applyNext(services, next))
  if (done > 0) return done
  for (const bankFileId of await services.database.query((tx) => filesToSettle(tx)))
    done += await tried(async () => {
      await endFile(services, bankFileId, 'submitted')
      return 1
    })
  if (done === 0 && faults.length > 0) throw faults[0]
  return done
}

async function applyNext(services: Services, next: ToApply): Promise<number> {
  const rows = await services.database.query((tx) => rowsToApply(tx, next, MAX_AT_ONCE))
  const last = rows.at(-1)
  if (!last) {
    await endFile(services, next.bankFileId, 'confirmed')
    return 1
  }
  try {
    await applyBankUpdates(
      services,
      'file-result',
      rows.map(({ reference, status, netFen, reason, serial, day }) => ({
        reference,
        status,
        amountFen: netFen,
        message: reason,
        serial,
        at: day === null ? undefined : momentOfDay(day, services.clock.now()),
      })),
      async (tx) => {
        if (!(await advance(tx, next, last.position))) throw new Overtaken()
      },
    )
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
  }
  return rows.length
}

/** Settled once nothing is open; else more results may come. */
async function endFile(
  services: Services,
  bankFileId: number,
  from: 'confirmed' | 'submitted',
): Promise<void> {
  await services.database.transact(async (tx) => {
    const file = await lockBankFile(tx, { of: 'everything' }, bankFileId)
    if (file?.state !== from) return
    const state = (await openRows(tx, bankFileId)) === 0 ? 'settled' : 'submitted'
    if (state !== from) await changeBankFile(tx, bankFileId, { state, at: services.clock.now() })
    await askComparison(tx, bankFileId)
  })
}
