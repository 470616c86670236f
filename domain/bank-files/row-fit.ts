// Whether a line of a result can speak of a row of the file: same amount, card and name, as far as the bank shows them (ADR 82).

import { payeeDifference } from '../transfers/payee.ts'
import type { ResultRow } from './bank-results.ts'

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
const LEAST_SEEN = 4

/** Banks mask the middle of a card. */
export function sameCard(ours: string, theirs: string): boolean {
  if (theirs === ours) return true
  return (
    theirs.length === ours.length &&
    MASK.test(theirs) &&
    [...theirs].every((character, at) => MASK.test(character) || character === ours[at])
  )
}

export const isSeen = (number: string): boolean =>
  [...number].filter((character) => !MASK.test(character)).length >= LEAST_SEEN

export const fits = (row: FileRow, line: ResultRow): boolean =>
  line.amountFen === row.amountFen &&
  line.cardNo !== undefined &&
  sameCard(row.cardNo, line.cardNo) &&
  isSeen(line.cardNo) &&
  line.name !== undefined &&
  payeeDifference(row, { name: line.name }) === undefined
