// Lines and payouts as lists show them: accounts masked (D33).

import { isMasked } from '@paywages/domain/bank-statements/statement-text.ts'
import { maskBankCardNo } from '@paywages/domain/personal/mask.ts'
import type { CandidateRow, LinkedRow, StatementLine } from '@paywages/wire/bank-statements/shapes.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { openRow } from '../payouts/seal-row.ts'
import { batchStates } from './batch-store.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { batchCountOf } from './link-batches.ts'
import { type LineRecord, type PayoutRecord, payoutsById } from './read-store.ts'
import { openAccount } from './seal-account.ts'

export function shownPayout({ cipher }: Services, { sealed, ...payout }: PayoutRecord): LinkedRow {
  return { ...payout, cardNo: maskBankCardNo(openRow(cipher, sealed).cardNo) }
}

/** Candidates of one line, whole batches as their first payout with the sum of all. */
export async function shownCandidates(
  tx: Tx,
  services: Services,
  candidates: readonly Candidate[],
): Promise<CandidateRow[]> {
  const batches = new Map(candidates.map(({ rowId, batch }) => [Number(rowId), batch]))
  const rows = await payoutsById(
    tx,
    candidates.map(({ rowId }) => rowId),
  )
  return rows.map((row) => {
    const batch = batches.get(row.rowId)
    const netFen = batch?.reduce((sum, one) => sum + one.netFen, 0n) ?? row.netFen
    const batchCount = batch ? batchCountOf(batch) : 1
    return { ...shownPayout(services, row), netFen, rowCount: batch?.length ?? 1, batchCount }
  })
}

/** Lines of one statement, each with its payout, or with how many fit it. */
export async function shownLines(
  tx: Tx,
  services: Services,
  lines: readonly LineRecord[],
): Promise<StatementLine[]> {
  const linked = await payoutsById(tx, [...new Set(lines.flatMap(({ rowId }) => rowId ?? []))])
  const payouts = new Map(linked.map((payout) => [payout.rowId, shownPayout(services, payout)]))
  const open = lines.filter(({ result }) => result === 'ambiguous')
  const candidates = await candidatesOf(tx, services, lines[0]?.providerId ?? 0, open)
  const whole = lines.filter(({ result, rowCount }) => result === 'linked' && rowCount > 1)
  const states = await batchStates(
    tx,
    whole.map(({ lineId }) => lineId),
  )
  return lines.map(
    ({ sealedCard, rowId, day, statementId: _, providerId: __, batchUndone: ___, ...line }) => {
      const fitting = candidates.get(line.lineId) ?? []
      return {
        ...line,
        day: day ?? '',
        cardNo: maskedAccount(openAccount(services.cipher, sealedCard)),
        row: rowId === null ? null : (payouts.get(Number(rowId)) ?? null),
        rowCount: fitting[0]?.batch?.length ?? line.rowCount,
        batchStates: states.get(line.lineId) ?? null,
        candidateCount: fitting.length,
      }
    },
  )
}

/** What the bank masked already is shown as it printed it. */
function maskedAccount(account: string): string {
  return isMasked(account) ? account : maskBankCardNo(account)
}
