// Which steps of time a one-time code may come from: a clock that is off by a minute is forgiven, and no step counts twice (RFC 6238, D48).

export const STEP_MS = 30_000
/** Two: a code that is a minute off may stand two steps away. */
const CLOCK_STEPS = 2

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

/** The steps whose codes are taken, the likeliest first; those up to the last one used are spent. */
export function openSteps(now: Date, lastStep: number): number[] {
  const current = stepAt(now)
  const steps = [current]
  for (let off = 1; off <= CLOCK_STEPS; off++) steps.push(current - off, current + off)
  return steps.filter((step) => step > lastStep)
}

/** As people type and paste them. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

export const isOneTimeCode = (plain: string): boolean => /^\d{6}$/.test(plain)
