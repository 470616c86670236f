// The people of a refused sheet whom an invitation helps: refused for nothing but the missing signature (D22).

import { reasonText } from '@paywages/wire/payouts/row-reasons.ts'
import type { FailedRow } from '@paywages/wire/payouts/shapes.ts'
import { reasonsOf } from './failure-reasons.ts'

const UNSIGNED = reasonText('unsigned-blocked', { limitFen: 0n })

type Row = Pick<FailedRow, 'rowNumber' | 'name' | 'idCardNo' | 'phone' | 'reason'>

export type UnsignedPerson = Pick<Row, 'name' | 'idCardNo' | 'phone'>

export type UnsignedPeople = {
  readonly invitable: readonly UnsignedPerson[]
  /** The rows of those who have other errors too: what is wrong about them might be who they are. */
  readonly leftOut: readonly number[]
}

export function unsignedPeople(rows: readonly Row[]): UnsignedPeople {
  const unsigned = rows.filter((row) => reasonsOf(row).includes(UNSIGNED))
  const doubtful = new Set(rows.filter(({ reason }) => reason !== UNSIGNED).map(({ idCardNo }) => idCardNo))
  const invitable = new Map<string, UnsignedPerson>()
  const leftOut: number[] = []
  for (const { rowNumber, name, idCardNo, phone } of unsigned) {
    if (doubtful.has(idCardNo)) leftOut.push(rowNumber)
    else invitable.set(idCardNo, { name, idCardNo, phone })
  }
  return { invitable: [...invitable.values()], leftOut }
}
