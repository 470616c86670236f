// Says in one sentence why the database cannot be reached, and tells passing outages from faults of ours.

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'its host name is unknown',
  ETIMEDOUT: 'it did not answer in time',
  EAI_AGAIN: 'its host name cannot be looked up now',
  '28P01': 'it refused the password',
  '28000': 'it refused the user',
  '3D000': 'the database does not exist there',
  '57P03': 'it is still starting up',
  '53300': 'it has no free connections',
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

export function explainConnection(error: unknown): string {
  const code = codeOf(error)
  const why = SENTENCES[code] ?? (error instanceof Error ? error.message : String(error))
  return `The database of DATABASE_URL cannot be reached: ${why}.`
}

const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53400',
])
const PASSING_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/** True where the same call may succeed a moment later: the database restarts, or is full for now. */
export function isPassingOutage(error: unknown): boolean {
  const code = codeOf(error)
  if (PASSING.has(code) || code.startsWith('08')) return true
  return error instanceof Error && PASSING_TEXT.test(error.message)
}
