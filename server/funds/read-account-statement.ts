// The figures of a provider's account statement of one month, all from one moment of the ledger.

import { type Day, type Month, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { monthBounds } from '@paywages/domain/ledger/account-statement.ts'
import {
  type AccountBalance,
  flowPhases,
  type InAndOut,
  inAndOut,
  type KindSum,
  sumByKind,
} from '@paywages/domain/ledger/fund-flow.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { countLines, listLines, newestOf } from './flow-lines.ts'
import { moveOf, readFlowParts } from './flow-parts.ts'
import { type DescribedLine, withSubjects } from './flow-subjects.ts'

export type AccountStatementDay = InAndOut & { readonly day: Day; readonly balanceFen: Fen }

export type AccountStatementFigures = InAndOut & {
  readonly opening: AccountBalance
  readonly closing: AccountBalance
  readonly kinds: readonly KindSum[]
  /** Only days on which the balance moved. */
  readonly days: readonly AccountStatementDay[]
  /** Recharges and their reversals one by one, oldest first, and how many more there are. */
  readonly singles: readonly DescribedLine[]
  readonly moreSingles: number
}

/** More than this nobody reads on paper; the export has them all. */
const MAX_SINGLES = 1_000

export async function readStatement(
  tx: Tx,
  providerId: number,
  month: Month,
): Promise<AccountStatementFigures> {
  const flow = await readFlowParts(tx, { providerId, ...monthBounds(month) })
  const { opening, parts, closing } = flow
  let balanceFen = opening.balanceFen
  const days = parts.map(({ from, sums }) => {
    balanceFen += moveOf(sums).balanceFen
    return { day: shanghaiDay(from), balanceFen, ...inAndOut(sumByKind(sums)) }
  })
  const kinds = sumByKind(parts.flatMap(({ sums }) => sums))
  const phases = [...flowPhases('recharge'), ...flowPhases('reversal')]
  const newest = await listLines(tx, providerId, newestOf(flow, MAX_SINGLES), phases)
  return {
    opening,
    closing,
    kinds,
    ...inAndOut(kinds),
    days: days.filter(({ inFen, outFen }) => inFen > 0n || outFen > 0n),
    singles: await withSubjects(tx, newest.toReversed()),
    moreSingles: countLines(flow, phases) - newest.length,
  }
}
