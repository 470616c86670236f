// What else a line of a result says of itself beside its state: where that contradicts it, or may, the line settles nothing (ADR 108).

import { bareHeading, knownHeading, strangeHeading } from '../bank-statements/headings.ts'
import { statusOf, tellsUndone } from '../bank-statements/line-status.ts'
import type { ResultStatus } from './result-mapping.ts'

/** Where a sheet says more of what became of its payments. */
export type DoubtColumns = {
  /** Headed as a state, a result or a reason. */
  readonly states: readonly number[]
  /** Headed by words that nobody knows. */
  readonly strange: readonly number[]
}

/** Of the columns that are not read as something else. */
export function doubtColumns(cells: readonly string[], read: Iterable<number>): DoubtColumns {
  const taken = new Set(read)
  const states: number[] = []
  const strange: number[] = []
  for (const [index, cell] of cells.entries()) {
    if (taken.has(index) || cell.trim() === '') continue
    const known = knownHeading(bareHeading(cell))
    const { kind } = known ?? strangeHeading(cell)
    if (kind === 'status') states.push(index)
    else if (known === undefined) strange.push(index)
  }
  return { states, strange }
}

/** Success with a reason why not, or a failure that was one with no fault, is neither. */
export function undoubted(
  status: ResultStatus,
  cells: readonly string[],
  { states, strange }: DoubtColumns,
): ResultStatus {
  const told = statusOf(states.map((index) => cells[index] ?? ''))
  const isUndone = strange.some((index) => tellsUndone(cells[index] ?? ''))
  if (status === 'succeeded') return isUndone || (told !== undefined && told !== 'done') ? 'unknown' : status
  return (status === 'rejected' || status === 'returned') && told === 'done' ? 'unknown' : status
}

const DUPLICATE =
  /(?<![A-Z0-9])(?:DU0\d|AM05|DUPL)(?![A-Z0-9])|DUPLICATE|重复|重覆|已(?:经)?(?:存在|提交|上传|发送|受理|处理|导入|支付|付款|成功)/i

/** The bank refuses what it has had before: that says nothing of what became of it then, and paying again would pay twice. */
export const isDuplicate = (reason: string): boolean => DUPLICATE.test(reason)

/** A refusal of the second copy is no refusal of the first. */
export const withoutDuplicates = (status: ResultStatus, reason: string): ResultStatus =>
  status === 'rejected' && isDuplicate(reason) ? 'unknown' : status
