// What a clerk is asked about a statement whose headings say too little: the heading row, its columns and their first values.

import { bareHeading, type ColumnKind, knownHeading } from './headings.ts'
import type { GridRow, PrintedRow } from './printed-row.ts'
import { NAMED_KINDS, type NamedKind, statementKey } from './statement-layout.ts'
import { parseAmount, withoutNumbers } from './statement-text.ts'

export type StatementQuestion = {
  readonly key: string
  /** Of a document that has pages. */
  readonly page?: number
  /** As the program shows it. */
  readonly headingRow: number
  readonly rowCount: number
  readonly columns: readonly {
    readonly column: number
    readonly heading: string
    readonly samples: readonly string[]
    readonly field: NamedKind | null
  }[]
}

/** Who was paid may stand below a heading that nobody knows: 对端单位. */
export function namesNobody(rows: readonly PrintedRow[]): boolean {
  const isTold = ({ kinds }: PrintedRow) => PARTIES.some((kind) => kinds.has(kind))
  return rows.some(({ kinds }) => kinds.has('strange')) && !rows.some(isTold)
}

const PARTIES = ['name', 'account', 'party', 'payer', 'payer-account'] as const

const MIN_HEADINGS = 3
const LOOKED_AT = 60
const SAMPLES = 3
const WITH_CENTS = /\d\.\d{2}\D*$/

/** The first row of words with amounts below it; undefined where there is none, and nothing to ask about. */
export function questionAbout(grid: readonly GridRow[]): StatementQuestion | undefined {
  for (const [index, { cells, number }] of grid.slice(0, LOOKED_AT).entries()) {
    const filled = cells.filter((cell) => cell !== '')
    if (filled.length < MIN_HEADINGS || filled.some((cell) => /\d{2}|:$/.test(cell))) continue
    const below = grid.slice(index + 1).filter((row) => isPayment(row.cells))
    if (below.length === 0) continue
    return {
      key: statementKey(cells),
      headingRow: number,
      rowCount: below.length,
      columns: cells.flatMap((heading, column) => {
        const values = below.flatMap((row) => row.cells[column] || [])
        if (heading === '' && values.length === 0) return []
        const samples = values.slice(0, SAMPLES).map((text) => withoutNumbers(text).slice(0, 40))
        return [{ column, heading, samples, field: fieldOf(knownHeading(bareHeading(heading))?.kind) }]
      }),
    }
  }
  return undefined
}

function isPayment(cells: readonly string[]): boolean {
  return (
    cells.filter((cell) => cell !== '').length >= MIN_HEADINGS &&
    cells.some((cell) => WITH_CENTS.test(cell) && parseAmount(cell) !== undefined)
  )
}

function fieldOf(kind: ColumnKind | undefined): NamedKind | null {
  return NAMED_KINDS.find((named) => named === kind) ?? null
}
