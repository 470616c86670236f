// Comma-separated values: every character survives, and nothing that a person typed is run.

import { describe, expect, it } from 'vitest'
import { encodeGb18030 } from './gb18030.ts'
import { writeCsv } from './write-csv.ts'
import type { Row } from './write-xlsx.ts'

const decoder = new TextDecoder('gb18030')
const decoded = (bytes: Uint8Array) => decoder.decode(bytes)

async function write(rows: readonly Row[], leadingRows: readonly (readonly string[])[] = []) {
  const columns = [
    { title: '姓名', kind: 'text' },
    { title: '本期收入', kind: 'amount' },
  ] as const
  const chunks: Uint8Array[] = []
  for await (const chunk of writeCsv({ sheetName: '', columns, leadingRows, rows })) chunks.push(chunk)
  return decoded(Buffer.concat(chunks))
}

describe('GB18030', () => {
  it('has the bytes of GBK for what GBK has', () => {
    expect(Buffer.from(encodeGb18030('王a税')).toString('hex')).toBe('cdf561cbb0')
  })

  it('keeps every character that a standard assigns', () => {
    const lost: number[] = []
    for (let point = 0x20; point < 0x32000; point += point < 0x10000 ? 1 : 13) {
      const isPrivate = point >= 0xd800 && point <= 0xf8ff
      if (isPrivate || point === 0xfffd) continue
      const character = String.fromCodePoint(point)
      if (decoded(encodeGb18030(character)) !== character) lost.push(point)
    }
    expect(lost).toEqual([])
  })

  it('writes a question mark for what has no code', () =>
    expect(Buffer.from(encodeGb18030('\uE5E5')).toString()).toBe('?'))
})

describe('CSV', () => {
  it('writes leading rows, headings, texts and amounts with two decimals', async () => {
    const rows: Row[] = [
      [{ text: '欧阳𬍛' }, { fen: 12_345_678_900n }],
      [{ text: '甲,"乙"' }, null],
    ]
    expect(await write(rows, [['表头', '']])).toBe(
      '表头,\r\n姓名,本期收入\r\n欧阳𬍛,123456789.00\r\n"甲,""乙""",\r\n',
    )
  })

  it.each(['=cmd|1', '+1', '-1', '@SUM(A1)', '＝1'])('does not run %s', async (text) =>
    expect(await write([[{ text }, null]])).toContain(`\r\n'${text},`),
  )
})
