// The payouts that a line fits by account, name, amount and days, wherever no number decides (D32).

import {
  evidenceOf,
  isBeginningOf,
  isMaskedName,
  mayBeCut,
  nameFits,
} from '@paywages/domain/bank-statements/evidence.ts'
import type { LineKind } from '@paywages/domain/bank-statements/statement-lines.ts'
import { accountFits, isMasked } from '@paywages/domain/bank-statements/statement-text.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CARD_NO } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { openRow } from '../payouts/seal-row.ts'
import { type Fitting, payoutsByCard, payoutsByPattern, payoutsByPerson } from './match-store.ts'

export type LineToFit = {
  readonly key: number
  readonly kind: LineKind
  readonly name: string
  readonly account: string
  readonly amountFen: Fen
  readonly day: Day | null
}

type DatedLine = LineToFit & { readonly day: Day }

/** By the lines' keys; lines without a day, or with neither account nor name, fit nothing. */
export async function fittingRows(
  tx: Tx,
  cipher: Cipher,
  providerId: number,
  lines: readonly LineToFit[],
): Promise<Map<number, bigint[]>> {
  const asked = lines.flatMap((line): DatedLine[] => {
    const { day } = line
    return day === null || evidenceOf(line) === 'none' ? [] : [{ ...line, day }]
  })
  const byKey = new Map(asked.map((line) => [line.key, line]))
  const isNamed = ({ name }: LineToFit) => name !== '' && !isMaskedName(name)
  const hasCard = ({ account }: LineToFit) => account !== '' && !isMasked(account)
  const hashed = (line: DatedLine) =>
    cipher.lookupHashes(line.account, CARD_NO).map((cardHash) => ({ ...line, cardHash }))
  const found = [
    ...(await payoutsByPerson(tx, providerId, asked.filter(isNamed))),
    ...(await payoutsByCard(
      tx,
      providerId,
      asked.flatMap((line) => (isNamed(line) || !hasCard(line) ? [] : hashed(line))),
    )),
    ...(await payoutsByPattern(
      tx,
      providerId,
      asked.filter((line) => !isNamed(line) && !hasCard(line)),
    )),
  ]
  const fitting = new Map<number, bigint[]>()
  for (const row of found) {
    const line = byKey.get(row.key)
    if (line === undefined || !isPaidBy(cipher, line, row)) continue
    const rows = fitting.get(row.key)
    if (rows) rows.push(row.rowId)
    else fitting.set(row.key, [row.rowId])
  }
  const cut = asked.filter((line) => hasCard(line) && mayBeCut(line.name) && !fitting.has(line.key))
  for (const row of await payoutsByCard(tx, providerId, cut.flatMap(hashed))) {
    const line = byKey.get(row.key)
    if (line !== undefined && isBeginningOf(line.name, row.name))
      fitting.set(row.key, [...(fitting.get(row.key) ?? []), row.rowId])
  }
  return fitting
}

/** What the line says of the payee fits the row: what it does not say, speaks neither for nor against it. */
export function isPaidBy(
  cipher: Cipher,
  { name, account }: Pick<LineToFit, 'name' | 'account'>,
  row: Pick<Fitting, 'name' | 'cardHash' | 'sealed'>,
): boolean {
  return (name === '' || nameFits(name, row.name)) && (account === '' || isAccountOf(cipher, account, row))
}

/** In full, by the keyed hash; where the bank masks it, by what it shows of it. */
function isAccountOf(
  cipher: Cipher,
  account: string,
  { cardHash, sealed }: Pick<Fitting, 'cardHash' | 'sealed'>,
): boolean {
  if (!isMasked(account)) return cipher.lookupHashes(account, CARD_NO).includes(cardHash)
  return accountFits(account, openRow(cipher, sealed).cardNo)
}
