// Which files the corpus of statements has of each statement: by which program, in which format and encoding.

import type { CorpusStatement } from './corpus-statement.ts'
import { ONLINE_BANKS } from './online-bank-statements.ts'
import { CORPUS } from './statement-corpus.ts'
import { TYPESET_STATEMENTS } from './typeset-statements.ts'

export type StatementWriter =
  | 'libreoffice.pdf'
  | 'libreoffice.xls'
  | 'libreoffice.xlsx'
  | 'sheetjs.xlsx'
  | 'page.xls'
  | 'xml2003.xls'
  | 'written.csv'
  | 'utf16.csv'
  | 'tabbed.xls'
  | 'typst.pdf'

export const fileOf = ({ name }: Pick<CorpusStatement, 'name'>, writer: StatementWriter) =>
  `${name}-${writer}`

/** The first ones: each by LibreOffice as a PDF and as a workbook, as text, and by some of the others in turn. */
const BY_MANY = CORPUS.findIndex(({ name }) => name === ONLINE_BANKS[0]?.name)

const OTHERS = [
  'utf16.csv',
  'libreoffice.xls',
  'page.xls',
  'sheetjs.xlsx',
  'tabbed.xls',
  'xml2003.xls',
] as const

/** Of the later ones a PDF, a text and one more in turn: each costs the tests its time. */
export function writersOf(place: number): StatementWriter[] {
  const isEven = place % 2 === 0
  if (place >= BY_MANY)
    return ['libreoffice.pdf', 'written.csv', OTHERS[place % OTHERS.length] ?? 'libreoffice.xlsx']
  return [
    'libreoffice.pdf',
    isEven ? 'libreoffice.xls' : 'libreoffice.xlsx',
    'written.csv',
    isEven ? 'sheetjs.xlsx' : 'page.xls',
    ...(place % 4 === 0 ? (['xml2003.xls'] as const) : []),
  ]
}

/** The places of statements in the corpus decide: new ones are put at its end. */
export const STATEMENT_FILES: readonly string[] = [
  ...CORPUS.flatMap((statement, place) => writersOf(place).map((writer) => fileOf(statement, writer))),
  ...TYPESET_STATEMENTS.map((statement) => fileOf(statement, 'typst.pdf')),
].toSorted()
