// The life of a bank file: what may be done with it in which state, and by whom (ADR 81).

import type { Person } from '../accounts/person.ts'

export const FILE_STATES = [
  /** 待下载: nobody has it yet. */
  'made',
  /** 待提交银行: somebody has it, and says nothing of the bank yet. */
  'downloaded',
  /** 待导入结果: at the bank; its transfers are in doubt. */
  'submitted',
  /** 待复核: a result was read, and waits for a second person. */
  'imported',
  /** 入账中: confirmed, and being settled. */
  'confirmed',
  /** 已结清: every transfer has ended. */
  'settled',
  /** 已撤回: never given to the bank; its money is released. */
  'withdrawn',
] as const
export type FileState = (typeof FILE_STATES)[number]

export const FILE_STEPS = [
  'download',
  'submit',
  'import',
  'assign',
  'confirm',
  'refuse-result',
  'settle',
  'reopen',
  'ask-withdrawal',
  'refuse-withdrawal',
  'withdraw',
] as const
export type FileStep = (typeof FILE_STEPS)[number]

const STEPS: Readonly<Record<FileStep, Partial<Record<FileState, FileState>>>> = {
  download: {
    made: 'downloaded',
    downloaded: 'downloaded',
    submitted: 'submitted',
    imported: 'imported',
    confirmed: 'confirmed',
    settled: 'settled',
  },
  submit: { downloaded: 'submitted' },
  // Of a settled one, too: money may come back any day later.
  import: { submitted: 'imported', settled: 'imported' },
  // Lines that could mean several rows, while their result waits.
  assign: { imported: 'imported' },
  confirm: { imported: 'confirmed' },
  'refuse-result': { imported: 'submitted' },
  // By the worker: nothing is open any more, or some rows still are.
  settle: { confirmed: 'settled', submitted: 'settled' },
  reopen: { confirmed: 'submitted' },
  'ask-withdrawal': { made: 'made', downloaded: 'downloaded' },
  'refuse-withdrawal': { made: 'made', downloaded: 'downloaded' },
  withdraw: { made: 'withdrawn', downloaded: 'withdrawn' },
}

export const fileStateAfter = (state: FileState, step: FileStep): FileState | undefined => STEPS[step][state]

/** A live file may still pay: its transfers stand in no other. */
export const isLive = (state: FileState): boolean => state !== 'withdrawn'

export type FileStanding = {
  readonly state: FileState
  readonly providerId: number
  readonly downloadCount: number
  readonly submittedBy: number | null
  readonly importedBy: number | null
  readonly withdrawalAskedBy: number | null
  /** Of the result that waits: lines that could speak of several rows, how many of them nobody has decided, and who decided the others. */
  readonly lineCount: number
  readonly undecidedCount: number
  readonly assigners: readonly number[]
}

export type FileRefusal =
  | 'not-allowed'
  | 'bank-file-state'
  | 'bank-file-reason'
  | 'bank-file-withdrawing'
  | 'bank-file-not-withdrawing'
  | 'bank-file-own-submission'
  | 'bank-file-own-import'
  | 'bank-file-own-assignment'
  | 'bank-result-undecided'
  | 'bank-file-own-withdrawal'

export type PersonStep = Exclude<FileStep, 'settle' | 'reopen'>

type Rights = Pick<Person, 'payRight' | 'checkRight'>

/** Payers carry files to the bank and back, reviewers confirm what came back; both may ask for a withdrawal and confirm another's. */
function mayTake(step: PersonStep, person: Rights): boolean {
  switch (step) {
    case 'download':
    case 'submit':
    case 'import':
    case 'assign':
      return person.payRight
    case 'confirm':
      return person.checkRight
    default:
      return person.payRight || person.checkRight
  }
}

/** Whether somebody brings back what the bank says of a company's files. */
export function mayImport(person: Rights & Pick<Person, 'providerId'>, providerId: number): boolean {
  return person.providerId === providerId && mayTake('import', person)
}

function stateRefusal(file: FileStanding, step: PersonStep): FileRefusal | undefined {
  if (fileStateAfter(file.state, step) === undefined) return 'bank-file-state'
  if (step === 'assign' && file.lineCount === 0) return 'bank-file-state'
  const asked = file.withdrawalAskedBy !== null
  if (step === 'withdraw' || step === 'refuse-withdrawal')
    return asked ? undefined : 'bank-file-not-withdrawing'
  // While a withdrawal waits, nobody takes the file to the bank.
  return asked ? 'bank-file-withdrawing' : undefined
}

/** Rights first, then the state, then who did the step before. */
export function validateFileStep(
  file: FileStanding,
  step: PersonStep,
  person: Person,
  reason = '',
): FileRefusal | undefined {
  if (person.providerId !== file.providerId || !mayTake(step, person)) return 'not-allowed'
  const refusal = stateRefusal(file, step)
  if (refusal !== undefined) return refusal
  const me = person.accountId
  if (step === 'confirm' && me === file.submittedBy) return 'bank-file-own-submission'
  if (step === 'confirm' && me === file.importedBy) return 'bank-file-own-import'
  if (step === 'confirm' && file.assigners.includes(me)) return 'bank-file-own-assignment'
  if (step === 'confirm' && file.undecidedCount > 0) return 'bank-result-undecided'
  if (step === 'withdraw' && me === file.withdrawalAskedBy) return 'bank-file-own-withdrawal'
  const needsReason =
    (step === 'download' && file.downloadCount > 0) ||
    step === 'ask-withdrawal' ||
    step === 'refuse-result' ||
    // Whoever asked may take that back without a word.
    (step === 'refuse-withdrawal' && me !== file.withdrawalAskedBy)
  return needsReason && reason.trim() === '' ? 'bank-file-reason' : undefined
}

const PERSON_STEPS = FILE_STEPS.filter((step): step is PersonStep => step !== 'settle' && step !== 'reopen')

/** What a person may do with it now, a reason given where one is asked for. */
export function fileActions(file: FileStanding, person: Person): PersonStep[] {
  return PERSON_STEPS.filter((step) => validateFileStep(file, step, person, 'reason') === undefined)
}
