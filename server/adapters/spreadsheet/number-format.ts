// Tells from a cell's number format whether its number is a date, and whether it is shown in another unit than yuan.

const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** `code` is the workbook's own format of that number, if it has one. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id)
  // Quoted text, escaped characters, padding, colours and locales are no part of the pattern.
  const pattern = code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '')
  const [first = ''] = pattern.split(';')
  return /[ymd]/i.test(first)
}

const isBuiltInPercent = (id: number): boolean => id === 9 || id === 10
const UNIT =
  /万元?|亿元?|千元|百元|美元|美金|港元|港币|欧元|日元|英镑|HK\$|US\$|NT\$|\$|€|£|USD|HKD|EUR|JPY|GBP|%|‰/i

/** 万元, $ or % that the cell shows beside its number; undefined for yuan and for none. */
export function unitOfFormat(id: number, code: string | undefined): string | undefined {
  if (code === undefined) return isBuiltInPercent(id) ? '%' : undefined
  // [$¥-804] is a currency in its brackets, [$-409] a language, [Red] a colour; what is padded with is not shown.
  const shown = code
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, '"$1"')
    .replace(/\[[^\]]*\]|_./g, '')
    .replace(/\\(.)/g, '$1')
    .replaceAll('"', '')
  const [positive = ''] = shown.split(';')
  return UNIT.exec(positive)?.[0] ?? scaleOf(code)
}

/** A comma behind the last digit shows thousands, two of them millions: 1234500 as 1,234.50; `;;;` shows nothing. */
function scaleOf(code: string): string | undefined {
  const [pattern = '', ...others] = code.replace(/"[^"]*"|\\.|!.|[_*].|\[[^\]]*\]/g, '').split(';')
  if (pattern.trim() === '' && others.length > 0) return '隐藏'
  const [, commas = ''] = /[0#?](,+)(?![0#?,])/.exec(pattern) ?? []
  return commas === '' ? undefined : commas.length === 1 ? '千' : '百万'
}
