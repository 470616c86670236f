// What waits of bank files: to carry to the bank and back, to confirm as the second person, results that are late, statements that contradict.

import { hasRight, scopeOf } from '@paywages/domain/accounts/rights.ts'
import { fileTodo, isLate } from '@paywages/domain/bank-files/file-todo.ts'
import type { TodoKind } from '@paywages/domain/workbench/todo.ts'
import { contradictionWords } from '@paywages/wire/bank-files/messages.ts'
import { openContradictions, type WaitingFile, waitingFiles } from '../bank-files/waiting-store.ts'
import { all, NOTHING, named, type Source, todo } from './todo-source.ts'

/** Files of one batch that ask the same are one entry. */
export const filesToCarry: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'pay-or-check') && !hasRight(person, 'manager')) return NOTHING
  const files = await waitingFiles(tx, scopeOf(person))
  const asked = files.flatMap((file) => {
    const kind =
      fileTodo(file, person) ?? (hasRight(person, 'manager') && isLate(file, at) ? 'late-result' : undefined)
    const isSlow = kind === 'import-result' && isLate(file, at)
    return kind === undefined ? [] : [{ kind: isSlow ? ('late-result' as const) : kind, file }]
  })
  const groups = Map.groupBy(asked, ({ kind, file }) => `${kind} ${file.batchId}`)
  return all(
    [...groups.values()].flatMap((group) => {
      const [first] = group
      return first === undefined
        ? []
        : [
            entryOf(
              first.kind,
              group.map(({ file }) => file),
              named(person, first.file.providerName),
            ),
          ]
    }),
  )
}

function entryOf(kind: TodoKind, files: readonly WaitingFile[], providerName: string) {
  const [first] = files as readonly [WaitingFile]
  return todo(kind, first.since, {
    title: first.sheetName,
    batchId: first.batchId,
    byName: first.byName,
    count: files.length,
    warnedCount: files.reduce((sum, { rowCount }) => sum + rowCount, 0),
    amountFen: files.reduce((sum, { sumFen }) => sum + sumFen, 0n),
    providerName,
  })
}

/** Managers find out; whoever pays and checks should know. */
export const contradictionsToLookInto: Source = async (tx, { person }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const open = await openContradictions(tx, scopeOf(person))
  const groups = Map.groupBy(open, ({ batchId }) => batchId)
  return all(
    [...groups.values()].flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      return [
        todo('file-contradiction', first.since, {
          title: first.sheetName,
          batchId: first.batchId,
          count: group.reduce((sum, { count }) => sum + count, 0),
          amountFen: group.reduce((sum, { fen }) => sum + fen, 0n),
          reasons: group.map(({ what, count }) => ({ reason: contradictionWords[what], count })),
          providerName: named(person, first.providerName),
        }),
      ]
    }),
  )
}
