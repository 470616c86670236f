// Recovery codes: what they look like, and how many there are (D48).

export const RECOVERY_CODES = 10

/** Without the letters and digits that are mistaken for each other. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ2345678'
const LENGTH = 10

/** From random bytes, of which the few that would favour some letters are passed over; undefined when they do not suffice. */
export function recoveryCodeOf(random: Uint8Array): string | undefined {
  const fair = 256 - (256 % ALPHABET.length)
  const letters = [...random].filter((byte) => byte < fair).map((byte) => ALPHABET[byte % ALPHABET.length])
  return letters.length < LENGTH ? undefined : letters.slice(0, LENGTH).join('')
}

export const isRecoveryCode = (plain: string): boolean =>
  plain.length === LENGTH && [...plain].every((letter) => ALPHABET.includes(letter))

/** In two halves, as it is shown. */
export const shownRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`
