// Tells from a cell's number format whether its number is a date.

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
