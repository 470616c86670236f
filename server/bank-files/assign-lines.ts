// A person says which row each ambiguous line of a waiting result means; another confirms it with the result (ADR 134).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { changedChoices, type LineChoice, validateChoices } from '@paywages/domain/bank-files/assign-lines.ts'
import { maskBankCardNo } from '@paywages/domain/personal/mask.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { Refused, refuseIf } from '../refused.ts'
import { lockForStep, noteStep } from './file-steps.ts'
import { findBankFile } from './file-store.ts'
import { assignLines, candidatesShown, openLines, shownLines } from './line-store.ts'
import { resultsOfFiles } from './result-store.ts'

export type Assignment = {
  readonly bankFileId: number
  readonly resultId: number
  /** That was shown: of two who assign at once the later is told. */
  readonly revision: number
  readonly choices: readonly LineChoice[]
}

export async function assignResultLines(
  services: Services,
  by: Actor,
  assignment: Assignment,
): Promise<void> {
  const { bankFileId, resultId, revision } = assignment
  await services.database.transact(async (tx) => {
    const file = await lockForStep(tx, by, bankFileId, 'assign')
    const waiting = (await resultsOfFiles(tx, [bankFileId])).find(({ state }) => state === 'waiting')
    if (waiting?.resultId !== resultId || waiting.revision !== revision)
      throw new Refused('bank-result-lines-changed')
    const lines = await openLines(tx, resultId)
    refuseIf(validateChoices(lines, assignment.choices))
    const choices = changedChoices(lines, assignment.choices)
    if (choices.length === 0) return
    await assignLines(tx, resultId, choices, { by: by.person.accountId, at: by.at })
    await noteStep(tx, by, file, 'assign-result-lines', {
      after: {
        result: waiting.name,
        resultSha256: waiting.sha256,
        lines: choices.map(({ line, position }) => `${line} → ${position ?? '-'}`).join(', '),
      },
    })
  })
}

/** For one sitting; what is decided makes room for the next. */
const MAX_LINES = 100

/** What each line says, the rows it may mean, and what was chosen. */
export async function linesOfResult(
  tx: Tx,
  { cipher }: Services,
  by: Actor,
  { bankFileId, resultId }: { readonly bankFileId: number; readonly resultId: number },
) {
  const file = await findBankFile(tx, scopeOf(by.person), bankFileId)
  const result = file && (await resultsOfFiles(tx, [bankFileId])).find((one) => one.resultId === resultId)
  if (!result) throw new Refused('not-found')
  const lines = await shownLines(tx, resultId, MAX_LINES)
  const rows = await candidatesShown(tx, resultId, [...new Set(lines.map(({ groupNo }) => groupNo))])
  const opened = cipher.openRows(rows.map(({ sealed }) => sealed))
  const candidates = Map.groupBy(
    rows.map(({ sealed: _, ...row }, index) => ({
      ...row,
      cardNo: maskBankCardNo(opened[index]?.cardNo ?? ''),
    })),
    ({ groupNo }) => groupNo,
  )
  return {
    revision: result.revision,
    lines: lines.map(({ groupNo, ...line }) => ({
      ...line,
      candidates: (candidates.get(groupNo) ?? []).map(({ groupNo: _, ...row }) => row),
    })),
  }
}
