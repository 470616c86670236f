// What a file is, is decided by its content; everything but a plain workbook is refused by its own name (D13).

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import XLSX from '@e965/xlsx'
import { docxSample, pngSample } from '@paywages/domain/files/file-samples.ts'
import { writeXlsx } from 'hucre'
import { describe, expect, it } from 'vitest'
import { rowsOf, SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readInThread, readSheetBytes } from '../../testing/sheet-reading.ts'
import { bookParts, buildSheet, rowsXml, sheetXml, zipOf } from '../../testing/xlsx-builder.ts'
import { CompoundFile } from './compound-file.ts'
import { RECORD, recordAt } from './xls-workbook.ts'

const sample = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'samples', name))
const xlsx = sample('lo-plain.xlsx')
const xls = sample('lo-plain.xls')
const text = (content: string): Uint8Array => new TextEncoder().encode(content)
const sheets = [{ name: 'a', xml: sheetXml(rowsXml([SHEET_TITLES, ...SHEET_PEOPLE.map(textsOf)])) }]

/** The .xls with one record of its globals changed. */
function withRecord(id: number, change: (record: Buffer) => void): Buffer {
  const file = Buffer.from(xls)
  const stream = new CompoundFile(xls).stream('Workbook') ?? Buffer.alloc(0)
  let at = 0
  for (let record = recordAt(stream, 0); record.id !== id; record = recordAt(stream, at)) at = record.next
  const bytes = stream.subarray(at, recordAt(stream, at).next)
  // LibreOffice lays the workbook's sectors in a row, so a short record stands in the file as it is.
  change(file.subarray(file.indexOf(bytes), file.indexOf(bytes) + bytes.length))
  return file
}

function withStream(name: string): Uint8Array {
  const file = XLSX.CFB.read(xls, { type: 'buffer' })
  XLSX.CFB.utils.cfb_add(file, name, Buffer.alloc(5_000))
  return XLSX.CFB.write(file, { type: 'buffer' }) as Buffer
}

describe('file content and file name', () => {
  it.each<[string, Uint8Array, string, string]>([
    ['a page without a table named .xls', text('<html><table>'), 'a.xls', 'sheet-empty'],
    ['a CSV', text('姓名,金额\n'), 'a.xlsx', 'sheet-not-excel'],
    ['a picture', pngSample(), 'a.xlsx', 'sheet-not-excel'],
    ['a Word file', docxSample(), 'a.xlsx', 'sheet-not-excel'],
    ['a zip of anything', zipOf({ 'a.txt': 'a' }), 'a.xlsx', 'sheet-not-excel'],
    [
      'a binary workbook',
      zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': 'a' }),
      'a.xlsx',
      'sheet-not-excel',
    ],
    ['nothing', new Uint8Array(), 'a.xlsx', 'sheet-empty'],
    ['.xls named .xlsx', xls, 'a.xlsx', 'sheet-extension-differs'],
    ['.xlsx named .xls', xlsx, 'a.xls', 'sheet-extension-differs'],
    ['.xlsx named .csv', xlsx, 'a.csv', 'sheet-extension-differs'],
    ['.xlsx without an extension', xlsx, 'xlsx', 'sheet-not-named-excel'],
    ['a text by its name', text('姓名,金额\n'), 'a.txt', 'sheet-not-named-excel'],
    ['a text of no columns', text('姓名\n'), 'a.csv', 'sheet-not-excel'],
    ['a PDF named .csv', text('%PDF-1.7\n'), 'a.csv', 'sheet-not-excel'],
    ['neither UTF-8 nor GBK', Buffer.from([0xd0, 0xd5, 0xff, 0x2c, 0x0a]), 'a.csv', 'sheet-encoding'],
  ])('refuses with the right code: %s', async (_, bytes, name, refused) =>
    expect(await readSheetBytes(bytes, name)).toMatchObject({ refused }),
  )

  it.each([
    ['发放表.XLSX', xlsx],
    ['a.b.xls', xls],
  ])('reads %s', async (name, bytes) => expect(await readSheetBytes(bytes, name)).toEqual({ rows: rowsOf() }))
})

describe('password-protected files', () => {
  it('refuses an encrypted .xlsx', async () => {
    const sheet = { name: 'a', rows: [[...SHEET_TITLES]] }
    const bytes = await writeXlsx({ sheets: [sheet], encryption: { password: 'secret', spinCount: 1_000 } })
    expect(await readSheetBytes(bytes)).toMatchObject({ refused: 'sheet-password' })
    expect(await readSheetBytes(bytes, 'a.xls')).toMatchObject({ refused: 'sheet-password' })
  })

  it('refuses an encrypted .xls', async () => {
    const codePage = 0x0042
    const bytes = withRecord(codePage, (record) => record.writeUInt16LE(RECORD.FILE_PASS))
    expect(await readSheetBytes(bytes, 'a.xls')).toMatchObject({ refused: 'sheet-password' })
  })

  it('refuses an encrypted zip entry', async () => {
    const bytes = Buffer.from(buildSheet([SHEET_TITLES]))
    for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
      bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) | 1, at + 8)
    }
    expect(await readSheetBytes(bytes)).toMatchObject({ refused: 'sheet-password' })
  })
})

const MACRO_DEFAULT =
  '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>'

describe('macros', () => {
  it('accepts a macro content type that no part uses, as SheetJS writes it', async () => {
    const bytes = zipOf({
      ...parts,
      '[Content_Types].xml': types.replace(/<Types[^>]*>/, `$&${MACRO_DEFAULT}`),
    })
    expect(await readSheetBytes(bytes)).not.toHaveProperty('refused')
  })

  const parts = bookParts(sheets)
  const types = String(parts['[Content_Types].xml'])
  it.each<[string, Uint8Array, string]>([
    ['a project in an .xlsx', zipOf({ ...parts, 'xl/vbaProject.bin': 'a' }), 'a.xlsx'],
    ['a project in an .xlsm', zipOf({ ...parts, 'xl/vbaProject.bin': 'a' }), 'a.xlsm'],
    [
      'a content type',
      zipOf({
        ...parts,
        '[Content_Types].xml': types.replace(
          /ContentType="[^"]*main/,
          'ContentType="application/vnd.ms-excel.sheet.macroEnabled.main',
        ),
      }),
      'a.xlsx',
    ],
    [
      'an Excel 4 sheet',
      zipOf({
        ...parts,
        'xl/_rels/workbook.xml.rels': String(parts['xl/_rels/workbook.xml.rels']).replace(
          /Type="[^"]*worksheet"/,
          'Type="http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet"',
        ),
      }),
      'a.xlsx',
    ],
    [
      'a default for a part that is there',
      zipOf({
        ...parts,
        'xl/hidden.bin': 'a',
        '[Content_Types].xml': types.replace(/<Types[^>]*>/, `$&${MACRO_DEFAULT}`),
      }),
      'a.xlsx',
    ],
    ['a project in an .xls', withStream('/_VBA_PROJECT_CUR/VBA/_VBA_PROJECT'), 'a.xls'],
    [
      'an Excel 4 sheet in an .xls',
      withRecord(RECORD.BOUND_SHEET, (record) => record.writeUInt8(1, 4 + 5)),
      'a.xls',
    ],
  ])('refuses with the right code: %s', async (_, bytes, name) =>
    expect(await readSheetBytes(bytes, name)).toMatchObject({ refused: 'sheet-macros' }),
  )
})

describe('.xls of other versions and programs', () => {
  it('refuses an Excel 95 workbook and asks to save it in a newer format', async () => {
    const bytes = withRecord(RECORD.BOF, (record) => record.writeUInt16LE(0x0500, 4))
    expect(await readSheetBytes(bytes, 'a.xls')).toMatchObject({ refused: 'sheet-old-format' })
  })

  it('refuses a Word document', async () => {
    const file = XLSX.CFB.utils.cfb_new()
    XLSX.CFB.utils.cfb_add(file, '/WordDocument', Buffer.alloc(5_000))
    const bytes = XLSX.CFB.write(file, { type: 'buffer' }) as Buffer
    expect(await readSheetBytes(bytes, 'a.xls')).toMatchObject({ refused: 'sheet-not-excel' })
  })
})

describe('limits of readSheet', () => {
  it.each([
    [{ fileBytes: 2 * 1024 * 1024 }, 3 * 1024 * 1024, 'sheet-too-large', { megabytes: 2 }],
    [{ dataRows: 3 }, 0, 'sheet-too-many-rows', { rows: 3 }],
    [{ rowCharacters: 50 }, 0, 'sheet-bomb', {}],
    [{ seconds: 0.001 }, 0, 'sheet-timeout', {}],
    [{ heapMegabytes: 6 }, 0, 'sheet-bomb', {}],
  ])('refuses a sheet beyond %j', async (limits, padding, refused, detail) =>
    expect(await readInThread(Buffer.concat([xlsx, Buffer.alloc(padding)]), 'a.xlsx', limits)).toMatchObject({
      refused,
      detail,
    }),
  )
})
