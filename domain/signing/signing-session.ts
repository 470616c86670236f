// How long a signing page lives after the identity check, and how its codes by text message live (D27).

export const SESSION_MS = 30 * 60_000

export const CODE = { digits: 6, lifeMs: 5 * 60_000, waitMs: 60_000, attempts: 5 } as const

export type SentCode = {
  readonly codeHash: string | null
  readonly codeUntil: Date | null
  readonly codeSentAt: Date | null
  readonly codeAttempts: number
}

/** Whether a code may still be tried at all; a used up or old one is as wrong as a guess. */
export function isCodeOpen(code: SentCode, now: Date): boolean {
  return (
    code.codeHash !== null &&
    code.codeUntil !== null &&
    now < code.codeUntil &&
    code.codeAttempts < CODE.attempts
  )
}

/** Seconds until another code may be sent; none when it may be sent now. */
export function secondsToNextCode({ codeSentAt }: Pick<SentCode, 'codeSentAt'>, now: Date): number {
  if (codeSentAt === null) return 0
  return Math.max(0, Math.ceil((codeSentAt.getTime() + CODE.waitMs - now.getTime()) / 1_000))
}
