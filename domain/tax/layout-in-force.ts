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

/** A refused file stops its kind, and one whose kind is not known stops all: nothing else is silently taken instead. */
export function layoutInForce(layouts: Layouts, kind: LayoutKind, month: Month): LayoutInForce {
  const refused = layouts.refused.find(({ problem }) => problem.kind === undefined || problem.kind === kind)
  if (refused !== undefined) return { refused }
  const day = lastDayOf(month)
  const [found] = layouts.known
    .filter(({ layout }) => layout.kind === kind && layout.effectiveFrom <= day)
    .toSorted(newestFirst)
  return { found }
}

const newestFirst = (a: KnownLayout, b: KnownLayout): number => {
  if (a.layout.effectiveFrom !== b.layout.effectiveFrom)
    return a.layout.effectiveFrom > b.layout.effectiveFrom ? -1 : 1
  return Number(b.own) - Number(a.own)
}

export const lastDayOf = (month: Month): Day => addDays(`${addMonths(month, 1)}-01`, -1)

/** Two files of one folder, kind and day contradict each other: both are refused. */
export function refuseTwoForOneDay(layouts: Layouts): Layouts {
  const twin = (one: KnownLayout) =>
    layouts.known.find(
      (other) =>
        other !== one &&
        other.own === one.own &&
        other.layout.kind === one.layout.kind &&
        other.layout.effectiveFrom === one.layout.effectiveFrom,
    )
  const refused = layouts.known.flatMap((one) => {
    const other = twin(one)
    if (other === undefined) return []
    const { kind, effectiveFrom } = one.layout
    const problem: LayoutProblem = { code: 'two-for-one-day', name: other.file, what: effectiveFrom, kind }
    return [{ file: one.file, own: one.own, problem }]
  })
  return {
    known: layouts.known.filter((one) => twin(one) === undefined),
    refused: [...layouts.refused, ...refused],
  }
}
