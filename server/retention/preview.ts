// What would be erased on a day, and what is kept although its time has come: nothing is changed (ADR 146).

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { allYears } from '@paywages/domain/retention/retention.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type Examined, examineBatches, examinePeople } from './examine.ts'
import { decidedPeriods } from './period-store.ts'

/** Where a look goes on: people first, then batches. */
export type PreviewPosition = { readonly of: 'people' | 'batches'; readonly after: number }

export type PreviewPiece = {
  readonly found: readonly Examined[]
  readonly next: PreviewPosition | undefined
}

export async function previewPiece(
  tx: Tx,
  { providerId, day }: { readonly providerId: number; readonly day: Day },
  { of, after }: PreviewPosition = { of: 'people', after: 0 },
): Promise<PreviewPiece> {
  const decided = (await decidedPeriods(tx, [providerId])).get(providerId) ?? []
  const examination = { providerId, years: allYears(decided, day), today: day }
  if (of === 'people') {
    const { found, next } = await examinePeople(tx, examination, after)
    return { found, next: next === undefined ? { of: 'batches', after: 0 } : { of, after: next } }
  }
  const { found, next } = await examineBatches(tx, examination, after)
  return { found, next: next === undefined ? undefined : { of, after: next } }
}
