// What makes a password strong enough; validated in the browser, as only a digest ever travels (D8).

export type PasswordWeakness = 'too-short' | 'too-simple'

const CLASSES = [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/]

/** Eight characters or more, and three of: upper case, lower case, digit, sign. */
export function passwordWeakness(password: string): PasswordWeakness | undefined {
  if ([...password].length < 8) return 'too-short'
  if (CLASSES.filter((kind) => kind.test(password)).length < 3) return 'too-simple'
  return undefined
}
