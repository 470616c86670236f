// What statements say of the files of a batch, and what a manager found out where they contradict it (ADR 85).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { validateLook } from '@paywages/domain/bank-files/look-into.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { Refused, refuseIf } from '../refused.ts'
import { contradictionsOf, listedCounts, noteLook, resultHandsOf } from './evidence-store.ts'
import { noteStep } from './file-steps.ts'
import { type BankFile, lockBankFile } from './file-store.ts'

/** It is told once more where something else contradicts it; what was noted stays in the audit log. */
export async function lookIntoContradictions(
  services: Services,
  by: Actor,
  bankFileId: number,
  word: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const file = await lockBankFile(tx, scopeOf(by.person), bankFileId)
    if (!file) throw new Refused('not-found')
    const resultHands = (await resultHandsOf(tx, [bankFileId])).get(bankFileId) ?? []
    refuseIf(validateLook({ submittedBy: file.submittedBy, resultHands }, by.person))
    const count = await noteLook(tx, bankFileId, { by: by.person.accountId, at: by.at, word })
    if (count === 0) throw new Refused('no-contradiction-open')
    await noteStep(tx, by, file, 'look-into-contradiction', {
      reason: word,
      after: { contradictions: count },
    })
  })
}

/** What is shown of a file beside its results. */
export async function evidenceOfFiles(tx: Tx, files: readonly BankFile[]) {
  const ids = files.map(({ bankFileId }) => bankFileId)
  const found = Map.groupBy(await contradictionsOf(tx, ids), ({ bankFileId }) => bankFileId)
  const [listed, hands] = [await listedCounts(tx, ids), await resultHandsOf(tx, ids)]
  return ({ bankFileId, submittedBy }: BankFile, { person }: Actor) => {
    const contradictions = (found.get(bankFileId) ?? []).map(({ bankFileId: _, ...one }) => one)
    const isOpen = contradictions.some(({ word }) => word === '')
    const refusal = validateLook({ submittedBy, resultHands: hands.get(bankFileId) ?? [] }, person)
    return {
      listedCount: listed.get(bankFileId) ?? 0,
      contradictions,
      mayLook: isOpen && refusal === undefined,
    }
  }
}
