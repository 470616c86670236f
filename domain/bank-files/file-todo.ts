// What a bank file asks of a person now, and when its result is late.

import type { Person } from '../accounts/person.ts'
import { type FileStanding, fileActions } from './file-life.ts'

export type FileTodo =
  | 'carry-file'
  | 'import-result'
  | 'assign-lines'
  | 'confirm-result'
  | 'confirm-withdrawal'

/** Undefined where it waits for others, or for nobody. */
export function fileTodo(file: FileStanding, person: Person): FileTodo | undefined {
  const may = new Set(fileActions(file, person))
  if (may.has('withdraw')) return 'confirm-withdrawal'
  if (may.has('confirm')) return 'confirm-result'
  if (may.has('assign') && file.undecidedCount > 0) return 'assign-lines'
  if (may.has('submit') || (file.state === 'made' && may.has('download'))) return 'carry-file'
  return file.state === 'submitted' && may.has('import') ? 'import-result' : undefined
}

/** Banks answer a payroll file within the day. */
export const LATE_AFTER_MS = 24 * 3_600_000

export const isLate = (file: { readonly state: string; readonly since: Date }, now: Date): boolean =>
  file.state === 'submitted' && now.getTime() - file.since.getTime() >= LATE_AFTER_MS
