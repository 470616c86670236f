// Reads the amounts and counts that a bank's result writes: in yuan or fen, with thousands parted, filled with zeros.

import { parseYuan } from '../money/fen.ts'
import type { AmountUnit } from './result-mapping.ts'

/** Between thousands, or between ten thousands; one that stands anywhere else may be the point of another country. */
const PARTED = /^(?:\d{1,3}(?:,\d{3})+|\d{1,4}(?:,\d{4})+)(?:\.\d*)?$/

/** Digits and their point; undefined where a comma parts no thousands. */
export function plainDigits(text: string): string | undefined {
  const number = text.replace(/[¥￥\s]/g, '').replaceAll('，', ',')
  if (number.includes(',') && !PARTED.test(number)) return undefined
  // Zeros fill a fixed width.
  return number.replaceAll(',', '').replace(/^0+(?=\d)/, '')
}

/** CNY 1,234.50, 1,234.50元 */
const OF_YUAN = /^\s*(?:CNY|RMB|人民币)\s*(?=[\d¥￥])|元\s*$/gi

export function amountIn(text: string, unit: AmountUnit = 'yuan'): bigint | undefined {
  const digits = plainDigits(unit === 'yuan' ? text.replace(OF_YUAN, '') : text)
  if (digits === undefined || unit === 'yuan') return digits === undefined ? undefined : parseYuan(digits)
  return /^\d{1,15}$/.test(digits) ? BigInt(digits) : undefined
}
