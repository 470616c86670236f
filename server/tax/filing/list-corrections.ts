// What a closed month corrects of older ones, month by month: for whom, by how much, and how it was filed.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import { INCOME_KINDS } from '@paywages/domain/tax/layout-fields.ts'
import type { TaxCorrection } from '@paywages/wire/tax/shapes.ts'
import type { Services } from '../../app-services.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { METHOD_OF } from '../imports/import-people.ts'
import {
  type CorrectionEntry,
  correctionEntries,
  earliestOpen,
  filingsOf,
} from '../periods/correction-store.ts'
import { belowZeroNames } from './below-zero.ts'
import { findPeriod } from './filing-store.ts'

/** So many are named on the page; all of them stand in the declaration. */
const MAX_NAMED = 50

export function listCorrections(
  { database, cipher }: Pick<Services, 'database' | 'cipher'>,
  { providerId, month }: { readonly providerId: number; readonly month: Month },
): Promise<TaxCorrection[]> {
  return database.read(async (tx) => {
    const period = await findPeriod(tx, providerId, month)
    if (period === undefined) return []
    const groups = byMonth(await correctionEntries(tx, period.taxId))
    if (groups.size === 0) return []
    const filings = await filingsOf(tx, period.taxId)
    const waiting = new Map([...groups].filter(([one]) => !filings.has(one)))
    const earlier = waiting.size > 0 ? await earliestOpen(tx, providerId, month) : undefined
    const below = await belowZeroNames(tx, { taxId: period.taxId, providerId, month }, waiting)
    return [...groups].map(([correctedMonth, entries]) => {
      const names = below.get(correctedMonth) ?? []
      const filing = filings.get(correctedMonth)
      const people = peopleOf(entries)
      return {
        correctedMonth,
        count: entries.length,
        peopleCount: people.length,
        ...sumOf(entries),
        people: people.slice(0, MAX_NAMED).map(({ sealed, ...person }) => ({
          ...person,
          idCardNo: maskIdCardNo(idCardNoOf(cipher, sealed)),
        })),
        way: filing?.way ?? null,
        byName: filing?.byName ?? '',
        filedAt: filing?.at ?? null,
        waitsFor: filing === undefined ? (earlier ?? '') : '',
        importKinds: INCOME_KINDS.filter((kind) => entries.some(({ method }) => method === METHOD_OF[kind])),
        belowZeroCount: names.length,
        belowZero: names.slice(0, MAX_NAMED),
      }
    })
  })
}

/** The oldest corrected month first. */
export function byMonth(entries: readonly CorrectionEntry[]): ReadonlyMap<Month, readonly CorrectionEntry[]> {
  const groups = Map.groupBy(entries, ({ month }) => month)
  return new Map([...groups].sort(([one], [other]) => (one < other ? -1 : 1)))
}

export function sumOf(entries: readonly CorrectionEntry[]): { incomeFen: Fen; taxFen: Fen } {
  return {
    incomeFen: entries.reduce((sum, { incomeFen }) => sum + incomeFen, 0n),
    taxFen: entries.reduce((sum, { taxFen }) => sum + taxFen, 0n),
  }
}

type Person = { name: string; sealed: string; count: number; incomeFen: Fen; taxFen: Fen }

/** Whose income changes most comes first. */
function peopleOf(entries: readonly CorrectionEntry[]): Person[] {
  const people = [...Map.groupBy(entries, ({ idHash }) => idHash).values()].flatMap((own) => {
    const last = own.at(-1)
    return last === undefined
      ? []
      : [{ name: last.name, sealed: last.sealed, count: own.length, ...sumOf(own) }]
  })
  return people.sort((one, other) => size(other) - size(one))
}

const size = ({ incomeFen }: Person): number => Math.abs(Number(incomeFen))
