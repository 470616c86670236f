// Why an amount of a payout sheet cannot be read, in a few words (D15).

import { withheldWord } from './withheld-mark.ts'

/** What stands in brackets behind 金额不正确: the cause where it is not plain to see, and the amount. */
export function amountCause(text: string): string {
  if (text.includes('〔')) return `单元格里有划掉的文字，请只保留一个数：${text}`
  if (text.startsWith('#')) return `公式出错：${text}`
  const [, number, unit] = /^(-?[\d.]+)\[([^[\]]+)\]$/.exec(text) ?? []
  const word = withheldWord(unit ?? '')
  if (word !== undefined) return `表中写明不发（${word}），请删除该行或改正：${number}`
  if (unit !== undefined) return `单元格显示的单位是 ${unit}，请填写以元为单位的数字：${number}`
  if (/^-?\d+\.\d{3,}$/.test(text)) return `超过两位小数：${text}${displayed(text)}`
  if (/\d\s+\d/.test(text)) return `数字中间有空格：${text}`
  if (/^[\d.,]+[万亿千百]/.test(text)) return `请换算成元：${text}`
  return text
}

/** Cells often show fewer decimals than they hold: whoever sees 935.19 must be told of the rest, and what to write instead. */
function displayed(text: string): string {
  const rounded = Number(text).toFixed(2)
  return `；若显示为 ${rounded}，请改填 ${rounded}，公式请用 ROUND 保留两位`
}
