// The fixed parts of every .xlsx that the product writes, and its table of cell styles.

import { type CellKind, escapeXml, textXml } from './cell-xml.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const RELATIONS = `${PACKAGE}/relationships`
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Style numbers of the table below; a marked cell's stands six behind the plain one's. */
export const HEADING_STYLE = 1
const STYLE_OF_KIND: Readonly<Record<CellKind, number>> = {
  text: 2,
  money: 3,
  count: 4,
  date: 5,
  time: 6,
  amount: 7,
}
const MARKED_OFFSET = 6

export function styleOf(kind: CellKind, isMarked: boolean): number {
  return STYLE_OF_KIND[kind] + (isMarked ? MARKED_OFFSET : 0)
}

export function rootRelations(isDescribed = false): string {
  const described = isDescribed
    ? `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`
    : ''
  return `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>${described}</Relationships>`
}

/** What programs show as the properties of the file. */
export function coreProperties(description: string): string {
  return `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description>${escapeXml(description)}</dc:description></cp:coreProperties>`
}

/** Parts that a file may have besides. */
export type ExtraParts = { readonly isDescribed?: boolean; readonly sharesTexts?: boolean }

export function contentTypes(
  sheetCount: number,
  { isDescribed = false, sharesTexts = false }: ExtraParts = {},
): string {
  const sheets = numbers(sheetCount).map(
    (number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  )
  const described = isDescribed
    ? '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>'
    : ''
  const shared = sharesTexts
    ? `<Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/>`
    : ''
  return `${HEAD}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${sheets.join('')}${shared}${described}</Types>`
}

export function workbook(sheetNames: readonly string[]): string {
  const sheets = sheetNames.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`
}

export function workbookRelations(sheetCount: number, { sharesTexts = false }: ExtraParts = {}): string {
  const sheets = numbers(sheetCount).map(
    (number) =>
      `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  const shared = sharesTexts
    ? `<Relationship Id="rId${sheetCount + 2}" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/>`
    : ''
  return `${HEAD}<Relationships xmlns="${RELATIONS}">${sheets.join('')}<Relationship Id="rId${sheetCount + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>${shared}</Relationships>`
}

// Built-in formats: 49 is text, 4 is 1,234.50, 1 is whole numbers, 2 is 1234.50.
const FORMATS = [49, 4, 1, 164, 165, 2]

export function styles(): string {
  const cell = (format: number, font: number, fill: number): string =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`
  const cells = [
    cell(0, 0, 0),
    cell(49, 1, 2),
    ...FORMATS.map((format) => cell(format, 0, 0)),
    ...FORMATS.map((format) => cell(format, 2, 3)),
  ]
  const font = '<sz val="11"/><name val="等线"/><family val="2"/>'
  const solid = (colour: string): string =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`
  return (
    `${HEAD}<styleSheet xmlns="${MAIN}">` +
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
    `<fonts count="3"><font>${font}</font><font><b/>${font}</font><font><sz val="11"/><color rgb="FFA61B1B"/><name val="等线"/><family val="2"/></font></fonts>` +
    `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${solid('FFF1F3F7')}${solid('FFFCE2E2')}</fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}

export type SheetColumnStyle = { readonly style: number; readonly width: number }

/** Everything before the first row: rows frozen down to the headings, widths, and the style that cells still to be filled in take. */
export function sheetHead(columns: readonly SheetColumnStyle[], frozenRows = 1): string {
  const looks = columns.map(
    ({ style, width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  )
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="16"/><cols>${looks.join('')}</cols><sheetData>`
}

/** The texts that cells share, in pieces. */
export function* sharedStrings(texts: Iterable<string>): Generator<string> {
  let xml = `${HEAD}<sst xmlns="${MAIN}">`
  for (const text of texts) {
    xml += `<si>${textXml(text)}</si>`
    if (xml.length < 65_536) continue
    yield xml
    xml = ''
  }
  yield `${xml}</sst>`
}

export const SHEET_TAIL = '</sheetData></worksheet>'

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
