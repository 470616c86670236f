// Which files the corpus of payout sheets has of each layout, by its name alone: so that a new layout renames no other's.

import type { CorpusTruth } from './corpus-sheet.ts'
import { CORPUS_WRITERS } from './corpus-writers.ts'
import { ODD_SHEETS } from './odd-sheets.ts'
import { CORPUS_SHEETS } from './sheet-corpus.ts'
import { SPECIAL_SHEETS } from './special-sheets.ts'

export type SheetFile = {
  readonly fileName: string
  readonly layout: string
  /** One of the corpus's own writers, or LibreOffice, which converts what SheetJS wrote. */
  readonly writer: string
}

const WRITERS = Object.keys(CORPUS_WRITERS)
const STEP = 5
/** Of four layouts LibreOffice writes one in each of its formats. */
const LIBREOFFICE = ['xlsx', 'xls'] as const
const TURNS = 4

function numberOf(name: string): number {
  return [...name].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_003, 7)
}

function filesOf(layout: string): SheetFile[] {
  const number = numberOf(layout)
  // Those of the last list say what a cell means, which no program changes.
  const each = layout in ODD_SHEETS ? 1 : 2
  const written = Array.from({ length: each }, (_, turn): SheetFile => {
    const writer = WRITERS[(number + turn * STEP) % WRITERS.length] ?? ''
    return { fileName: `${layout}.${writer}.${CORPUS_WRITERS[writer]?.ending}`, layout, writer }
  })
  const format = LIBREOFFICE[number % TURNS]
  const fileName = `${layout}.libreoffice.${format}`
  return format === undefined ? written : [...written, { fileName, layout, writer: 'libreoffice' }]
}

export const SHEET_FILES: readonly SheetFile[] = Object.keys(CORPUS_SHEETS).flatMap(filesOf)

/** By the names of their files, the special ones among them. */
export async function sheetTruths(): Promise<Readonly<Record<string, CorpusTruth>>> {
  const special = Object.entries(await SPECIAL_SHEETS()).map(([name, { truth }]) => [name, truth] as const)
  const listed = SHEET_FILES.flatMap(({ fileName, layout }) => {
    const truth = CORPUS_SHEETS[layout]?.truth
    return truth === undefined ? [] : [[fileName, truth] as const]
  })
  return Object.fromEntries([...listed, ...special].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
