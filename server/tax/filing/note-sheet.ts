// The sheet of a filing pack that says what was left out, what was corrected, and by which rules.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { type SheetColumn, textColumn } from '../../exports/sheet-definition.ts'
import { NOTE_KINDS, NOTE_TITLES as t } from './filing-labels.ts'

export type NoteLine = {
  readonly kind: string
  readonly what: string
  readonly batchNo: string
  readonly month: string
  readonly name: string
  readonly count: number | undefined
  readonly incomeFen: Fen | undefined
  readonly taxFen: Fen | undefined
  readonly why: string
}

const money = (title: string, pick: (line: NoteLine) => Fen | undefined): SheetColumn<NoteLine> => ({
  title,
  width: 14,
  kind: 'money',
  cell: (line) => {
    const fen = pick(line)
    return fen === undefined ? null : { fen }
  },
})

export const NOTE_COLUMNS: readonly SheetColumn<NoteLine>[] = [
  textColumn(t.kind, 10, ({ kind }) => kind),
  textColumn(t.what, 26, ({ what }) => what),
  textColumn(t.batchNo, 18, ({ batchNo }) => batchNo),
  textColumn(t.month, 10, ({ month }) => month),
  textColumn(t.name, 12, ({ name }) => name),
  { title: t.count, width: 8, kind: 'count', cell: ({ count }) => (count === undefined ? null : { count }) },
  money(t.income, ({ incomeFen }) => incomeFen),
  money(t.tax, ({ taxFen }) => taxFen),
  textColumn(t.why, 72, ({ why }) => why),
]

export const ruleLine = (why: string): NoteLine => ({
  kind: NOTE_KINDS.rule,
  what: '',
  batchNo: '',
  month: '',
  name: '',
  count: undefined,
  incomeFen: undefined,
  taxFen: undefined,
  why,
})
