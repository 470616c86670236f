// The identity check of the signing page: name and the last six characters of the ID number (D27).

import { cleanName } from '../identity/person-name.ts'

/** Full-width digits, spaces and a small x are what people type. */
export function cleanTail(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '').toUpperCase()
}

export function isTail(text: string): boolean {
  return /^\d{5}[\dX]$/.test(text)
}

export function isSamePerson(
  typed: { readonly name: string; readonly tail: string },
  known: { readonly name: string; readonly idCardNo: string },
): boolean {
  return cleanName(typed.name) === cleanName(known.name) && cleanTail(typed.tail) === known.idCardNo.slice(-6)
}
