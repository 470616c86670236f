// The sheet that holds an old month as declared against the same as corrected: whoever is concerned, figure by figure.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { addMonths } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { DeclaredFigures } from '@paywages/domain/tax/declared-figures.ts'
import type { TaxTables } from '@paywages/domain/tax/tax-table.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { BookSheet, WritingRow } from '../../adapters/spreadsheet/write-xlsx.ts'
import { bookSheet, type SheetColumn, textColumn } from '../../exports/sheet-definition.ts'
import { idCardNoOf } from '../id-card-no.ts'
import type { CorrectionEntry } from '../periods/correction-store.ts'
import type { Period } from '../periods/figures-store.ts'
import { filedFiguresOf } from '../periods/filed-figures.ts'
import type { PersonFigures } from '../periods/person-lines.ts'
import { COMPARED_TITLES, countWords, COMPARISON_TITLES as t } from './correction-labels.ts'
import { explainFigures } from './explain-figures.ts'
import { ID_KIND, METHOD_WORDS, TOTAL } from './filing-labels.ts'

export type Comparison = {
  /** The old month, and the period that booked what corrects it. */
  readonly old: Period
  readonly bookedIn: Month
  readonly corrections: readonly CorrectionEntry[]
  readonly tables: TaxTables
}

/** What was written, for the sheet that ties it. */
export type ComparedSums = { people: number; before: Sums; after: Sums }
type Sums = { incomeFen: Fen; taxFen: Fen }

export const noComparison = (): ComparedSums => ({
  people: 0,
  before: { incomeFen: 0n, taxFen: 0n },
  after: { incomeFen: 0n, taxFen: 0n },
})

type Figures = Sums & Partial<DeclaredFigures>
type Line = {
  readonly name: string
  readonly idCardNo: string
  readonly method: string
  readonly before: Figures
  readonly after: Figures
  readonly note: string
}

type Compared = keyof typeof COMPARED_TITLES

const COMPARED: readonly Compared[] = [
  'incomeFen',
  'taxFen',
  'countedIncomeFen',
  'countedCostsFen',
  'countedDeductionFen',
  'taxableFen',
  'beforeReliefFen',
  'countedReliefFen',
  'withheldBeforeFen',
  'openFen',
]

const money = (title: string, pick: (line: Line) => Fen | undefined): SheetColumn<Line> => ({
  title,
  width: 16,
  kind: 'money',
  cell: (line) => {
    const fen = pick(line)
    return fen === undefined ? null : { fen }
  },
})

/** Three columns a figure; those of the year stay empty in the totals. */
const compared = (field: Compared): SheetColumn<Line>[] => {
  const title = COMPARED_TITLES[field]
  return [
    money(t.before(title), ({ before }) => before[field]),
    money(t.after(title), ({ after }) => after[field]),
    money(t.difference(title), ({ before, after }) => {
      const [one, other] = [before[field], after[field]]
      return one === undefined || other === undefined ? undefined : other - one
    }),
  ]
}

const COLUMNS: readonly SheetColumn<Line>[] = [
  textColumn(t.name, 12, ({ name }) => name),
  textColumn(t.idKind, 12, ({ idCardNo }) => (idCardNo === '' ? '' : ID_KIND)),
  textColumn(t.idCardNo, 22, ({ idCardNo }) => idCardNo),
  textColumn(t.method, 12, ({ method }) => method),
  ...COMPARED.flatMap(compared),
  textColumn(t.note, 24, ({ note }) => note),
]

export function comparisonSheet(
  sheetName: string,
  tx: Tx,
  cipher: Cipher,
  comparison: Comparison,
  sums: ComparedSums = noComparison(),
): BookSheet<WritingRow> {
  return bookSheet(sheetName, COLUMNS, lines(tx, cipher, comparison, sums))
}

async function* lines(
  tx: Tx,
  cipher: Cipher,
  { old, bookedIn, corrections, tables }: Comparison,
  sums: ComparedSums,
): AsyncGenerator<readonly Line[]> {
  const own = Map.groupBy(corrections, ({ idHash }) => idHash)
  const people = [...own.keys()]
  const before = await filedFiguresOf(tx, old, people, { asOf: addMonths(bookedIn, -1) })
  const after = await filedFiguresOf(tx, old, people, { asOf: bookedIn, undecided: 'amended' })
  const figures = (person: PersonFigures | undefined): Figures =>
    person === undefined
      ? NOTHING
      : {
          ...explainFigures(person, old.month, tables),
          incomeFen: person.declaredIncomeFen,
          taxFen: person.taxFen,
        }
  yield people.flatMap((idHash) =>
    pairsOf(before.get(idHash) ?? [], after.get(idHash) ?? []).map(({ person, was, is, isOnly }, place) => {
      const line = { before: figures(was), after: figures(is) }
      if (place === 0) sums.people += 1
      count(sums, line)
      const corrections = own.get(idHash) ?? []
      return {
        ...line,
        name: person.name,
        idCardNo: idCardNoOf(cipher, person.sealed),
        method: METHOD_WORDS[person.method],
        note: countWords(isOnly ? corrections : corrections.filter(({ method }) => method === person.method)),
      }
    }),
  )
  yield [{ name: TOTAL, idCardNo: '', method: '', note: '', before: sums.before, after: sums.after }]
}

type Pair = {
  readonly person: PersonFigures
  readonly was: PersonFigures | undefined
  readonly is: PersonFigures | undefined
  /** Whether all corrections of the person are on this line. */
  readonly isOnly: boolean
}

/** A person's lines before and after, by their method; whoever is not on the month's declaration any more is in no sum of it. */
function pairsOf(before: readonly PersonFigures[], after: readonly PersonFigures[]): Pair[] {
  if (after.length === 0) return []
  const [was, is] = [declaredOf(before), declaredOf(after)]
  const methods = new Set([...is, ...was].map(({ method }) => method))
  return [...methods].flatMap((method) => {
    const pair = {
      was: was.find((one) => one.method === method),
      is: is.find((one) => one.method === method),
    }
    const person = pair.is ?? pair.was
    return person === undefined ? [] : [{ ...pair, person, isOnly: methods.size === 1 }]
  })
}

const declaredOf = (lines: readonly PersonFigures[]) =>
  lines.length > 1 ? lines.filter(({ declared }) => declared) : lines

const NOTHING: Figures = {
  incomeFen: 0n,
  taxFen: 0n,
  countedIncomeFen: 0n,
  countedCostsFen: 0n,
  countedDeductionFen: 0n,
  taxableFen: 0n,
  beforeReliefFen: 0n,
  countedReliefFen: 0n,
  withheldBeforeFen: 0n,
  openFen: 0n,
}

function count(sums: ComparedSums, { before, after }: { before: Sums; after: Sums }): void {
  for (const field of ['incomeFen', 'taxFen'] as const) {
    sums.before[field] += before[field]
    sums.after[field] += after[field]
  }
}
