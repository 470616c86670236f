// What makes a password strong enough, told in the browser while it is typed and judged by the server before it is taken (D8, ADR 72).

import { isCommonPassword } from './common-passwords.ts'

export type PasswordWeakness =
  | 'password-too-short'
  | 'password-too-simple'
  | 'password-names-account'
  | 'password-too-common'

const CLASSES = [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/]

/** Eight characters or more, three of upper case, lower case, digit and symbol; not the account's name, and none that everybody tries first. */
export function passwordWeakness(password: string, account: string): PasswordWeakness | undefined {
  if ([...password].length < 8) return 'password-too-short'
  if (CLASSES.filter((kind) => kind.test(password)).length < 3) return 'password-too-simple'
  if (namesAccount(password, account)) return 'password-names-account'
  return isCommonPassword(password) ? 'password-too-common' : undefined
}

/** Names shorter than this are part of too many words. */
const MIN_NAME_LENGTH = 4

/** The name forwards or backwards, with capitals, symbols and numbers added; of a short one, nothing but that. */
function namesAccount(password: string, account: string): boolean {
  const typed = bare(password)
  const word = withoutNumbers(typed)
  return [bare(account), backwards(bare(account))].some((name) => {
    if ([...name].length >= MIN_NAME_LENGTH && typed.includes(name)) return true
    const core = withoutNumbers(name)
    return core !== '' && word === core
  })
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const withoutNumbers = (text: string) => text.replace(/^\p{N}+|\p{N}+$/gu, '')
const backwards = (text: string) => [...text].reverse().join('')
