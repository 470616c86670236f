// The reasons of a rejected sheet, gathered for the chips of the error dialog.

import type { FailedRow } from '@paywages/wire/payouts/shapes.ts'
import { failureLabels } from './labels.ts'

export type ReasonCount = { readonly reason: string; readonly count: number }

/** A row's reasons in short: what to do stands in the table, and which row it repeats does not matter here. */
export function reasonsOf(row: Pick<FailedRow, 'reason'>): readonly string[] {
  return row.reason.replace(QUOTED, '').split('；').map(short)
}

/** The value of a wrong cell and what is wrong with it: no reason of its own, though it may have the same characters in it. */
const QUOTED = /（.*?）(?=；|$)/g

function short(reason: string): string {
  if (/^与第 \d+ 行重复$/.test(reason)) return failureLabels.duplicateRow
  return reason.split('，')[0] ?? reason
}

/** Most frequent first. */
export function countReasons(rows: readonly Pick<FailedRow, 'reason'>[]): readonly ReasonCount[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    for (const reason of new Set(reasonsOf(row))) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}
