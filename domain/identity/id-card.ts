// Resident ID numbers (GB 11643): form, checksum, and the date of birth inside.

import type { Day } from '../calendar/shanghai.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

/** The check character that the first seventeen digits ask for. */
export function idCardCheckCharacter(first17: string): string {
  let sum = 0
  for (let i = 0; i < 17; i++) sum += (first17.charCodeAt(i) - 48) * (WEIGHTS[i] ?? 0)
  return CHECK_CHARACTERS[sum % 11] ?? ''
}

/** True for 18 characters with a right checksum and a real day of birth from 1900 on. */
export function isIdCardNo(text: string): boolean {
  return /^\d{17}[\dX]$/.test(text) && idCardCheckCharacter(text) === text[17] && birthDay(text) !== undefined
}

/** The day of birth inside a well-formed number, or undefined when there is no such day. */
export function birthDay(idCardNo: string): Day | undefined {
  const year = Number(idCardNo.slice(6, 10))
  const month = Number(idCardNo.slice(10, 12))
  const day = Number(idCardNo.slice(12, 14))
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  return `${idCardNo.slice(6, 10)}-${idCardNo.slice(10, 12)}-${idCardNo.slice(12, 14)}`
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Of a well-formed number: its seventeenth digit is odd for men. */
export function genderOf(idCardNo: string): 'male' | 'female' {
  return Number(idCardNo[16]) % 2 === 1 ? 'male' : 'female'
}
