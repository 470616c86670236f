// Decides again what the open lines of a statement mean, as the bank may have spoken since it was uploaded (D32).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { LineResult } from '@paywages/domain/bank-statements/line-result.ts'
import type { StatementLayout } from '@paywages/domain/bank-statements/statement-layout.ts'
import type { ReadLine } from '@paywages/domain/bank-statements/statement-lines.ts'
import type { RelinkedStatement, StatementHead } from '@paywages/wire/bank-statements/shapes.ts'
import type { Actor } from '../actor.ts'
import type { ReadStatement } from '../adapters/pdf/parse-bank-statement.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { findReadableFile } from '../files/store.ts'
import { statementLayoutsOf } from '../payouts/layout-store.ts'
import { Refused } from '../refused.ts'
import { linkLines } from './link-lines.ts'
import { everyLine, findStatement, type LineRecord } from './read-store.ts'
import { readStored } from './read-stored.ts'
import { openAccount } from './seal-account.ts'
import { changeLines, type LineChange, lockLinks } from './store.ts'

type RelinkAsked = { readonly statementId: number; readonly scope: Scope; readonly signal: AbortSignal }

/** Lines that are linked keep their rows, and no payout changes its status. */
export async function relinkStatement(
  services: Services,
  by: Actor,
  { statementId, scope, signal }: RelinkAsked,
): Promise<RelinkedStatement> {
  const { statement, storeKey, layouts } = await services.database.read((tx) =>
    ownStatement(tx, by, scope, statementId),
  )
  const hasOpen = statement.ambiguousCount + statement.missingCount > 0
  // Of its numbers a line stores the first alone, and none out of its remark, where they may be people's (D33): the file has them all.
  const read = hasOpen ? await linesOf(() => readStored(services, storeKey, signal, layouts)) : []
  return services.database.transact(async (tx) => {
    await lockLinks(tx, statement.providerId)
    const lines = await everyLine(tx, statementId)
    const changes = await decideAnew(tx, services.cipher, statement, { lines, read, at: by.at })
    await changeLines(tx, { by: by.person.accountId, at: by.at }, changes)
    const changed = new Map(changes.map((change) => [change.lineId, change.result]))
    const now = lines.map(({ lineId, result }) => changed.get(lineId) ?? result)
    const after = countsOf(now)
    await recordEntry(tx, by, {
      action: 'relink-statement',
      object: { kind: 'statement', id: statementId, name: statement.fileName },
      before: countsOf(lines.map(({ result }) => result)),
      after,
    })
    const became = countsOf([...changed.values()])
    return {
      linkedCount: became.linkedCount,
      knownCount: became.knownCount,
      newlyAmbiguousCount: became.ambiguousCount,
      ambiguousCount: after.ambiguousCount,
      missingCount: after.missingCount,
    }
  })
}

/** Its headings may have been named for this file alone, or forgotten: what is linked stays, what is open stays open. */
async function linesOf(read: () => Promise<ReadStatement>): Promise<readonly ReadLine[]> {
  try {
    return (await read()).lines
  } catch (error) {
    if (error instanceof Refused && error.code === 'statement-columns-unclear') return []
    throw error
  }
}

async function ownStatement(
  tx: Tx,
  by: Actor,
  scope: Scope,
  statementId: number,
): Promise<{ statement: StatementHead; storeKey: string; layouts: readonly StatementLayout[] }> {
  const statement = await findStatement(tx, scope, statementId)
  if (!statement) throw new Refused('not-found')
  // The right to pay is one in the own provider alone (D38).
  if (statement.providerId !== by.person.providerId) throw new Refused('not-allowed')
  const file = await findReadableFile(tx, scope, by.person.accountId, statement.fileId)
  if (!file) throw new Refused('file-gone')
  return {
    statement,
    storeKey: file.storeKey,
    layouts: await statementLayoutsOf(tx, statement.providerId),
  }
}

const isOpen = ({ result }: LineRecord) => result === 'ambiguous' || result === 'not-found'

/** Only what is otherwise than before. */
async function decideAnew(
  tx: Tx,
  cipher: Cipher,
  { statementId, providerId }: StatementHead,
  { lines, read, at }: { lines: readonly LineRecord[]; read: readonly ReadLine[]; at: Date },
): Promise<LineChange[]> {
  const readByNumber = new Map(read.map((line) => [line.lineNumber, line]))
  const standing = new Map(
    lines.flatMap(({ result, lineNumber, rowId }) =>
      result === 'linked' && rowId !== null ? [[lineNumber, rowId] as const] : [],
    ),
  )
  const undone = new Set(lines.flatMap(({ batchUndone, lineNumber }) => (batchUndone ? [lineNumber] : [])))
  const asked = lines.flatMap((line) => {
    const again = readByNumber.get(line.lineNumber)
    if (again && isSame(cipher, again, line)) return [{ line, read: again }]
    // What is read otherwise today says nothing of this line: it stays open, or keeps its row without the proof of a number.
    return standing.has(line.lineNumber) ? [{ line, read: numberless(line) }] : []
  })
  const deciding = asked.filter(({ line }) => isOpen(line) || standing.has(line.lineNumber))
  const decisions = await linkLines(
    tx,
    cipher,
    providerId,
    deciding.map((one) => one.read),
    at,
    { statementId, standing, undone },
  )
  return deciding.flatMap(({ line }, index) => {
    const decision = decisions[index]
    if (!decision || !isOpen(line) || decision.result === line.result) return []
    return [{ lineId: line.lineId, ...decision }]
  })
}

function isSame(cipher: Cipher, read: ReadLine, stored: LineRecord): boolean {
  const { page, kind, day, name, amountFen } = stored
  return (
    read.page === page &&
    read.kind === kind &&
    read.day === day &&
    read.name === name &&
    read.amountFen === amountFen &&
    read.account === openAccount(cipher, stored.sealedCard)
  )
}

function numberless({ lineNumber, page, day, kind, name, amountFen, remark }: LineRecord): ReadLine {
  const nothing = { account: '', reference: '', numbers: [], remarkCodes: [], unclear: false }
  return { lineNumber, page, day, kind, name, amountFen, remark, ...nothing }
}

function countsOf(results: readonly LineResult[]) {
  const count = (wanted: LineResult) => results.filter((result) => result === wanted).length
  return {
    linkedCount: count('linked'),
    knownCount: count('already-linked'),
    ambiguousCount: count('ambiguous'),
    missingCount: count('not-found'),
  }
}
