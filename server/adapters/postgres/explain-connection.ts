// Says in one sentence why the database cannot be reached, and tells passing outages from faults of ours.

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'its host name is unknown',
  ETIMEDOUT: 'it did not answer in time',
  EAI_AGAIN: 'its host name cannot be looked up now',
  '28P01': 'it refused the password',
  '28000': 'it refused the user',
  '3D000': 'the database does not exist there',
  '53100': 'its disk is full',
  '57P03': 'it is still starting up',
  '53300': 'it has no free connections',
}

/** The server is silent, or takes no writes: its connection is dropped, and the same call may succeed later. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

export function explainConnection(error: unknown, setting = 'DATABASE_URL'): string {
  const code = codeOf(error)
  const why = SENTENCES[code] ?? (error instanceof Error ? error.message : String(error))
  return `The database of ${setting} cannot be reached: ${why}.`
}

const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // A time limit of ours: a statement, a lock, an idle transaction.
  '57014',
  '55P03',
  '25P03',
  '57P01',
  '57P02',
  '57P03',
  '53200',
  '53300',
  '53400',
])
const PASSING_TEXT =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error/

/** True where the same call may succeed a moment later: the database restarts, is frozen, or is full for now. */
export function isPassingOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const code = codeOf(error)
  if (PASSING.has(code) || code.startsWith('08')) return true
  return error instanceof Error && PASSING_TEXT.test(error.message)
}

/** The disk of the database is full: nothing can be written until there is space. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100'

/** The server only reads: it was demoted, or is a standby. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006'
