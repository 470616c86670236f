// The income of a closed month as the tax client imports it, one calculation method a file, with what was left out and what ties.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { ImportLayout } from '@paywages/domain/tax/import-layout.ts'
import type { LeftOutOfImport } from '@paywages/domain/tax/import-line.ts'
import type { IncomeKind } from '@paywages/domain/tax/layout-fields.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { BookSheet, Row, WritingRow } from '../../adapters/spreadsheet/write-xlsx.ts'
import { bookSheet, type SheetColumn, textColumn } from '../../exports/sheet-definition.ts'
import { idCardNosOf } from '../id-card-no.ts'
import { openCorrectionCounts } from '../periods/correction-store.ts'
import type { Period } from '../periods/figures-store.ts'
import type { PersonFigures } from '../periods/person-lines.ts'
import { declaredIncomeOf } from './collected-store.ts'
import {
  amendedRule,
  IMPORT_NOTE_KINDS,
  IMPORT_RULES,
  LEFT_OUT_WORDS,
  openChoiceNote,
  TIE_LINES,
  IMPORT_NOTE_TITLES as t,
} from './import-labels.ts'
import { importLines, METHOD_OF } from './import-people.ts'
import { layoutRow, layoutSheet } from './layout-cells.ts'

type LeftOut = {
  readonly name: string
  readonly idCardNo: string
  readonly incomeFen: Fen
  readonly why: LeftOutOfImport
  /** As the line has it. */
  readonly detail: string
}

type Sum = { people: number; incomeFen: Fen }
/** People of both methods are in both, and once among all. */
type Written = { people: number; readonly here: Sum; readonly other: Sum; readonly leftOut: LeftOut[] }

const nothing = (): Sum => ({ people: 0, incomeFen: 0n })

function count(sum: Sum, { declaredIncomeFen }: PersonFigures): void {
  sum.people += 1
  sum.incomeFen += declaredIncomeFen
}

type FiledIncome = {
  readonly period: Period
  /** Of a month that was filed again: the period whose corrections it is filed with. */
  readonly bookedIn?: Month | undefined
}

export async function* incomeSheets(
  tx: Tx,
  cipher: Cipher,
  of: FiledIncome,
  layout: ImportLayout,
): AsyncGenerator<BookSheet | BookSheet<WritingRow>> {
  const written: Written = { people: 0, here: nothing(), other: nothing(), leftOut: [] }
  yield layoutSheet(layout, people(tx, cipher, of, layout, written))
  if (layout.notesSheet === '') return
  yield bookSheet(layout.notesSheet, NOTE_COLUMNS, notes(tx, of, written))
}

async function* people(
  tx: Tx,
  cipher: Cipher,
  { period, bookedIn }: FiledIncome,
  layout: ImportLayout,
  written: Written,
): AsyncGenerator<readonly Row[]> {
  const method = METHOD_OF[layout.kind as IncomeKind]
  for await (const lines of importLines(tx, period, { [method]: layout }, bookedIn)) {
    // Lines of one person come together.
    written.people += new Set(lines.map(({ person }) => person.idHash)).size
    const own = lines.filter(({ person }) => person.method === method)
    for (const { person } of lines) if (person.method !== method) count(written.other, person)
    const idCardNos = idCardNosOf(
      cipher,
      own.map(({ person }) => person.sealed),
    )
    yield own.flatMap(({ person, record, why, detail }, index) => {
      const idCardNo = idCardNos[index] ?? ''
      if (why === undefined) {
        count(written.here, person)
        return [layoutRow(layout, { ...record, idCardNo })]
      }
      const { name, declaredIncomeFen: incomeFen } = person
      written.leftOut.push({ name, idCardNo, incomeFen, why, detail })
      return []
    })
  }
}

type NoteLine = {
  readonly kind: string
  readonly what: string
  readonly idCardNo?: string
  readonly people?: number
  readonly incomeFen?: Fen
  readonly why: string
}

const NOTE_COLUMNS: readonly SheetColumn<NoteLine>[] = [
  textColumn(t.kind, 10, ({ kind }) => kind),
  textColumn(t.what, 40, ({ what }) => what),
  textColumn(t.idCardNo, 22, ({ idCardNo = '' }) => idCardNo),
  {
    title: t.people,
    width: 8,
    kind: 'count',
    cell: ({ people }) => (people === undefined ? null : { count: people }),
  },
  {
    title: t.income,
    width: 16,
    kind: 'amount',
    cell: ({ incomeFen }) => (incomeFen === undefined ? null : { fen: incomeFen }),
  },
  textColumn(t.why, 80, ({ why }) => why),
]

/** By what the first sheet came to as it was written, against the entries of the period. */
async function* notes(
  tx: Tx,
  { period, bookedIn }: FiledIncome,
  written: Written,
): AsyncGenerator<readonly NoteLine[]> {
  const { taxId, month } = period
  const { here, other, leftOut } = written
  const choices = (await openCorrectionCounts(tx, [taxId])).get(taxId) ?? 0
  if (choices > 0) yield [{ kind: IMPORT_NOTE_KINDS.open, what: '', why: openChoiceNote(choices) }]
  yield leftOut.map(({ name, idCardNo, incomeFen, why, detail }) => ({
    kind: IMPORT_NOTE_KINDS.leftOut,
    what: name,
    idCardNo,
    people: 1,
    incomeFen,
    why: LEFT_OUT_WORDS[why](detail),
  }))
  const leftOutFen = leftOut.reduce((all, { incomeFen }) => all + incomeFen, 0n)
  const declaredFen = await declaredIncomeOf(tx, period, bookedIn)
  const tie = (what: string, incomeFen: Fen, people?: number): NoteLine => ({
    kind: IMPORT_NOTE_KINDS.tie,
    what,
    incomeFen,
    why: '',
    ...(people === undefined ? {} : { people }),
  })
  yield [
    tie(TIE_LINES.here, here.incomeFen, here.people),
    tie(TIE_LINES.leftOut, leftOutFen, leftOut.length),
    tie(TIE_LINES.other, other.incomeFen, other.people),
    tie(bookedIn === undefined ? TIE_LINES.declared : TIE_LINES.corrected, declaredFen, written.people),
    tie(TIE_LINES.gap, here.incomeFen + leftOutFen + other.incomeFen - declaredFen),
  ]
  const rules = bookedIn === undefined ? IMPORT_RULES : [amendedRule(month, bookedIn), ...IMPORT_RULES]
  yield rules.map((why) => ({ kind: IMPORT_NOTE_KINDS.rule, what: '', why }))
}
