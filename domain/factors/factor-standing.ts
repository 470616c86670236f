// Whether a session has given its second factor, and what a call may ask of it (D48).

/** What is known of a person's second factor in this session. */
export type FactorStanding = {
  readonly totp: boolean
  readonly passkey: boolean
  /** The operator's setting asks for one. */
  readonly demanded: boolean
  /** When it was last given in this session. */
  readonly givenAt: Date | null
}

export const NO_FACTOR: FactorStanding = { totp: false, passkey: false, demanded: false, givenAt: null }

/** `asked`: there is one, and this session has not given it; `enrol`: there is none, and one is demanded. */
export type FactorState = 'none' | 'asked' | 'enrol' | 'given'

export const FACTOR_STATES = ['none', 'asked', 'enrol', 'given'] as const satisfies readonly FactorState[]

/**
 * What a call asks of the factor; a call that declares nothing wants it given in this session, where there is one or one is demanded.
 * - `unasked`: nothing; only what is needed to give it, to leave, and to know who one is.
 * - `unenrolled`: it may be made before a demanded factor is set up.
 * - `enrols`: the same, but whoever has a factor gives it again first: a stolen session adds none of its own.
 * - `again`: given within the last minutes, by those who have one (step-up).
 * - `again-for-several`: the same where it names several records, which is bulk; one is looked at without.
 */
export type FactorAsk = 'unasked' | 'unenrolled' | 'enrols' | 'again' | 'again-for-several'

/** What such a call asks once it is known how many records it names. */
export const askFor = (ask: FactorAsk | undefined, records: number): FactorAsk | undefined =>
  ask === 'again-for-several' && records > 1 ? 'again' : ask

export type FactorRefusal = 'factor-needed' | 'factor-enrolment-needed' | 'factor-again'

export const hasFactor = ({ totp, passkey }: FactorStanding): boolean => totp || passkey

export function factorState(standing: FactorStanding): FactorState {
  if (hasFactor(standing)) return standing.givenAt === null ? 'asked' : 'given'
  return standing.demanded ? 'enrol' : 'none'
}

export function validateFactor(
  standing: FactorStanding,
  ask: FactorAsk | undefined,
  now: Date,
  stepUpMs: number,
): FactorRefusal | undefined {
  if (ask === 'unasked') return undefined
  const state = factorState(standing)
  if (state === 'asked') return 'factor-needed'
  if (state === 'enrol' && ask !== 'unenrolled' && ask !== 'enrols') return 'factor-enrolment-needed'
  const wantsAgain = ask === 'again' || ask === 'enrols'
  return wantsAgain && state === 'given' && !isRecent(standing, now, stepUpMs) ? 'factor-again' : undefined
}

/** A moment ahead of the clock is none that we gave. */
function isRecent({ givenAt }: FactorStanding, now: Date, stepUpMs: number): boolean {
  const agoMs = givenAt === null ? Number.POSITIVE_INFINITY : now.getTime() - givenAt.getTime()
  return Math.abs(agoMs) < stepUpMs
}
