// The payouts that a line fits by account, name, amount and days, wherever no number decides (D32).

import type { LineKind } from '@paywages/domain/bank-statements/statement-lines.ts'
import { accountFits, isMasked } from '@paywages/domain/bank-statements/statement-text.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CARD_NO } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { openRow } from '../payouts/seal-row.ts'
import { type Fitting, payoutsByPerson } from './match-store.ts'

export type LineToFit = {
  readonly key: number
  readonly kind: LineKind
  readonly name: string
  readonly account: string
  readonly amountFen: Fen
  readonly day: Day | null
}

/** By the lines' keys; lines without an account, a name or a day fit nothing. */
export async function fittingRows(
  tx: Tx,
  cipher: Cipher,
  providerId: number,
  lines: readonly LineToFit[],
): Promise<Map<number, bigint[]>> {
  const asked = lines.flatMap((line) => {
    const { day, name, account } = line
    return day === null || name === '' || account === '' ? [] : [{ ...line, day }]
  })
  const accounts = new Map(asked.map(({ key, account }) => [key, account]))
  const fitting = new Map<number, bigint[]>()
  for (const found of await payoutsByPerson(tx, providerId, asked)) {
    if (!isAccountOf(cipher, accounts.get(found.key) ?? '', found)) continue
    const rows = fitting.get(found.key)
    if (rows) rows.push(found.rowId)
    else fitting.set(found.key, [found.rowId])
  }
  return fitting
}

/** In full, by the keyed hash; where the bank masks it, by what it shows of it. */
function isAccountOf(cipher: Cipher, account: string, { cardHash, sealed }: Fitting): boolean {
  if (!isMasked(account)) return cipher.lookupHashes(account, CARD_NO).includes(cardHash)
  return accountFits(account, openRow(cipher, sealed).cardNo)
}
