// Makes the files of the statement corpus that are not there yet, with LibreOffice, SheetJS and by hand: node scripts/make-statement-corpus.ts.

import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { encodeGb18030 } from '@paywages/server/adapters/spreadsheet/gb18030.ts'
import type { CorpusStatement } from '@paywages/server/testing/corpus-statement.ts'
import { CORPUS } from '@paywages/server/testing/statement-corpus.ts'

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
const widthOf = (text: string) => [...text].reduce((sum, sign) => sum + (sign > '\u00ff' ? 2 : 1), 0)

const csvOf = ({ grid }: CorpusStatement) =>
  grid.map((row) => row.map((text) => (/[",]/.test(text) ? `"${text}"` : text)).join(',')).join('\r\n')

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
  const profile = `-env:UserInstallation=file://${folder}/profile`
  execFileSync('soffice', ['--headless', profile, '--convert-to', format, '--outdir', folder, ...files])
}

const folder = await mkdtemp(join(tmpdir(), 'corpus-'))
await mkdir(TO, { recursive: true })
const known = await readdir(TO)
const isNew = ({ name }: CorpusStatement) => !known.some((file) => file.startsWith(`${name}-written.`))
const flat: string[] = []
for (const statement of CORPUS.filter(isNew)) {
  const path = join(folder, `${statement.name}.fods`)
  await writeFile(path, flatSheet(statement))
  flat.push(path)
}
for (const format of ['pdf', 'xlsx', 'xls']) convert(folder, flat, format)
for (const file of await readdir(folder)) {
  // Each bank's workbook once by LibreOffice, in one of its two formats, and once by SheetJS.
  const place = CORPUS.findIndex(({ name }) => file.startsWith(`${name}.`))
  const format = file.split('.').at(-1)
  if (format === 'pdf' || format === (place % 2 === 0 ? 'xls' : 'xlsx'))
    await copyFile(join(folder, file), join(TO, `${file.split('.')[0]}-libreoffice.${format}`))
}
for (const [index, statement] of CORPUS.entries()) {
  if (!isNew(statement)) continue
  const text = csvOf(statement)
  const bytes =
    index % 3 === 0 ? Buffer.from(`\ufeff${text}`) : index % 3 === 1 ? Buffer.from(text) : encodeGb18030(text)
  await writeFile(join(TO, `${statement.name}-written.csv`), bytes)
  if (index % 2 === 0) await writeFile(join(TO, `${statement.name}-sheetjs.xlsx`), sheetJs(statement, 'xlsx'))
  else await writeFile(join(TO, `${statement.name}-page.xls`), encodeGb18030(pageOf(statement)))
  if (index % 4 === 0) await writeFile(join(TO, `${statement.name}-xml2003.xls`), sheetJs(statement, 'xlml'))
}
await rm(folder, { recursive: true, force: true })
