// Passkeys: a counter that runs back, names, and how long a question to sign stands (D48).

/** A key that was copied counts on in two places: sooner or later one of them falls behind. Keys that do not count stay at nought. */
export function counterRunsBack(stored: number, given: number): boolean {
  return (stored > 0 || given > 0) && given <= stored
}

export const CHALLENGE_MS = 5 * 60_000

export const MAX_PASSKEYS = 10
