// The XML parts of a template that people fill in: an empty sheet whose cells check what is typed, and a sheet that explains it.

import { escapeXml } from '@paywages/server/adapters/spreadsheet/cell-xml.ts'
import { columnName } from '@paywages/server/adapters/spreadsheet/row-sink.ts'
import {
  contentTypes,
  rootRelations,
  workbook,
  workbookRelations,
} from '@paywages/server/adapters/spreadsheet/xlsx-parts.ts'
import { type ColumnGuide, GUIDE_HEADINGS, GUIDE_SHEET, REQUIRED_WORDS, type Template } from './guide.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LAST_ROW = 100_001

// Printed on the width of one page.
const FIT_TO_PAGE = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
const PAGE = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'

/** Numbers of the table in styles(). */
const STYLE = {
  plain: 0,
  required: 1,
  optional: 2,
  text: 3,
  money: 4,
  title: 5,
  guideHeading: 6,
  guide: 7,
  note: 8,
  computed: 9,
} as const

export function templateParts(template: Template): { name: string; body: string[] }[] {
  return [
    { name: '[Content_Types].xml', body: [contentTypes(2)] },
    { name: '_rels/.rels', body: [rootRelations()] },
    { name: 'xl/workbook.xml', body: [workbook([template.sheetName, GUIDE_SHEET])] },
    { name: 'xl/_rels/workbook.xml.rels', body: [workbookRelations(2)] },
    { name: 'xl/styles.xml', body: [styles()] },
    { name: 'xl/worksheets/sheet1.xml', body: [emptySheet(template)] },
    { name: 'xl/worksheets/sheet2.xml', body: [guideSheet(template)] },
  ]
}

function emptySheet({ columns }: Template): string {
  const widths = columns.map(({ field, guide }, index) => {
    const style = field === 'amount' ? STYLE.money : STYLE.text
    return column(index, guide.width, style)
  })
  const heading = columns.map(({ title, required }, index) =>
    cell(`${columnName(index)}1`, title, required ? STYLE.required : STYLE.optional),
  )
  const checks = columns.map(({ title, guide }, index) => validation(columnName(index), title, guide))
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="${MAIN}">${FIT_TO_PAGE}<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="18" customHeight="1"/><cols>${widths.join('')}</cols><sheetData><row r="1" ht="24" customHeight="1">${heading.join('')}</row></sheetData><dataValidations count="${checks.length}">${checks.join('')}</dataValidations>${PAGE}</worksheet>`
}

function validation(letter: string, title: string, guide: ColumnGuide): string {
  const { attributes, formulas } = guide.check
  const inner = formulas.map(
    (formula, index) => `<formula${index + 1}>${escapeXml(formula)}</formula${index + 1}>`,
  )
  return `<dataValidation ${attributes} allowBlank="1" showInputMessage="1" showErrorMessage="1" errorTitle="${title}" error="${guide.error}" promptTitle="${title}" prompt="${guide.prompt}" sqref="${letter}2:${letter}${LAST_ROW}">${inner.join('')}</dataValidation>`
}

/** One column of the first sheet a row, so that this sheet's own headings are not those of a payout (D13). */
function guideSheet({ columns, guideTitle, notes }: Template): string {
  const rows = [
    [guideTitle],
    GUIDE_HEADINGS,
    ...columns.map(({ title, required, guide }) => [
      title,
      required ? REQUIRED_WORDS.yes : REQUIRED_WORDS.no,
      guide.rule,
      guide.example,
    ]),
    [],
    ...notes.map((note) => [note]),
  ]
  const styleOf = (row: number): number => {
    if (row === 0) return STYLE.title
    if (row === 1) return STYLE.guideHeading
    return row < 2 + columns.length ? STYLE.guide : STYLE.note
  }
  const data = rows.map((cells, row) => {
    const inner = cells.map((content, index) => {
      const place = `${columnName(index)}${row + 1}`
      return typeof content === 'string'
        ? cell(place, content, styleOf(row))
        : computed(place, content.formula)
    })
    return `<row r="${row + 1}">${inner.join('')}</row>`
  })
  const widths = [14, 12, 72, 26].map((width, index) => column(index, width, STYLE.plain))
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="${MAIN}">${FIT_TO_PAGE}<sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="18"/><cols>${widths.join('')}</cols><sheetData>${data.join('')}</sheetData>${PAGE}</worksheet>`
}

function column(index: number, width: number, style: number): string {
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`
}

function cell(place: string, text: string, style: number): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`
}

/** Without a value of its own, which would be shown where nothing is worked out, and be wrong one day. */
function computed(place: string, formula: string): string {
  return `<c r="${place}" s="${STYLE.computed}" t="str"><f>${escapeXml(formula)}</f></c>`
}

function styles(): string {
  const font = (size: number, more = ''): string =>
    `<font>${more}<sz val="${size}"/><name val="等线"/><family val="2"/></font>`
  const fill = (colour: string): string =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`
  const xf = (format: number, fontId: number, fillId: number, borderId: number, align = ''): string =>
    `<xf numFmtId="${format}" fontId="${fontId}" fillId="${fillId}" borderId="${borderId}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center"${align}/></xf>`
  const side = (name: string): string => `<${name} style="thin"><color rgb="FFD9DEE8"/></${name}>`
  const cells = [
    xf(0, 0, 0, 0),
    xf(49, 1, 2, 1, ' horizontal="center"'),
    xf(49, 2, 3, 1, ' horizontal="center"'),
    xf(49, 0, 0, 0),
    xf(2, 0, 0, 0),
    xf(49, 3, 0, 0),
    xf(49, 2, 3, 1),
    xf(49, 0, 0, 1, ' wrapText="1"'),
    xf(49, 0, 0, 0),
    xf(0, 0, 0, 1, ' wrapText="1"'),
  ]
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="${MAIN}"><fonts count="4">${font(11)}${font(11, '<b/><color rgb="FFFFFFFF"/>')}${font(11, '<b/>')}${font(14, '<b/>')}</fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill('FF1D4ED8')}${fill('FFF1F3F7')}</fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border>${['left', 'right', 'top', 'bottom'].map(side).join('')}<diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}
