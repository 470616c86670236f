// Whom a correction would take below zero on the declaration of the period that booked it: it is then filed on the old month (ADR 106).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { belowZeroWith } from '@paywages/domain/tax/correction-filing.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { CorrectionEntry } from '../periods/correction-store.ts'
import type { Period } from '../periods/figures-store.ts'
import { filedFiguresOf } from '../periods/filed-figures.ts'

/**
 * Their names, for each old month of these corrections that waits for a choice. Other open ones are taken as filed on their old
 * months: once they are chosen to stay in the period they are asked about with these.
 * Whoever is declared by two methods has a line for each (ADR 107), and the client takes neither below zero.
 */
export async function belowZeroNames(
  tx: Tx,
  period: Period,
  open: ReadonlyMap<Month, readonly CorrectionEntry[]>,
): Promise<ReadonlyMap<Month, readonly string[]>> {
  const people = [...new Set([...open.values()].flat().map(({ idHash }) => idHash))]
  if (people.length === 0) return new Map()
  const whole = await filedFiguresOf(tx, period, people)
  const without = await filedFiguresOf(tx, period, people, { undecided: 'amended' })
  const hasSeveral = ({ idHash }: CorrectionEntry) =>
    (whole.get(idHash) ?? []).filter(({ declared }) => declared).length > 1
  const lineOf = (entry: CorrectionEntry) =>
    hasSeveral(entry) ? `${entry.idHash} ${entry.method}` : entry.idHash
  const withoutFen = (entry: CorrectionEntry) =>
    (without.get(entry.idHash) ?? [])
      .filter(({ method }) => !hasSeveral(entry) || method === entry.method)
      .reduce((sum, { declaredIncomeFen }) => sum + declaredIncomeFen, 0n)
  return new Map(
    [...open].map(([month, entries]) => [
      month,
      belowZeroWith(entries, lineOf, withoutFen).map(({ name }) => name),
    ]),
  )
}
