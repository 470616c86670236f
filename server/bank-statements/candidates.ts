// The payouts that a person may choose for an ambiguous line: those that fit and that no line has yet.

import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { fittingRows } from './fitting-rows.ts'
import type { LineRecord } from './read-store.ts'
import { openAccount } from './seal-account.ts'
import { takenRows } from './store.ts'

/** By the lines' ids, for lines of one provider. */
export async function candidatesOf(
  tx: Tx,
  { cipher }: Services,
  providerId: number,
  lines: readonly LineRecord[],
): Promise<Map<number, bigint[]>> {
  const asked = lines.map((line) => ({
    ...line,
    key: line.lineId,
    account: openAccount(cipher, line.sealedCard),
  }))
  const fitting = await fittingRows(tx, cipher, providerId, asked)
  const taken = await takenRows(tx, [...new Set([...fitting.values()].flat())])
  return new Map(
    lines.map(({ lineId, kind }) => [
      lineId,
      (fitting.get(lineId) ?? []).filter((rowId) => !taken[kind].has(rowId)),
    ]),
  )
}
