// The cells of one row of a sheet by their fields: where each stands, and what they say of the row.

import { hasLostDigits } from '@paywages/domain/payouts/cell-text.ts'
import { isYearHeading } from '@paywages/domain/payouts/month-parts.ts'
import { fieldOfHeading, SHEET_COLUMNS, type SheetPlan } from '@paywages/domain/payouts/sheet-columns.ts'
import type { SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import type { FoundHeading } from './heading-finder.ts'
import { type SheetCell, UNCOMPUTED } from './row-sink.ts'
import { SheetRefused } from './sheet-refused.ts'

/** Of every kind of sheet, in the order in which rows are packed. */
export const FIELDS: readonly SheetField[] = [...SHEET_COLUMNS.map(({ field }) => field), 'item']
export const NAME = FIELDS.indexOf('name')
export const ID_CARD_NO = FIELDS.indexOf('idCardNo')
export const PHONE = FIELDS.indexOf('phone')
export const CARD_NO = FIELDS.indexOf('cardNo')
export const AMOUNT = FIELDS.indexOf('amount')
export const MONTH = FIELDS.indexOf('month')
export const REMARK = FIELDS.indexOf('remark')

/** Below these a row names no person and no card. */
const MIN_ID_LENGTH = 15
const MIN_CARD_LENGTH = 12
const MIN_PHONE_LENGTH = 11
const FEW_HEADINGS = 3

/** Throws where a heading comes again with its columns in another order. */
export function isRepeatedHeading(
  cells: readonly (SheetCell | undefined)[],
  plan: SheetPlan,
  rowNumber: number,
): boolean {
  let same = 0
  let moved = 0
  for (let index = 0; index < FIELDS.length; index += 1) {
    const value = cells[index]
    const field = typeof value === 'string' ? fieldOfHeading(value, plan) : undefined
    if (field === FIELDS[index]) same += 1
    else if (field !== undefined) moved += 1
  }
  if (same + moved < FEW_HEADINGS || cells[NAME] === undefined) return false
  if (moved > 0) throw new SheetRefused('sheet-heading-moves', { row: rowNumber })
  return true
}

/** Of columns that no row was made of. */
export function unusedHeadings({ others, doubts, yearColumn }: FoundHeading): string[] {
  const unread = others.filter((text) => yearColumn === undefined || !isYearHeading(text))
  const doubted = doubts.map(({ text }) => text).filter((text) => !others.includes(text))
  return [...unread, ...doubted]
}

const LAST_LATIN = 0x7f

/** Long enough, and no words: those have another character among the first three. */
function isNumber(text: string, shortest: number): boolean {
  return text.length >= shortest && text.charCodeAt(0) <= LAST_LATIN && text.charCodeAt(2) <= LAST_LATIN
}

export function hasLost(value: SheetCell | undefined): boolean {
  return value !== undefined && value !== UNCOMPUTED && hasLostDigits(value)
}

/** Whether a row names a person or a card. */
export function hasIdOrCard(texts: readonly string[]): boolean {
  return (
    isNumber(texts[ID_CARD_NO] as string, MIN_ID_LENGTH) ||
    isNumber(texts[CARD_NO] as string, MIN_CARD_LENGTH)
  )
}

export function hasPhone(texts: readonly string[]): boolean {
  return isNumber(texts[PHONE] as string, MIN_PHONE_LENGTH)
}
