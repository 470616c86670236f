// Packs rows into bytes for their way between threads: these move without a copy, where thousands of objects would be cloned.

import type { OwnField, RawRow } from '@paywages/domain/payouts/sheet-row.ts'

// Control characters, which no cell's text holds once it is normalised.
const FIELD_END = '\u001f'
const ROW_END = '\u001e'

const END = ROW_END.charCodeAt(0)
const encoder = new TextEncoder()

export type RowPack = {
  readonly packed: Uint8Array<ArrayBuffer>
  readonly count: number
  /** Whether amounts are what arrives, as a person said. */
  readonly isNet?: true
}
export type RowMarks = {
  readonly isHidden: boolean
  readonly idCardNoLost: boolean
  readonly cardNoLost: boolean
  readonly merged?: readonly OwnField[]
}

const MERGED_MARKS: Readonly<Record<OwnField, string>> = {
  name: 'N',
  idCardNo: 'I',
  phone: 'P',
  cardNo: 'C',
  amount: 'A',
}

export class RowPacker {
  isNet = false
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
    const merged = marks.merged?.map((field) => MERGED_MARKS[field]).join('') ?? ''
    this.#packed += `${rowNumber}${FIELD_END}${lost}${merged}${FIELD_END}${texts.join(FIELD_END)}${ROW_END}`
    this.#count += 1
  }

  /** What has been packed since the last call; half characters of broken encodings become the replacement character. */
  take(): RowPack {
    const taken: RowPack = {
      packed: encoder.encode(this.#packed),
      count: this.#count,
      ...(this.isNet && { isNet: true }),
    }
    this.#packed = ''
    this.#count = 0
    return taken
  }
}

/** Where packed rows go; `room` waits until the other side wants more, and is told how much of the sheet is read, where that is known. */
export type PackedRows = { readonly packer: RowPacker; room(share?: number): Promise<void> }

/** Rows that are in memory already, as a reader gives them. */
export function packRows(rows: readonly RawRow[]): RowPack {
  const packer = new RowPacker(rows.length)
  for (const { rowNumber, damaged = [], hidden = false, merged = [], ...row } of rows) {
    const { name, idCardNo, phone, bank, cardNo, amount, month, remark, item = '' } = row
    packer.add(rowNumber, [name, idCardNo, phone, bank, cardNo, amount, month, remark, item], {
      isHidden: hidden,
      idCardNoLost: damaged.includes('idCardNo'),
      cardNoLost: damaged.includes('cardNo'),
      merged,
    })
  }
  return packer.take()
}

export function unpackRows(packed: Uint8Array): RawRow[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length)
  const rows: RawRow[] = []
  for (let from = 0, to = bytes.indexOf(END); to >= 0; to = bytes.indexOf(END, from)) {
    rows.push(unpackRow(bytes.toString('utf8', from, to)))
    from = to + 1
  }
  return rows
}

/** One row of many, which begins at this byte. */
export function unpackRowAt(packed: Uint8Array, from: number): RawRow {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length)
  return unpackRow(bytes.toString('utf8', from, bytes.indexOf(END, from)))
}

/** Where each row begins. */
export function rowPlaces({ packed, count }: RowPack): Uint32Array {
  const places = new Uint32Array(count)
  for (let row = 1, at = packed.indexOf(END); row < count; row += 1, at = packed.indexOf(END, at + 1))
    places[row] = at + 1
  return places
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

function unpackMarks(marks: string): Pick<RawRow, 'damaged' | 'hidden' | 'merged'> {
  const damaged: ('idCardNo' | 'cardNo')[] = []
  if (marks.includes('i')) damaged.push('idCardNo')
  if (marks.includes('c')) damaged.push('cardNo')
  const merged = (Object.keys(MERGED_MARKS) as OwnField[]).filter((field) =>
    marks.includes(MERGED_MARKS[field]),
  )
  return {
    ...(damaged.length > 0 ? { damaged } : {}),
    ...(merged.length > 0 ? { merged } : {}),
    ...(marks.includes('h') ? { hidden: true } : {}),
  }
}
