// A rate in Chinese words, as contracts write it beside the figures: 6.5% is 百分之六点五.

import { formatRatePercent, type Rate } from './rate.ts'

const DIGITS = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const

export function rateInWords(rate: Rate): string {
  const [whole = '0', decimals = ''] = formatRatePercent(rate).slice(0, -1).split('.')
  const behind = [...decimals].map((digit) => DIGITS[Number(digit)]).join('')
  return `百分之${wholeInWords(Number(whole))}${behind === '' ? '' : `点${behind}`}`
}

/** 0 to 100, which is all a rate can be. */
function wholeInWords(whole: number): string {
  if (whole === 100) return '一百'
  const [tens, ones] = [Math.floor(whole / 10), whole % 10]
  if (tens === 0) return DIGITS[ones] ?? ''
  return `${tens === 1 ? '' : DIGITS[tens]}十${ones === 0 ? '' : DIGITS[ones]}`
}
