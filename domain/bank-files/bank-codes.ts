// Finds the CNAPS code (联行号) of a payee's bank in the operator's table: by its name as written, never by what is near to it (ADR 95).

export type BankCode = { readonly code: string; readonly name: string }

/** What people write for the banks that most cards are of. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  工行: '中国工商银行',
  工商银行: '中国工商银行',
  农行: '中国农业银行',
  农业银行: '中国农业银行',
  中行: '中国银行',
  建行: '中国建设银行',
  建设银行: '中国建设银行',
  交行: '交通银行',
  招行: '招商银行',
  浦发银行: '上海浦东发展银行',
  广发银行: '广发银行',
  光大银行: '中国光大银行',
  民生银行: '中国民生银行',
  邮储银行: '中国邮政储蓄银行',
  邮政储蓄银行: '中国邮政储蓄银行',
}

/** Two names with the same key are the same bank or branch: the form of its company, blanks and brackets are left out. */
export function bankNameKey(name: string): string {
  const bare = name
    .normalize('NFKC')
    .replace(/[\s()（）·,，.。-]/g, '')
    .replace(/(?:股份)?有限(?:责任)?公司/g, '')
    .replace(/总行$/, '')
  const short = Object.keys(SHORT_NAMES)
    .filter((word) => bare.startsWith(word))
    .sort((a, b) => b.length - a.length)[0]
  return short === undefined ? bare : `${SHORT_NAMES[short]}${bare.slice(short.length)}`
}

export const isBankCode = (code: string): boolean => /^\d{12}$/.test(code)

export type CodeFault = {
  /** Of the sheet, as its program counts. */
  readonly line: number
  readonly fault: 'code' | 'name' | 'two-names'
}

/** What of a table cannot be loaded; a bank's names may repeat, a code belongs to one. */
export function judgeCodes(rows: readonly (BankCode & { readonly line: number })[]): CodeFault[] {
  const names = new Map<string, string>()
  return rows.flatMap(({ line, code, name }): CodeFault[] => {
    if (!isBankCode(code)) return [{ line, fault: 'code' }]
    const key = bankNameKey(name)
    if (key === '') return [{ line, fault: 'name' }]
    const known = names.get(code) ?? key
    names.set(code, known)
    return known === key ? [] : [{ line, fault: 'two-names' }]
  })
}

/** By key; a name that several codes have is nobody's. */
export function codesByKey(
  found: readonly { readonly key: string; readonly code: string }[],
): Map<string, string> {
  const codes = new Map<string, string>()
  const shared = new Set<string>()
  for (const { key, code } of found) {
    if (codes.has(key) && codes.get(key) !== code) shared.add(key)
    codes.set(key, code)
  }
  for (const key of shared) codes.delete(key)
  return codes
}
