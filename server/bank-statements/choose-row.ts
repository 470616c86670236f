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
      else await link(tx, services, by, line, BigInt(rowId))
      await note(tx, by, scope, line, rowId)
    })
  } catch (error) {
    const isTaken = breaks(error, 'statement_lines_one_debit') || breaks(error, 'statement_lines_one_return')
    throw isTaken ? new Refused('line-does-not-fit') : error
  }
}

async function lineOf(tx: Tx, scope: Scope, lineId: number): Promise<LineRecord> {
  const line = await findLine(tx, scope, lineId)
  if (!line) throw new Refused('not-found')
  return line
}

async function link(tx: Tx, services: Services, by: Actor, line: LineRecord, rowId: bigint): Promise<void> {
  if (line.result !== 'ambiguous') throw new Refused('line-not-open')
  const candidates = await candidatesOf(tx, services, line.providerId, [line])
  if (!candidates.get(line.lineId)?.includes(rowId)) throw new Refused('line-does-not-fit')
  await setLink(tx, line.lineId, { rowId, by: by.person.accountId, at: by.at })
}

/** Only what a person chose; what the reading found stands. */
async function takeBack(tx: Tx, line: LineRecord): Promise<void> {
  if (line.result !== 'linked' || !line.byHand) throw new Refused('line-not-open')
  await setLink(tx, line.lineId, undefined)
}

async function note(tx: Tx, by: Actor, scope: Scope, line: LineRecord, rowId: number | null): Promise<void> {
  const statement = await findStatement(tx, scope, line.statementId)
  await recordEntry(tx, by, {
    action: 'link-statement-line',
    object: { kind: 'statement-line', id: line.lineId, name: statement?.fileName ?? '' },
    before: { lineNumber: line.lineNumber, rowId: line.rowId === null ? null : Number(line.rowId) },
    after: { lineNumber: line.lineNumber, rowId },
  })
}
