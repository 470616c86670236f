// Reads sums in the characters that banks write beside the figures: 人民币壹仟贰佰叁拾肆元伍角整.

import type { Fen } from './fen.ts'

const DIGITS: Readonly<Record<string, bigint>> = {
  ...{ 零: 0n, 〇: 0n, 壹: 1n, 贰: 2n, 貳: 2n, 叁: 3n, 參: 3n, 叄: 3n, 肆: 4n, 伍: 5n, 陆: 6n, 陸: 6n },
  ...{ 柒: 7n, 捌: 8n, 玖: 9n },
}
const UNITS: Readonly<Record<string, bigint>> = { 拾: 10n, 佰: 100n, 仟: 1_000n }
const GROUPS: Readonly<Record<string, bigint>> = {
  万: 10_000n,
  萬: 10_000n,
  亿: 100_000_000n,
  億: 100_000_000n,
}

const DIGIT = '[零〇壹贰貳叁參叄肆伍陆陸柒捌玖]'
const WHOLE = '[零〇壹贰貳叁參叄肆伍陆陸柒捌玖拾佰仟万萬亿億]+'
const SUM = `(?:(${WHOLE})[元圆圓])(?:(${DIGIT})角|零)?(?:零?(${DIGIT})分)?[整正]?`

/** Every sum written so in a text; a year or a name has no 元 behind its digits. */
export function capitalSums(text: string): Fen[] {
  return [...text.replace(/\s/g, '').matchAll(new RegExp(SUM, 'g'))].flatMap(([, whole, tenths, cents]) => {
    const yuan = wholeNumber(whole ?? '')
    return yuan === undefined ? [] : [yuan * 100n + digit(tenths) * 10n + digit(cents)]
  })
}

const digit = (text: string | undefined): bigint => DIGITS[text ?? ''] ?? 0n

/** Undefined where a unit has no digit, or stands above a larger one. */
function wholeNumber(text: string): bigint | undefined {
  let [total, group, last] = [0n, 0n, 0n]
  for (const character of text) {
    const [value, unit, large] = [DIGITS[character], UNITS[character], GROUPS[character]]
    if (value !== undefined) {
      if (last !== 0n) return undefined
      last = value
    } else if (unit !== undefined) {
      // 拾 alone is ten.
      if (last === 0n && (unit !== 10n || group !== 0n)) return undefined
      group += (last === 0n ? 1n : last) * unit
      last = 0n
    } else if (large !== undefined) {
      total = large === GROUPS.亿 ? (total + group + last) * large : total + (group + last) * large
      group = 0n
      last = 0n
    }
  }
  return total + group + last
}
