// Links an ambiguous line to the payout that a person chose, or takes such a choice back (D32).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Actor } from '../actor.ts'
import { breaks, type Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { candidatesOf } from './candidates.ts'
import { findLine, findStatement, type LineRecord } from './read-store.ts'
import { lockLinks, setLink } from './store.ts'

export async function chooseRow(
  services: Services,
  by: Actor,
  scope: Scope,
  lineId: number,
  rowId: number | null,
): Promise<void> {
  try {
    await services.database.transact(async (tx) => {
      const { providerId } = await lineOf(tx, scope, lineId)
      // The right to pay is one in the own provider alone (D38).
      if (providerId !== by.person.providerId) throw new Refused('not-allowed')
      await lockLinks(tx, providerId)
      const line = await lineOf(tx, scope, lineId)
      if (rowId === null) await takeBack(tx, line)
      const rowCount = rowId === null ? 0 : await link(tx, services, by, line, BigInt(rowId))
      await note(tx, by, scope, line, { rowId, rowCount })
    })
  } catch (error) {
    const guards = ['statement_lines_one_debit', 'statement_lines_one_return', 'statement_batch_rows_pkey']
    throw guards.some((guard) => breaks(error, guard)) ? new Refused('line-does-not-fit') : error
  }
}

async function lineOf(tx: Tx, scope: Scope, lineId: number): Promise<LineRecord> {
  const line = await findLine(tx, scope, lineId)
  if (!line) throw new Refused('not-found')
  return line
}

/** Tells how many payouts the line has now. */
async function link(tx: Tx, services: Services, by: Actor, line: LineRecord, rowId: bigint): Promise<number> {
  if (line.result !== 'ambiguous') throw new Refused('line-not-open')
  const candidates = await candidatesOf(tx, services, line.providerId, [line])
  const chosen = candidates.get(line.lineId)?.find((candidate) => candidate.rowId === rowId)
  if (!chosen) throw new Refused('line-does-not-fit')
  const batchRows = chosen.batch?.map((row) => row.rowId)
  await setLink(tx, line.lineId, { rowId, batchRows, by: by.person.accountId, at: by.at })
  return batchRows?.length ?? 1
}

/** What a person chose, and what links a whole batch; what the reading found of one payment stands. */
async function takeBack(tx: Tx, line: LineRecord): Promise<void> {
  const mayUndo = line.byHand || line.rowCount > 1
  if (line.result !== 'linked' || !mayUndo) throw new Refused('line-not-open')
  await setLink(tx, line.lineId, undefined)
}

async function note(
  tx: Tx,
  by: Actor,
  scope: Scope,
  line: LineRecord,
  now: { rowId: number | null; rowCount: number },
): Promise<void> {
  const rowsOf = (count: number) => (count > 1 ? { rows: count } : {})
  const before = line.rowId === null ? null : Number(line.rowId)
  const statement = await findStatement(tx, scope, line.statementId)
  await recordEntry(tx, by, {
    action: 'link-statement-line',
    object: { kind: 'statement-line', id: line.lineId, name: statement?.fileName ?? '' },
    before: { lineNumber: line.lineNumber, rowId: before, ...rowsOf(before === null ? 0 : line.rowCount) },
    after: { lineNumber: line.lineNumber, rowId: now.rowId, ...rowsOf(now.rowCount) },
  })
}
