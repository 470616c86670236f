// Packs rows into one text for their way between threads: copying one long text is far cheaper than cloning thousands of objects.

import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'

// Control characters, which no cell's text holds once it is normalised.
const FIELD_END = '\u001f'
const ROW_END = '\u001e'

export type RowMarks = { isHidden: boolean; idCardNoLost: boolean; cardNoLost: boolean }

export class RowPacker {
  #packed = ''
  #count = 0
  #rowsPerChunk: number

  constructor(rowsPerChunk: number) {
    this.#rowsPerChunk = rowsPerChunk
  }

  get isFull(): boolean {
    return this.#count >= this.#rowsPerChunk
  }

  /** `texts` in the order of the columns. */
  add(rowNumber: number, texts: readonly string[], marks: RowMarks): void {
    const lost = (marks.isHidden ? 'h' : '') + (marks.idCardNoLost ? 'i' : '') + (marks.cardNoLost ? 'c' : '')
    this.#packed += `${rowNumber}${FIELD_END}${lost}${FIELD_END}${texts.join(FIELD_END)}${ROW_END}`
    this.#count += 1
  }

  /** What has been packed since the last call; half characters of broken encodings become the replacement character. */
  take(): { packed: string; count: number } {
    const taken = { packed: this.#packed.toWellFormed(), count: this.#count }
    this.#packed = ''
    this.#count = 0
    return taken
  }
}

export function unpackRows(packed: string): RawRow[] {
  const rows: RawRow[] = []
  let from = 0
  for (let to = packed.indexOf(ROW_END); to >= 0; to = packed.indexOf(ROW_END, from)) {
    rows.push(unpackRow(packed.slice(from, to)))
    from = to + 1
  }
  return rows
}

function unpackRow(packed: string): RawRow {
  const parts = packed.split(FIELD_END)
  const [number, marks = '', name = '', idCardNo = '', phone = ''] = parts
  const [, , , , , bank = '', cardNo = '', amount = '', month = '', remark = '', item = ''] = parts
  const row: RawRow = {
    rowNumber: Number(number),
    name,
    idCardNo,
    phone,
    bank,
    cardNo,
    amount,
    month,
    remark,
    ...(item === '' ? {} : { item }),
  }
  return marks === '' ? row : { ...row, ...unpackMarks(marks) }
}

function unpackMarks(marks: string): Pick<RawRow, 'damaged' | 'hidden'> {
  const damaged: ('idCardNo' | 'cardNo')[] = []
  if (marks.includes('i')) damaged.push('idCardNo')
  if (marks.includes('c')) damaged.push('cardNo')
  return {
    ...(damaged.length > 0 ? { damaged } : {}),
    ...(marks.includes('h') ? { hidden: true } : {}),
  }
}
