// Workbooks built by hand in the ways of Excel, WPS and other writers, with the quirks that real files of theirs show.

import { SHEET_PEOPLE, SHEET_TITLES, textsOf } from '@paywages/server/testing/sheet-people.ts'
import {
  type BuiltCell,
  bookParts,
  buildBook,
  buildSheet,
  escapeText,
  rowsXml,
  rowXml,
  sheetXml,
  zipOf,
} from '@paywages/server/testing/xlsx-builder.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const rows = SHEET_PEOPLE.map((person): BuiltCell[] =>
  textsOf(person).map((value) => (value === '' ? null : value)),
)
const AMOUNT = 5
const MONTH = 6

/** Shared strings as Excel writes them: rich text in runs, with the readings of Chinese signs beside them. */
function excelBook(): Uint8Array {
  const strings: string[] = []
  const shared = (inner: string): BuiltCell => ({
    type: 's',
    style: 2,
    xml: `<v>${strings.push(`<si>${inner}</si>`) - 1}</v>`,
  })
  const plain = (value: string): BuiltCell => shared(`<t xml:space="preserve">${escapeText(value)}</t>`)
  const body = rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? plain(cell) : cell)))
  const [first = [], second = [], third = []] = body
  first[0] = shared(
    '<r><t>王</t></r><r><rPr><b/><sz val="11"/><color rgb="FFFF0000"/><rFont val="等线"/></rPr><t xml:space="preserve">小</t></r><r><t>明</t></r><rPh sb="0" eb="1"><t>wang</t></rPh><phoneticPr fontId="1" type="noConversion"/>',
  )
  first[AMOUNT] = { style: 1, xml: '<v>1234.5</v>' }
  second[0] = { type: 'str', xml: '<f>I3&amp;J3</f><v>李芳</v>' }
  second[AMOUNT] = { style: 1, xml: '<f>SUM(I3:J3)</f><v>800</v>' }
  second[MONTH] = { style: 3, xml: '<v>46327</v>' }
  // Excel writes seventeen digits: 0.01 looks like this in its files.
  third[AMOUNT] = { style: 1, xml: '<v>1.0000000000000002E-2</v>' }
  third[7] = shared('<t>补发 &amp; &lt;上月&gt;_x000D_</t>')
  const spans =
    ' spans="1:8" x14ac:dyDescent="0.25" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"'
  const data = [SHEET_TITLES.map(plain), ...body]
    .map((cells, index) => rowXml(cells, index + 1, spans))
    .join('')
  const head = `<dimension ref="A1:H5"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><cols><col min="2" max="2" width="0" hidden="1" customWidth="1"/></cols>`
  const xml = sheetXml(
    data,
    '<phoneticPr fontId="1" type="noConversion"/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>',
  )
  return buildBook([{ name: 'Sheet1', xml: xml.replace('<sheetData>', `${head}<sheetData>`) }], {
    sharedStrings: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<sst xmlns="${MAIN}" count="40" uniqueCount="${strings.length}">${strings.join('')}</sst>`,
    styles: dateStyles('yyyy&quot;年&quot;m&quot;月&quot;;@'),
    more: { 'docProps/app.xml': '<Properties><Application>Microsoft Excel</Application></Properties>' },
  })
}

/** Style 1 is money, 2 is text, 3 is the given date format, 4 a built-in Chinese one. */
function dateStyles(format: string): string {
  return `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="176" formatCode="${format}"/></numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="4"/><xf numFmtId="49" quotePrefix="1"/><xf numFmtId="176"/><xf numFmtId="57"/></cellXfs></styleSheet>`
}

/** Old Macs count days from 1904. */
function from1904(): Uint8Array {
  const body = rows.map((cells) => [...cells])
  for (const [index, cells] of body.entries())
    cells[MONTH] = {
      style: index % 2 === 0 ? 3 : 4,
      xml: `<v>${(index === 2 ? 46_296 : 46_341) - 1_462}</v>`,
    }
  return buildBook([{ name: '发放表', xml: sheetXml(rowsXml([SHEET_TITLES, ...body])) }], {
    styles: dateStyles('[$-804]yyyy/m;@'),
    workbookPr: '<workbookPr date1904="1"/>',
  })
}

/** WPS: a byte order mark, absolute targets, a capital letter in a part's name, a hidden sheet of its own. */
function wpsBook(): Uint8Array {
  const strings = [SHEET_TITLES, ...SHEET_PEOPLE.map(textsOf)].flat()
  let next = 0
  const cells = [SHEET_TITLES, ...SHEET_PEOPLE.map(textsOf)].map((texts) =>
    texts.map((): BuiltCell => ({ type: 's', style: 2, xml: `<v>${next++}</v>` })),
  )
  const parts = bookParts(
    [
      { name: 'WpsReserved_CellImgList', state: 'veryHidden', xml: sheetXml('') },
      {
        name: '发放表',
        xml: `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${sheetXml(rowsXml(cells))}`,
      },
    ],
    {
      sharedStrings: `<sst xmlns="${MAIN}" count="${strings.length}" uniqueCount="${strings.length}">${strings.map((value) => (value === '' ? '<si><t/></si>' : `<si><t>${escapeText(value)}</t></si>`)).join('')}</sst>`,
      styles: dateStyles('yyyy-mm'),
      more: {
        'docProps/custom.xml': '<Properties><property name="KSOProductBuildVer"/></Properties>',
        'xl/cellimages.xml':
          '<etc:cellImages xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData"/>',
      },
    },
  )
  const { 'xl/sharedStrings.xml': shared = '', ...others } = parts
  const relations = String(others['xl/_rels/workbook.xml.rels']).replace(
    '"worksheets/sheet2.xml"',
    '"/xl/worksheets/sheet2.xml"',
  )
  return zipOf({ ...others, 'xl/_rels/workbook.xml.rels': relations, 'xl/SharedStrings.xml': shared })
}

/** The OpenXML SDK and report servers put a prefix on every tag and leave out the cells' places. */
function prefixedBook(): Uint8Array {
  const data = [SHEET_TITLES, ...SHEET_PEOPLE.map(textsOf)].map(
    (texts) =>
      `<x:row>${texts.map((value) => (value === '' ? '<x:c/>' : `<x:c t="inlineStr"><x:is><x:t><![CDATA[${value}]]></x:t></x:is></x:c>`)).join('')}</x:row>`,
  )
  const xml = `<x:worksheet xmlns:x="${MAIN}"><!-- made > by a report server --><x:sheetData>${data.join('')}</x:sheetData></x:worksheet>`
  return buildBook([{ name: 'Sheet1', xml }])
}

/** openpyxl and its like write formulas that nobody has computed. */
function uncomputedBook(): Uint8Array {
  const [first = [], ...others] = rows
  return buildSheet([SHEET_TITLES, first.with(AMOUNT, { xml: '<f>1000+234.5</f><v></v>' }), ...others])
}

/** LibreOffice cannot hide a first sheet that it reads from OpenDocument, but it keeps one hidden. */
export function hiddenFirstSheet(): Uint8Array {
  return buildBook(
    [
      { name: '字典', xml: sheetXml(rowsXml([['银行'], ['招商银行']])), state: 'hidden' },
      { name: '发放表', xml: sheetXml(rowsXml([SHEET_TITLES, ...rows])) },
    ],
    { workbookPr: '<bookViews><workbookView activeTab="1"/></bookViews>' },
  )
}

/** File name → bytes. */
export const HAND_BUILT_CASES: Readonly<Record<string, () => Uint8Array>> = {
  'excel-shared-strings': excelBook,
  'excel-1904': from1904,
  'wps-quirks': wpsBook,
  'prefixed-tags': prefixedBook,
  'uncomputed-formula': uncomputedBook,
}
