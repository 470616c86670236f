// Which layout a month is written by: the newest of its kind that was in force when the month ended (docs/rules/tax.md).

import { addDays, addMonths, type Day, type Month } from '../calendar/shanghai.ts'
import type { ImportLayout, LayoutProblem } from './import-layout.ts'
import type { LayoutKind } from './layout-fields.ts'

/** `own` ones an operator put in; of one day they come before those that were shipped. */
export type LayoutFile = { readonly file: string; readonly own: boolean }
export type KnownLayout = LayoutFile & { readonly layout: ImportLayout }
export type RefusedLayout = LayoutFile & { readonly problem: LayoutProblem }
export type Layouts = {
  readonly known: readonly KnownLayout[]
  readonly refused: readonly RefusedLayout[]
}

/** At most one of both. */
export type LayoutInForce = {
  readonly found?: KnownLayout | undefined
  readonly refused?: RefusedLayout | undefined
}

/**
 * A refused file stands where it would have counted: from its day on, up to the next good one of its kind. One without a readable day
 * stops every month, and one without a readable kind every kind: nothing else is silently taken instead.
 */
export function layoutInForce(layouts: Layouts, kind: LayoutKind, month: Month): LayoutInForce {
  const day = lastDayOf(month)
  const refused = layouts.refused.filter(({ problem }) => (problem.kind ?? kind) === kind)
  const undated = refused.find(({ problem }) => problem.effectiveFrom === undefined)
  if (undated !== undefined) return { refused: undated }
  const candidates: readonly Candidate[] = [
    ...refused.map((one) => ({ own: one.own, from: one.problem.effectiveFrom ?? '', is: { refused: one } })),
    ...layouts.known
      .filter(({ layout }) => layout.kind === kind)
      .map((found) => ({ own: found.own, from: found.layout.effectiveFrom, is: { found } })),
  ]
  return candidates.filter(({ from }) => from <= day).toSorted(newestFirst)[0]?.is ?? {}
}

type Candidate = { readonly own: boolean; readonly from: Day; readonly is: LayoutInForce }

/** Of one day and folder the refused one is first, as they were put together. */
const newestFirst = (a: Candidate, b: Candidate): number => {
  if (a.from !== b.from) return a.from > b.from ? -1 : 1
  return Number(b.own) - Number(a.own)
}

export const lastDayOf = (month: Month): Day => addDays(`${addMonths(month, 1)}-01`, -1)

/** Two files of one folder, kind and day contradict each other: both are refused. */
export function refuseTwoForOneDay(layouts: Layouts): Layouts {
  const duplicate = (one: KnownLayout) =>
    layouts.known.find(
      (other) =>
        other !== one &&
        other.own === one.own &&
        other.layout.kind === one.layout.kind &&
        other.layout.effectiveFrom === one.layout.effectiveFrom,
    )
  const refused = layouts.known.flatMap((one) => {
    const other = duplicate(one)
    if (other === undefined) return []
    const { kind, effectiveFrom } = one.layout
    const problem: LayoutProblem = {
      code: 'two-for-one-day',
      name: other.file,
      what: effectiveFrom,
      kind,
      effectiveFrom,
    }
    return [{ file: one.file, own: one.own, problem }]
  })
  return {
    known: layouts.known.filter((one) => duplicate(one) === undefined),
    refused: [...layouts.refused, ...refused],
  }
}
