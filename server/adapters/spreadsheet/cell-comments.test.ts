// Comments on cells that speak against paying their row, in each kind of workbook; others and those of headings say nothing.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import XLSX from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readSheetBytes } from '../../testing/sheet-reading.ts'
import { escapeText } from '../../testing/xlsx-builder.ts'
import { CommentsByRow, MAX_COMMENTS } from './row-comments.ts'
import { readXlsComments } from './xls-comments.ts'

const people = SHEET_PEOPLE.slice(0, 3)
const plain = people.map(({ amount }) => amount)
const AGAINST = [plain[0], `${plain[1]}[不发:离职不发]`, plain[2]]

async function amounts(bytes: Uint8Array, fileName = 'a.xlsx') {
  const read = await readSheetBytes(bytes, fileName)
  return 'rows' in read ? read.rows.map(({ amount }) => amount) : read
}

function book(
  comments: Readonly<Record<string, string>>,
  merges: XLSX.Range[] = [],
  rows = people.map(textsOf),
): Uint8Array {
  const sheet = XLSX.utils.aoa_to_sheet([[...SHEET_TITLES], ...rows])
  for (const [place, t] of Object.entries(comments)) sheet[place].c = [{ a: '王会计', t }]
  sheet['!merges'] = merges
  const made = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(made, sheet, '发放')
  return XLSX.write(made, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

function xml2003(comment: string): Uint8Array {
  const row = (texts: readonly string[], said = '') =>
    `<Row>${texts.map((text) => `<Cell><Data ss:Type="String">${escapeText(text)}</Data>${said}</Cell>`).join('')}</Row>`
  const rows = people.map((person, index) => row(textsOf(person), index === 1 ? comment : ''))
  return Buffer.from(
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table>${row(SHEET_TITLES)}${rows.join('')}</Table></Worksheet></Workbook>`,
  )
}

describe('a comment against paying', () => {
  it('is heard on any cell of a row', async () => {
    expect(await amounts(book({ A2: '王会计:\n新员工', F3: '王会计:\n离职不发' }))).toEqual(AGAINST)
    expect(await amounts(book({ A3: '离职不发' }))).toEqual(AGAINST)
  })

  it('is heard in a row that waits for merged ranges', async () => {
    const month = { s: { r: 1, c: 6 }, e: { r: 3, c: 6 } }
    const rows = people.map((person, index) => textsOf(person).with(6, index === 0 ? person.month : ''))
    const bytes = book({ F3: '离职不发' }, [month], rows)
    expect(await amounts(bytes)).toEqual(AGAINST)
  })

  it('is heard in an .xls and an XML spreadsheet', async () => {
    const xls = readFileSync(join(import.meta.dirname, 'samples', 'comments.xls'))
    expect(await amounts(xls, 'a.xls')).toEqual(AGAINST)
    expect(await amounts(xls, 'a.et')).toEqual(AGAINST)
    const said = '<Comment ss:Author="王"><ss:Data><B>王:</B><Font>&#10;离职不发</Font></ss:Data></Comment>'
    expect(await amounts(xml2003(said), 'a.xls')).toEqual(AGAINST)
  })

  it('is heard in pages, in its cell or below the table, and is no part of a cell', async () => {
    const row = (texts: readonly string[], said = '') =>
      `<tr>${texts.map((text, at) => `<td>${text}${at === 5 ? said : ''}</td>`).join('')}</tr>`
    const page = (said: string, below = '') =>
      Buffer.from(
        `<html><table>${row(SHEET_TITLES)}${people.map((person, at) => row(textsOf(person), at === 1 ? said : '')).join('')}</table>${below}</html>`,
      )
    const inCell = (text: string) =>
      page(`<a class="comment-indicator"></a><comment>王会计:<br>${text}</comment>`)
    expect(await amounts(inCell('离职不发'), 'a.xls')).toEqual(AGAINST)
    expect(await amounts(inCell('已核对'), 'a.xls')).toEqual(plain)
    const mark =
      '<![if !supportAnnotations]><span><a class=msocomanchor href="#_msocom_7">[7]</a></span><![endif]>'
    const listed = (text: string) =>
      page(
        mark,
        `<div style='mso-element:comment-list'><div style='mso-element:comment'><div id="_com_7" class=msocomtxt><a href="#_msoanchor_7">${mark}</a><font>王会计:</font><br>${text}</div></div></div>`,
      )
    expect(await amounts(listed('离职不发'), 'a.xls')).toEqual(AGAINST)
    expect(await amounts(listed('已核对'), 'a.xls')).toEqual(plain)
  })

  it('says nothing on a heading, which advises, but names its unit', async () => {
    expect(await amounts(book({ F1: '离职不发' }))).toEqual(plain)
    expect(await amounts(book({ F1: '单位：万元' }))).toMatchObject({ refused: 'sheet-columns-unclear' })
  })
})

it('reads no further than a broken .xls goes', () => {
  const sheet = { stream: Buffer.from([0x09, 0x08, 0x02, 0x00, 0, 6, 0x1c, 0x00, 0xff, 0x00]) }
  expect(() => readXlsComments(sheet as never, 0)).toThrow()
})

it('refuses more comments than a clerk writes, also where all are of one row', () => {
  const found = new CommentsByRow()
  for (let count = 0; count < MAX_COMMENTS; count += 1) found.add(3, '核对')
  expect(found.rows.get(3)).toHaveLength(MAX_COMMENTS)
  expect(() => found.add(3, '核对')).toThrow('too many comments')
})

it('takes no .xls whose notes all name one text for many comments', () => {
  const record = (id: number, data: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(id)
    head.writeUInt16LE(data.length, 2)
    return Buffer.concat([head, data])
  }
  const box = Buffer.alloc(18)
  box.writeUInt16LE(1, 10)
  const note = record(0x001c, Buffer.alloc(8))
  const stream = Buffer.concat([
    record(0x0809, Buffer.alloc(16)),
    record(0x005d, Buffer.alloc(8)),
    record(0x01b6, box),
    record(0x003c, Buffer.from([0, 0x61])),
    ...Array.from({ length: MAX_COMMENTS + 1 }, () => note),
    record(0x000a, Buffer.alloc(0)),
  ])
  expect(() => readXlsComments({ stream } as never, 0)).toThrow('too many comments')
})
