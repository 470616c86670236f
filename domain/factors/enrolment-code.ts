// How often a code for the first factor may be guessed (ADR 93).

/** Then the code is void, and only a further confirmation by two people makes another. */
export const MAX_ENROLMENT_GUESSES = 5

/** `guesses` were wrong so far, or are being judged; undefined lets one more be judged. */
export function validateEnrolmentGuess(
  guesses: number,
  typed: string,
): 'enrolment-code-needed' | 'enrolment-code-void' | undefined {
  if (guesses >= MAX_ENROLMENT_GUESSES) return 'enrolment-code-void'
  return typed === '' ? 'enrolment-code-needed' : undefined
}
