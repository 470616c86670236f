// Whether a line of a result can speak of a row of the file: same amount, card and name, as far as the bank shows them (ADR 82).

import { payeeDifference } from '../transfers/payee.ts'

/** A row of the file as it was made. */
export type FileRow = {
  readonly position: number
  readonly reference: string
  readonly cardNo: string
  readonly name: string
  readonly amountFen: bigint
}

export const MASK = /[*＊×xX]/
/** So many digits tell cards of one name apart; fewer say nothing of whose it is. */
const MIN_SEEN = 4
/** The first ones are the bank's, shared by all its cards of a kind. */
const BANK_DIGITS = 6
const MIN_OWN = 3

/** Banks mask the middle of a card. */
export function sameCard(ours: string, theirs: string): boolean {
  if (theirs === ours) return true
  if (!MASK.test(theirs)) return false
  if (theirs.length === ours.length)
    return [...theirs].every((character, at) => MASK.test(character) || character === ours[at])
  return isShortMask(ours, theirs)
}

const ONE_MASK = new RegExp(`^(\\d*)${MASK.source}+(\\d*)$`)

/** 622202****4567: a mask of its own length, where enough of both ends is seen. */
function isShortMask(ours: string, theirs: string): boolean {
  const [, head, tail] = ONE_MASK.exec(theirs) ?? []
  if (head === undefined || tail === undefined || theirs.length > ours.length) return false
  return head.length >= MIN_SEEN && tail.length >= MIN_SEEN && ours.startsWith(head) && ours.endsWith(tail)
}

export const isSeen = (number: string): boolean => {
  const seen = (part: string) => [...part].filter((character) => !MASK.test(character)).length
  return seen(number) >= MIN_SEEN && seen(number.slice(BANK_DIGITS)) >= MIN_OWN
}

/** A number of the branch or the currency is shorter, and stands around an account's. */
const MIN_DIGITS = 8

/** Whether an account that a sheet tells of can be ours: masked, or with a number of the branch around it. */
export function canBeAccount(ours: string, told: string): boolean {
  if (sameCard(ours, told)) return isSeen(told)
  if (!MASK.test(told)) {
    const [longer, shorter] = ours.length > told.length ? [ours, told] : [told, ours]
    return shorter.length >= MIN_DIGITS && longer.includes(shorter)
  }
  // Masks are printed shorter than what they hide.
  const shown = told.split(new RegExp(`${MASK.source}+`))
  return ours.startsWith(shown[0] ?? '') && ours.endsWith(shown.at(-1) ?? '')
}

/** What a line says of a payment, where it does. */
type ToldPayment = {
  readonly cardNo: string | undefined
  readonly name: string | undefined
  readonly amountFen: bigint | undefined
}

export const fits = (row: FileRow, line: ToldPayment): boolean =>
  line.amountFen === row.amountFen &&
  line.cardNo !== undefined &&
  sameCard(row.cardNo, line.cardNo) &&
  isSeen(line.cardNo) &&
  line.name !== undefined &&
  payeeDifference(row, { name: line.name }) === undefined
