// The boundary table of a bank file's life: every step from every state, and who may take it.

import { describe, expect, it } from 'vitest'
import type { Person } from '../accounts/person.ts'
import {
  FILE_STATES,
  FILE_STEPS,
  type FileStanding,
  type FileState,
  type FileStep,
  fileActions,
  fileStateAfter,
  mayImport,
  validateFileStep,
} from './file-life.ts'

const person = (accountId: number, over: Partial<Person> = {}): Person => ({
  accountId,
  providerId: 10,
  platformId: 100,
  payRight: false,
  checkRight: false,
  appLoginRight: false,
  manager: false,
  superManager: false,
  ...over,
})
const PAYER = person(1, { payRight: true })
const PAYER_TWO = person(2, { payRight: true })
const CHECKER = person(3, { checkRight: true })

const LEADS: Record<FileStep, Partial<Record<FileState, FileState>>> = {
  download: {
    made: 'downloaded',
    downloaded: 'downloaded',
    submitted: 'submitted',
    imported: 'imported',
    confirmed: 'confirmed',
    settled: 'settled',
  },
  submit: { downloaded: 'submitted' },
  import: { submitted: 'imported', settled: 'imported' },
  assign: { imported: 'imported' },
  confirm: { imported: 'confirmed' },
  'refuse-result': { imported: 'submitted' },
  settle: { confirmed: 'settled', submitted: 'settled' },
  reopen: { confirmed: 'submitted' },
  'ask-withdrawal': { made: 'made', downloaded: 'downloaded' },
  'refuse-withdrawal': { made: 'made', downloaded: 'downloaded' },
  withdraw: { made: 'withdrawn', downloaded: 'withdrawn' },
}

describe('steps of a bank file', () => {
  it.each(
    FILE_STEPS.flatMap((step) => FILE_STATES.map((state) => [step, state, LEADS[step][state]] as const)),
  )('%s from %s leads to %s', (step, state, expected) => expect(fileStateAfter(state, step)).toBe(expected))
  it('never withdraws what was submitted', () => {
    for (const state of ['submitted', 'imported', 'confirmed', 'settled'] as const)
      expect(fileStateAfter(state, 'withdraw')).toBeUndefined()
  })
})

const file = (state: FileState, over: Partial<FileStanding> = {}): FileStanding => ({
  state,
  providerId: 10,
  downloadCount: 0,
  submittedBy: null,
  importedBy: null,
  withdrawalAskedBy: null,
  lineCount: 0,
  undecidedCount: 0,
  assigners: [],
  ...over,
})
const imported = file('imported', { downloadCount: 1, submittedBy: 1, importedBy: 2 })
const unclear = { ...imported, lineCount: 2, undecidedCount: 1, assigners: [] }
const decided = { ...unclear, undecidedCount: 0, assigners: [4, 5] }
const both = (accountId: number) => person(accountId, { payRight: true, checkRight: true })

describe('who may take a step', () => {
  it.each([
    ['the first download', file('made'), 'download', PAYER, '', undefined],
    [
      'a second download without a reason',
      file('downloaded', { downloadCount: 1 }),
      'download',
      PAYER,
      ' ',
      'bank-file-reason',
    ],
    [
      'a second download with one',
      file('downloaded', { downloadCount: 1 }),
      'download',
      PAYER,
      'lost',
      undefined,
    ],
    ['a download by the reviewer', file('made'), 'download', CHECKER, '', 'not-allowed'],
    [
      'a download by another company',
      file('made'),
      'download',
      person(9, { payRight: true, providerId: 11 }),
      '',
      'not-allowed',
    ],
    [
      'a download by a super manager',
      file('made'),
      'download',
      person(9, { superManager: true }),
      '',
      'not-allowed',
    ],
    ['a submission before any download', file('made'), 'submit', PAYER, '', 'bank-file-state'],
    ['a submission', file('downloaded', { downloadCount: 1 }), 'submit', PAYER_TWO, '', undefined],
    ['an import before the submission', file('downloaded'), 'import', PAYER, '', 'bank-file-state'],
    ['an import', file('submitted', { submittedBy: 1 }), 'import', PAYER, '', undefined],
    ['a confirmation', imported, 'confirm', CHECKER, '', undefined],
    ['a confirmation by who submitted', imported, 'confirm', both(1), '', 'bank-file-own-submission'],
    ['a confirmation by who imported', imported, 'confirm', both(2), '', 'bank-file-own-import'],
    ['a confirmation by a payer', imported, 'confirm', person(4, { payRight: true }), '', 'not-allowed'],
    ['an assignment', unclear, 'assign', PAYER, '', undefined],
    ['an assignment by the reviewer', unclear, 'assign', CHECKER, '', 'not-allowed'],
    [
      'an assignment by another company',
      unclear,
      'assign',
      person(9, { payRight: true, providerId: 11 }),
      '',
      'not-allowed',
    ],
    ['an assignment where every line is clear', imported, 'assign', PAYER, '', 'bank-file-state'],
    ['another assignment once all are decided', decided, 'assign', PAYER, '', undefined],
    [
      'an assignment once it is confirmed',
      { ...decided, state: 'confirmed' },
      'assign',
      PAYER,
      '',
      'bank-file-state',
    ],
    ['a confirmation with a line undecided', unclear, 'confirm', CHECKER, '', 'bank-result-undecided'],
    ['a confirmation with all decided', decided, 'confirm', CHECKER, '', undefined],
    ['a confirmation by who assigned', decided, 'confirm', both(4), '', 'bank-file-own-assignment'],
    ['a refusal with a line undecided', unclear, 'refuse-result', CHECKER, 'wrong file', undefined],
    ['a confirmation of nothing', file('submitted'), 'confirm', CHECKER, '', 'bank-file-state'],
    ['a refusal without a reason', imported, 'refuse-result', CHECKER, '', 'bank-file-reason'],
    ['a refusal by who imported', imported, 'refuse-result', PAYER_TWO, 'wrong file', undefined],
    ['a withdrawal asked for', file('downloaded'), 'ask-withdrawal', PAYER, 'wrong account', undefined],
    ['asked for without a reason', file('made'), 'ask-withdrawal', PAYER, '', 'bank-file-reason'],
    [
      'asked for twice',
      file('made', { withdrawalAskedBy: 1 }),
      'ask-withdrawal',
      PAYER_TWO,
      'x',
      'bank-file-withdrawing',
    ],
    ['asked for when submitted', file('submitted'), 'ask-withdrawal', PAYER, 'x', 'bank-file-state'],
    [
      'confirmed by who asked',
      file('made', { withdrawalAskedBy: 1 }),
      'withdraw',
      PAYER,
      '',
      'bank-file-own-withdrawal',
    ],
    ['confirmed by another', file('made', { withdrawalAskedBy: 1 }), 'withdraw', CHECKER, '', undefined],
    ['confirmed where nobody asked', file('made'), 'withdraw', CHECKER, '', 'bank-file-not-withdrawing'],
    [
      'not agreed to without a reason',
      file('made', { withdrawalAskedBy: 1 }),
      'refuse-withdrawal',
      CHECKER,
      ' ',
      'bank-file-reason',
    ],
    [
      'not agreed to',
      file('made', { withdrawalAskedBy: 1 }),
      'refuse-withdrawal',
      CHECKER,
      'at the bank',
      undefined,
    ],
    [
      'taken back by who asked',
      file('made', { withdrawalAskedBy: 1 }),
      'refuse-withdrawal',
      PAYER,
      '',
      undefined,
    ],
    [
      'a download while a withdrawal waits',
      file('made', { withdrawalAskedBy: 1 }),
      'download',
      PAYER,
      '',
      'bank-file-withdrawing',
    ],
    [
      'a submission while a withdrawal waits',
      file('downloaded', { withdrawalAskedBy: 1 }),
      'submit',
      PAYER,
      '',
      'bank-file-withdrawing',
    ],
  ] as const)('%s: %s', (_, standing, step, by, reason, expected) =>
    expect(validateFileStep(standing, step, by, reason)).toBe(expected),
  )

  it('shows each the steps that are theirs', () => {
    expect(fileActions(file('made'), PAYER)).toEqual(['download', 'ask-withdrawal'])
    expect(fileActions(imported, CHECKER)).toEqual(['confirm', 'refuse-result'])
    expect(fileActions(unclear, CHECKER)).toEqual(['refuse-result'])
    expect(fileActions(unclear, PAYER)).toEqual(['download', 'assign', 'refuse-result'])
    expect(fileActions(file('submitted', { downloadCount: 1 }), PAYER)).toEqual(['download', 'import'])
    expect(fileActions(file('withdrawn'), PAYER)).toEqual([])
    // Money may come back any day later.
    expect(fileActions(file('settled', { downloadCount: 1 }), PAYER)).toEqual(['download', 'import'])
  })

  it('lets the payers of a company bring back what the bank says of its files, and nobody else', () => {
    expect(mayImport(PAYER, PAYER.providerId)).toBe(true)
    expect(mayImport(PAYER, PAYER.providerId + 1)).toBe(false)
    expect(mayImport(CHECKER, CHECKER.providerId)).toBe(false)
  })
})
