import { expect, it } from 'vitest'
import type { Person } from '../accounts/person.ts'
import type { FileStanding } from './file-life.ts'
import { fileTodo, isLate, LATE_AFTER_MS } from './file-todo.ts'

const file = (more: Partial<FileStanding>): FileStanding => ({
  state: 'made',
  providerId: 1,
  downloadCount: 0,
  submittedBy: null,
  importedBy: null,
  withdrawalAskedBy: null,
  lineCount: 0,
  undecidedCount: 0,
  assigners: [],
  ...more,
})
const PAYER = { accountId: 1, providerId: 1, payRight: true, checkRight: false } as Person
const REVIEWER = { accountId: 2, providerId: 1, payRight: false, checkRight: true } as Person
const imported = file({ state: 'imported', submittedBy: 1, importedBy: 1 })

it.each<[string, FileStanding, string | undefined, string | undefined]>([
  ['made', file({}), 'carry-file', undefined],
  ['downloaded', file({ state: 'downloaded', downloadCount: 1 }), 'carry-file', undefined],
  ['at the bank', file({ state: 'submitted', submittedBy: 1 }), 'import-result', undefined],
  ['imported', imported, undefined, 'confirm-result'],
  ['imported, a line undecided', { ...imported, lineCount: 2, undecidedCount: 1 }, 'assign-lines', undefined],
  ['imported, all lines decided', { ...imported, lineCount: 2, assigners: [1] }, undefined, 'confirm-result'],
  ['imported by the reviewer', { ...imported, importedBy: 2 }, undefined, undefined],
  ['being settled', file({ state: 'confirmed', submittedBy: 1 }), undefined, undefined],
  ['settled', file({ state: 'settled', submittedBy: 1 }), undefined, undefined],
  ['withdrawal asked by the payer', file({ withdrawalAskedBy: 1 }), undefined, 'confirm-withdrawal'],
  ['withdrawal asked by the reviewer', file({ withdrawalAskedBy: 2 }), 'confirm-withdrawal', undefined],
  ['withdrawn', file({ state: 'withdrawn' }), undefined, undefined],
  ['another company’s', file({ providerId: 2 }), undefined, undefined],
])('asks a payer and a reviewer: %s', (_, one, payer, reviewer) => {
  expect([fileTodo(one, PAYER), fileTodo(one, REVIEWER)]).toEqual([payer, reviewer])
})

it('is late a day after it was submitted', () => {
  const since = new Date(0)
  const at = (ms: number) => isLate({ state: 'submitted', since }, new Date(ms))
  expect([at(LATE_AFTER_MS - 1), at(LATE_AFTER_MS)]).toEqual([false, true])
  expect(isLate({ state: 'imported', since }, new Date(LATE_AFTER_MS))).toBe(false)
})
