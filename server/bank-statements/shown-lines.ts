// Lines and payouts as lists show them: accounts masked (D33).

import { isMasked } from '@paywages/domain/bank-statements/statement-text.ts'
import { maskBankCardNo } from '@paywages/domain/personal/mask.ts'
import type { LinkedRow, StatementLine } from '@paywages/wire/bank-statements/shapes.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { openRow } from '../payouts/seal-row.ts'
import { candidatesOf } from './candidates.ts'
import { type LineRecord, type PayoutRecord, payoutsById } from './read-store.ts'
import { openAccount } from './seal-account.ts'

export function shownPayout({ cipher }: Services, { sealed, ...payout }: PayoutRecord): LinkedRow {
  return { ...payout, cardNo: maskBankCardNo(openRow(cipher, sealed).cardNo) }
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
  return lines.map(({ sealedCard, rowId, day, statementId: _, providerId: __, ...line }) => ({
    ...line,
    day: day ?? '',
    cardNo: maskedAccount(openAccount(services.cipher, sealedCard)),
    row: rowId === null ? null : (payouts.get(Number(rowId)) ?? null),
    candidateCount: candidates.get(line.lineId)?.length ?? 0,
  }))
}

/** What the bank masked already is shown as it printed it. */
function maskedAccount(account: string): string {
  return isMasked(account) ? account : maskBankCardNo(account)
}
