// Builds .xlsx files part by part, so that tests can make every kind that programs write or attackers invent.

import { crc32, deflateRawSync } from 'node:zlib'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export type Parts = Record<string, string | Uint8Array>

/** The same parts always give the same bytes. */
export function zipOf(parts: Parts): Uint8Array {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes, { level: 1 })
    const names = Buffer.from(name)
    // Version, UTF-8 names, deflated, the first day of zip files, checksum, sizes, the name's length.
    const shared = numbers(
      [2, 20],
      [2, 0x800],
      [2, 8],
      [2, 0],
      [2, 33],
      [4, crc32(bytes)],
      [4, packed.length],
    )
    const rest = numbers([4, bytes.length], [2, names.length], [2, 0])
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, rest, names, packed])
    const place = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset])
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), numbers([2, 20]), shared, rest, place, names]),
    )
    locals.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const count = directory.length
  const end = numbers([2, 0], [2, 0], [2, count], [2, count], [4, list.length], [4, offset], [2, 0])
  return Buffer.concat([...locals, list, Buffer.from('PK\u0005\u0006'), end])
}

/** Whole numbers in so many bytes each, the lowest first. */
function numbers(...fields: readonly (readonly [bytes: number, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )
}

export type BuiltSheet = {
  readonly name: string
  readonly xml: string
  readonly state?: 'hidden' | 'veryHidden'
}
export type BookOptions = {
  readonly sharedStrings?: string
  readonly styles?: string
  readonly workbookPr?: string
  readonly more?: Parts
}

export function bookParts(sheets: readonly BuiltSheet[], options: BookOptions = {}): Parts {
  const { sharedStrings, styles, workbookPr = '', more = {} } = options
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  )
  const relations = [
    ...sheets.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)),
    ...(sharedStrings === undefined ? [] : [relation('rId90', 'sharedStrings', 'sharedStrings.xml')]),
    ...(styles === undefined ? [] : [relation('rId91', 'styles', 'styles.xml')]),
  ]
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${sheets.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}<Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${workbookPr}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`,
    ...Object.fromEntries(sheets.map(({ xml }, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
    ...(sharedStrings === undefined ? {} : { 'xl/sharedStrings.xml': sharedStrings }),
    ...(styles === undefined ? {} : { 'xl/styles.xml': styles }),
    ...more,
  }
}

export function buildBook(sheets: readonly BuiltSheet[], options: BookOptions = {}): Uint8Array {
  return zipOf(bookParts(sheets, options))
}

/** A workbook of one sheet with these rows. */
export function buildSheet(rows: readonly (readonly BuiltCell[])[], tail = ''): Uint8Array {
  return buildBook([{ name: 'Sheet1', xml: sheetXml(rowsXml(rows), tail) }])
}

export function sheetXml(data: string, tail = ''): string {
  return `<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData>${tail}</worksheet>`
}

/** A text, a number, nothing, or a cell's inside as XML with its type and style. */
export type BuiltCell =
  | string
  | number
  | null
  | { readonly type?: string; readonly style?: number; readonly xml: string }

export function rowsXml(rows: readonly (readonly BuiltCell[])[], firstRow = 1): string {
  return rows.map((cells, index) => rowXml(cells, firstRow + index)).join('')
}

export function rowXml(cells: readonly BuiltCell[], number: number, attributes = ''): string {
  const inner = cells.map((cell, index) => {
    const place = `r="${String.fromCharCode(65 + index)}${number}"`
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
    if (typeof cell === 'string') return `<c ${place} t="inlineStr"><is><t>${escapeText(cell)}</t></is></c>`
    const type = cell.type === undefined ? '' : ` t="${cell.type}"`
    const style = cell.style === undefined ? '' : ` s="${cell.style}"`
    return `<c ${place}${style}${type}>${cell.xml}</c>`
  })
  return `<row r="${number}"${attributes}>${inner.join('')}</row>`
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
