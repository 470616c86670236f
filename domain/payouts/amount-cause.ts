// Why an amount of a payout sheet cannot be read, in a few words (D15).

/** What stands in brackets behind 金额不正确: the cause where it is not plain to see, and the amount. */
export function amountCause(text: string): string {
  if (text.startsWith('#')) return `公式出错：${text}`
  if (/^-?\d+\.\d{3,}$/.test(text)) return `超过两位小数：${text}`
  if (/\d\s+\d/.test(text)) return `数字中间有空格：${text}`
  if (/^[\d.,]+[万亿千百]/.test(text)) return `请换算成元：${text}`
  return text
}
