// Decides for all lines of a statement at once what they are linked to.

import { evidenceOf } from '@paywages/domain/bank-statements/evidence.ts'
import { type Decision, decideLines, findByNumber } from '@paywages/domain/bank-statements/link-lines.ts'
import type { ReadLine } from '@paywages/domain/bank-statements/statement-lines.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { fittingRows } from './fitting-rows.ts'
import { linkBatches, rowsOfListedBatch } from './link-batches.ts'
import { payoutsByNumber } from './match-store.ts'
import { takenRows } from './store.ts'

/** What is known of a statement that was linked before. */
export type EarlierLinks = {
  readonly statementId: number
  /** The rows that lines keep, by their line numbers. */
  readonly standing: ReadonlyMap<number, bigint>
  /** The numbers of lines whose link to a whole batch a person took back. */
  readonly undone: ReadonlySet<number>
}

/** In the order of the lines; the caller holds the lock on the provider's links. */
export async function linkLines(
  tx: Tx,
  cipher: Cipher,
  providerId: number,
  lines: readonly ReadLine[],
  at: Date,
  earlier?: EarlierLinks,
): Promise<Decision[]> {
  const stands = ({ lineNumber }: ReadLine) => earlier?.standing.get(lineNumber)
  const serials = [...new Set(lines.flatMap(({ numbers }) => numbers))]
  const references = [...new Set([...serials, ...lines.flatMap(({ remarkCodes }) => remarkCodes)])]
  const payouts = await payoutsByNumber(tx, providerId, { references, serials })
  const named = indexed(payouts)
  const numbered = lines.map((line) => findByNumber(line, payoutsNamedBy(line, named)))
  const open = lines.filter((line, index) => numbered[index] === 'unknown' && stands(line) === undefined)
  const fitting = await fittingRows(
    tx,
    cipher,
    providerId,
    open.map((line) => ({ ...line, key: line.lineNumber })),
  )
  // Of a person who was paid alike twice, the list means the payment of the batch that it is.
  const isOpen = open.some(
    ({ day, lineNumber }) => day === null || (fitting.get(lineNumber)?.length ?? 0) > 1,
  )
  const listed = isOpen ? await rowsOfListedBatch(tx, cipher, providerId, lines, at) : undefined
  const fittingOf = (line: ReadLine) => listed?.get(line.lineNumber) ?? fitting.get(line.lineNumber) ?? []
  const facts = lines.map((line, index) => ({
    lineNumber: line.lineNumber,
    kind: line.kind,
    unclear: line.unclear,
    byNumber: numbered[index] ?? ('unknown' as const),
    weak: evidenceOf(line) !== 'sure',
    fitting: numbered[index] === 'unknown' && stands(line) === undefined ? fittingOf(line) : [],
    stands: stands(line),
  }))
  const wanted = facts.flatMap(({ byNumber, fitting: rows }) =>
    typeof byNumber === 'object' ? [byNumber.rowId] : rows,
  )
  const decisions = decideLines(facts, await takenRows(tx, [...new Set(wanted)], earlier?.statementId))
  return linkBatches(tx, providerId, lines, decisions, earlier?.undone ?? new Set())
}

type Payout = Awaited<ReturnType<typeof payoutsByNumber>>[number]

function indexed(payouts: readonly Payout[]): Map<string, Payout[]> {
  const named = new Map<string, Payout[]>()
  for (const payout of payouts) {
    for (const number of new Set([payout.reference, payout.serial])) {
      const others = named.get(number)
      if (others) others.push(payout)
      else named.set(number, [payout])
    }
  }
  return named
}

function payoutsNamedBy(line: ReadLine, named: ReadonlyMap<string, Payout[]>): Payout[] {
  const found = [...line.numbers, ...line.remarkCodes].flatMap((number) => named.get(number) ?? [])
  return found.length < 2 ? found : [...new Map(found.map((payout) => [payout.rowId, payout])).values()]
}
