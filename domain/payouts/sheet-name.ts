// The names of files that may be sheets: the specification's two, and their kin that clerks have (D13, ADR 58).

const ENDING = /\.(xlsx|xls|xlsm|et|csv)$/i

export const SHEET_ENDINGS = ['.xls', '.xlsx', '.xlsm', '.et', '.csv'] as const

export type SheetContent = 'xlsx' | 'xls' | 'text'

/** What may lie in a file of each ending; pages and lists that programs save as .xls open in Excel like a workbook. */
const CONTENTS: Readonly<Record<string, readonly SheetContent[]>> = {
  xlsx: ['xlsx'],
  xlsm: ['xlsx'],
  xls: ['xls', 'text'],
  et: ['xls', 'xlsx'],
  csv: ['text'],
}

export function isSheetName(fileName: string): boolean {
  return ENDING.test(fileName)
}

export function mayHold(fileName: string, content: SheetContent): boolean {
  const ending = ENDING.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return CONTENTS[ending]?.includes(content) === true
}

export function withoutEnding(fileName: string): string {
  return fileName.replace(ENDING, '')
}
