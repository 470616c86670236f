// A batch beside an earlier one of its company: which one it is held against, and how the one total became the other.

import type { Fen } from '../money/fen.ts'
import { withoutEnding } from './sheet-name.ts'

/** So many of the company's batches that were started before can be chosen. */
export const COMPARABLE_BATCHES = 20

/** More than so many percent above the last time is told; within so many percent counts as unchanged. */
export const RISEN_PERCENT = 50
export const STEADY_PERCENT = 10

/** What of a row's person is otherwise than in the earlier batch: not in it, paid to another card, or paid far more in all. */
export const BATCH_CHANGES = ['added', 'card', 'risen'] as const
export type BatchChange = (typeof BATCH_CHANGES)[number]

/** What tells one sheet of a series from the next: its number, its date, and the characters between them. */
const OF_ONE_SHEET =
  /第[\d零〇一二三四五六七八九十百]+[批期次周]|\d+[年月日号批期次周]?|[零〇一二三四五六七八九十]+月份?|[\s\-_.·,，、()（）[\]【】]/g

/** 摄影外包-第3批.xlsx and 摄影外包-第2批.xls are sheets of one series. */
export function seriesOf(fileName: string): string {
  return withoutEnding(fileName.normalize('NFKC')).replace(OF_ONE_SHEET, '').toLowerCase()
}

/** The newest of the same series; or else of one that it continues or is continued by, as 骑手补贴 and 骑手补贴周结; or else of all. */
export function comparedBatch<Batch extends { readonly fileName: string }>(
  fileName: string,
  newestFirst: readonly Batch[],
): Batch | undefined {
  const series = seriesOf(fileName)
  const named = (fits: (other: string) => boolean) =>
    newestFirst.find((earlier) => fits(seriesOf(earlier.fileName)))
  const isKin = (other: string) =>
    series !== '' && other !== '' && (other.startsWith(series) || series.startsWith(other))
  return named((other) => other === series) ?? named(isKin) ?? newestFirst[0]
}

/** Amounts are gross, of what was not cancelled; a person with several payouts counts once, with their sum. */
export type BatchDifference = {
  readonly lastFen: Fen
  readonly addedPeople: number
  readonly addedFen: Fen
  readonly removedPeople: number
  readonly removedFen: Fen
  /** Of the people of both, up or down. */
  readonly changedFen: Fen
  readonly nowFen: Fen
}

export const BRIDGE_STEPS = ['last', 'added', 'removed', 'changed', 'now'] as const
export type BridgeStep = {
  readonly step: (typeof BRIDGE_STEPS)[number]
  /** Where its bar begins and ends; a total begins at nothing. */
  readonly fromFen: Fen
  readonly toFen: Fen
}

/** From the last total to this one. */
export function bridgeOf(difference: BatchDifference): readonly BridgeStep[] {
  const { lastFen, addedFen, removedFen, changedFen } = difference
  const withAdded = lastFen + addedFen
  const withoutRemoved = withAdded - removedFen
  const nowFen = withoutRemoved + changedFen
  if (nowFen !== difference.nowFen) throw new Error('The parts of a comparison do not lead to its total.')
  return [
    { step: 'last', fromFen: 0n, toFen: lastFen },
    { step: 'added', fromFen: lastFen, toFen: withAdded },
    { step: 'removed', fromFen: withAdded, toFen: withoutRemoved },
    { step: 'changed', fromFen: withoutRemoved, toFen: nowFen },
    { step: 'now', fromFen: 0n, toFen: nowFen },
  ]
}

/** How much more or less than the last time, in tenths of a percent, the half away from zero; nothing where there was nothing. */
export function risePermille(lastFen: Fen, nowFen: Fen): number | undefined {
  if (lastFen <= 0n) return undefined
  const difference = nowFen - lastFen
  const size = difference < 0n ? -difference : difference
  const permille = Number((size * 2_000n + lastFen) / (lastFen * 2n))
  return difference < 0n ? -permille : permille
}
