// Validates the rows of a sheet of adjustments: each alone, together, and against the people and entries on record.

import { isMonth, type Month } from '../../calendar/shanghai.ts'
import { isIdCardNo } from '../../identity/id-card.ts'
import { type Fen, parseYuan } from '../../money/fen.ts'
import type { RawRow } from '../../payouts/sheet-row.ts'
import { type AdjustmentItem, isAdjustmentAmount, isAdjustmentReason } from './adjustment-item.ts'
import { type AdjustmentMonthRefusal, validateMonth } from './counted-month.ts'

export type AdjustmentRow = Pick<
  RawRow,
  'rowNumber' | 'name' | 'idCardNo' | 'month' | 'item' | 'amount' | 'remark' | 'damaged'
>

export type AdjustmentRowReason =
  | 'name-missing'
  | 'id-damaged'
  | 'id-wrong'
  | 'person-unknown'
  | 'name-differs'
  | 'month-wrong'
  | 'item-wrong'
  | 'amount-wrong'
  | 'reason-wrong'
  | AdjustmentMonthRefusal
  /** The same as a row above, or as what was entered before. */
  | 'duplicate-row'
  | 'duplicate-entry'

export type BadAdjustmentRow = {
  readonly row: AdjustmentRow
  readonly reasons: readonly AdjustmentRowReason[]
  /** The row above that it repeats. */
  readonly sameAs?: number
}

export type NewAdjustment = {
  readonly userId: number
  readonly month: Month
  readonly item: AdjustmentItem
  readonly amountFen: Fen
  readonly reason: string
}

/** What is on record, as the rules need it. */
export type AdjustmentRecords = {
  readonly now: { readonly month: Month; readonly lastClosed: Month | undefined }
  readonly itemOf: (words: string) => AdjustmentItem | undefined
  /** Known to this provider. */
  readonly personOf: (idCardNo: string) => { readonly userId: number; readonly name: string } | undefined
  /** Entered before and waiting, or confirmed. */
  readonly isEntered: (adjustment: NewAdjustment) => boolean
}

export type ValidatedAdjustments = {
  readonly good: readonly NewAdjustment[]
  readonly bad: readonly BadAdjustmentRow[]
}

export function validateAdjustmentRows(
  rows: readonly AdjustmentRow[],
  records: AdjustmentRecords,
): ValidatedAdjustments {
  const good: NewAdjustment[] = []
  const bad: BadAdjustmentRow[] = []
  const seen = new Map<string, number>()
  for (const row of rows) {
    const reasons: AdjustmentRowReason[] = []
    const person = personIn(row, records, reasons)
    const month = monthIn(row, records, reasons)
    const item = records.itemOf(row.item ?? '')
    if (item === undefined) reasons.push('item-wrong')
    const amountFen = signedYuan(row.amount)
    if (amountFen === undefined) reasons.push('amount-wrong')
    if (!isAdjustmentReason(row.remark)) reasons.push('reason-wrong')
    if (person && month !== undefined && item && amountFen !== undefined && reasons.length === 0) {
      const adjustment = { userId: person.userId, month, item, amountFen, reason: row.remark }
      const key = adjustmentKey(adjustment)
      const sameAs = seen.get(key)
      if (sameAs !== undefined) bad.push({ row, reasons: ['duplicate-row'], sameAs })
      else if (records.isEntered(adjustment)) bad.push({ row, reasons: ['duplicate-entry'] })
      else good.push(adjustment)
      if (sameAs === undefined) seen.set(key, row.rowNumber)
    } else bad.push({ row, reasons })
  }
  return { good, bad }
}

/** Two entries with one key are the same entry typed twice. */
export function adjustmentKey({ userId, month, item, amountFen, reason }: NewAdjustment): string {
  return [userId, month, item, amountFen, reason].join('\u001f')
}

function personIn(row: AdjustmentRow, { personOf }: AdjustmentRecords, reasons: AdjustmentRowReason[]) {
  if (row.name === '') reasons.push('name-missing')
  if (row.damaged?.includes('idCardNo')) reasons.push('id-damaged')
  else if (!isIdCardNo(row.idCardNo)) reasons.push('id-wrong')
  else {
    const person = personOf(row.idCardNo)
    if (person === undefined) reasons.push('person-unknown')
    else if (row.name !== '' && row.name !== person.name) reasons.push('name-differs')
    return person
  }
  return undefined
}

function monthIn(
  { month }: AdjustmentRow,
  { now }: AdjustmentRecords,
  reasons: AdjustmentRowReason[],
): Month | undefined {
  const refusal = isMonth(month) ? validateMonth(month, now) : 'month-wrong'
  if (refusal !== undefined) reasons.push(refusal)
  return refusal === undefined ? month : undefined
}

/** Plain digits, perhaps with a minus before them. */
function signedYuan(text: string): Fen | undefined {
  const minus = /^[-−－]/.test(text)
  const fen = parseYuan(minus ? text.slice(1) : text)
  if (fen === undefined || !isAdjustmentAmount(fen)) return undefined
  return minus ? -fen : fen
}
