// Makes the files of the statement corpus that are not there yet, and removes those that are no longer listed, with LibreOffice, SheetJS, typst and by hand: node scripts/make-statement-corpus.ts.

import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { encodeGb18030 } from '@paywages/server/adapters/spreadsheet/gb18030.ts'
import type { CorpusStatement } from '@paywages/server/testing/corpus-statement.ts'
import { CORPUS } from '@paywages/server/testing/statement-corpus.ts'
import {
  fileOf,
  STATEMENT_FILES,
  type StatementWriter,
  writersOf,
} from '@paywages/server/testing/statement-files.ts'
import { TYPESET_STATEMENTS } from '@paywages/server/testing/typeset-statements.ts'

const TO = join(import.meta.dirname, '..', 'server', 'bank-statements', 'corpus')

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A flat spreadsheet document whose pages are as wide as the table. */
function flatSheet({ grid }: CorpusStatement): string {
  const columns = Math.max(...grid.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) => {
    const longest = Math.max(...grid.filter((row) => row.length > 3).map((row) => widthOf(row[column] ?? '')))
    return (0.6 + longest * 0.2).toFixed(2)
  })
  const styles = widths.map(
    (width, column) =>
      `<style:style style:name="c${column}" style:family="table-column"><style:table-column-properties style:column-width="${width}cm"/></style:style>`,
  )
  const rows = grid.map(
    (row) =>
      `<table:table-row>${row.map((text) => `<table:table-cell office:value-type="string"><text:p>${escaped(text)}</text:p></table:table-cell>`).join('')}</table:table-row>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles><style:page-layout style:name="p"><style:page-layout-properties fo:page-width="42cm" fo:page-height="29.7cm" style:print-orientation="landscape" style:scale-to-X="1" style:scale-to-Y="0"/></style:page-layout>
<style:style style:name="t" style:family="table" style:master-page-name="Default"><style:table-properties table:display="true"/></style:style>${styles.join('')}</office:automatic-styles>
<office:master-styles><style:master-page style:name="Default" style:page-layout-name="p"/></office:master-styles>
<office:body><office:spreadsheet><table:table table:name="明细" table:style-name="t">${widths.map((_, column) => `<table:table-column table:style-name="c${column}"/>`).join('')}${rows.join('')}</table:table></office:spreadsheet></office:body></office:document>`
}

/** In half-width characters. */
const widthOf = (text: string) =>
  [...text].reduce((sum, character) => sum + (character > '\u00ff' ? 2 : 1), 0)

const csvOf = ({ grid }: CorpusStatement) =>
  grid.map((row) => row.map((text) => (/[",\n]/.test(text) ? `"${text}"` : text)).join(',')).join('\r\n')

/** A page as programs save it under a workbook's name. */
const pageOf = ({ grid }: CorpusStatement) =>
  `<html><head><meta charset="gbk"></head><body><table border="1">${grid
    .map((row) => `<tr>${row.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`)
    .join('\n')}</table></body></html>`

function sheetJs({ grid }: CorpusStatement, bookType: 'xlsx' | 'xlml'): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(grid.map((row) => [...row])), '明细')
  return write(book, { type: 'buffer', bookType })
}

function convert(folder: string, files: readonly string[], format: string): void {
  if (files.length === 0) return
  const profile = `-env:UserInstallation=file://${folder}/profile`
  execFileSync('soffice', ['--headless', profile, '--convert-to', format, '--outdir', folder, ...files])
}

const tabbed = ({ grid }: CorpusStatement) => grid.map((row) => row.join('\t')).join('\r\n')

/** By hand and by SheetJS; LibreOffice converts all of its own at once. */
function bytesOf(statement: CorpusStatement, writer: StatementWriter, place: number): Uint8Array {
  const text = csvOf(statement)
  switch (writer) {
    case 'sheetjs.xlsx':
      return sheetJs(statement, 'xlsx')
    case 'xml2003.xls':
      return sheetJs(statement, 'xlml')
    case 'page.xls':
      return encodeGb18030(pageOf(statement))
    case 'utf16.csv':
      return Buffer.from(`\ufeff${text}`, 'utf16le')
    case 'tabbed.xls':
      return encodeGb18030(tabbed(statement))
    default:
      if (place % 3 === 2) return encodeGb18030(text)
      return Buffer.from(place % 3 === 0 ? `\ufeff${text}` : text)
  }
}

const folder = await mkdtemp(join(tmpdir(), 'corpus-'))
await mkdir(TO, { recursive: true })
const known = new Set(await readdir(TO))
for (const file of known) if (!STATEMENT_FILES.includes(file)) await rm(join(TO, file))
const wanted = CORPUS.flatMap((statement, place) =>
  writersOf(place).flatMap((writer) => {
    const file = fileOf(statement, writer)
    return known.has(file) ? [] : [{ statement, place, writer, file }]
  }),
)
for (const format of ['pdf', 'xlsx', 'xls'] as const) {
  const converted = wanted.filter(({ writer }) => writer === `libreoffice.${format}`)
  for (const { statement } of converted)
    await writeFile(join(folder, `${statement.name}.fods`), flatSheet(statement))
  const flat = converted.map(({ statement }) => join(folder, `${statement.name}.fods`))
  convert(folder, flat, format)
  for (const { statement, file } of converted)
    await copyFile(join(folder, `${statement.name}.${format}`), join(TO, file))
}
for (const { statement, place, writer, file } of wanted)
  if (!writer.startsWith('libreoffice')) await writeFile(join(TO, file), bytesOf(statement, writer, place))
for (const statement of TYPESET_STATEMENTS) {
  const file = fileOf(statement, 'typst.pdf')
  if (!known.has(file)) await writeFile(join(TO, file), await statement.make())
}
await rm(folder, { recursive: true, force: true })
