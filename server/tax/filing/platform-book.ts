// The quarter's report of people and income as a book of three sheets (State Council Decree 810).

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import {
  type BookDefinition,
  bookSheet,
  countColumn,
  moneyColumn,
  type SheetColumn,
  textColumn,
} from '../../exports/sheet-definition.ts'
import { idCardNoOf } from '../id-card-no.ts'
import {
  ID_KIND,
  LEFT_OUT_WORDS,
  NOTE_KINDS,
  PLATFORM_RULES,
  PLATFORM_RECONCILIATION_TITLES as reconciliationTitles,
  SHEETS,
  TOTAL,
  PLATFORM_TITLES as t,
} from './filing-labels.ts'
import { NOTE_COLUMNS, type NoteLine, ruleLine } from './note-sheet.ts'
import {
  leftOutOfQuarter,
  type QuarterFilter,
  type QuarterPerson,
  type QuarterSum,
  quarterPieces,
  quarterSums,
} from './platform-store.ts'

type Line = Omit<QuarterPerson, 'providerId' | 'sealed'> & {
  readonly number: number | undefined
  readonly idCardNo: string
}

type Written = { people: number; payments: number; paidFen: Fen; takenBackFen: Fen; taxFen: Fen }

const nothing = (): Written => ({ people: 0, payments: 0, paidFen: 0n, takenBackFen: 0n, taxFen: 0n })

const COLUMNS: readonly SheetColumn<Line>[] = [
  {
    title: t.number,
    width: 8,
    kind: 'count',
    cell: ({ number }) => (number === undefined ? null : { count: number }),
  },
  textColumn(t.name, 12, ({ name }) => name),
  textColumn(t.idKind, 12, ({ idCardNo }) => (idCardNo === '' ? '' : ID_KIND)),
  textColumn(t.idCardNo, 22, ({ idCardNo }) => idCardNo),
  textColumn(t.provider, 26, ({ providerName }) => providerName),
  textColumn(t.taxpayerId, 24, ({ taxpayerId }) => taxpayerId),
  countColumn(t.count, ({ payments }) => payments),
  moneyColumn(t.income, ({ paidFen }) => paidFen),
  moneyColumn(t.takenBack, ({ takenBackFen }) => takenBackFen),
  moneyColumn(t.net, ({ paidFen, takenBackFen }) => paidFen - takenBackFen),
  moneyColumn(t.tax, ({ taxFen }) => taxFen),
]

export const book: BookDefinition<QuarterFilter> = async function* (tx, cipher, filter) {
  const written = new Map<number, Written>()
  yield bookSheet(SHEETS.people, COLUMNS, people(tx, cipher, filter, written))
  yield bookSheet(SHEETS.notes, NOTE_COLUMNS, notes(tx, filter))
  yield bookSheet(SHEETS.proof, RECONCILIATION_COLUMNS, proof(tx, filter, written))
}

async function* people(
  tx: Tx,
  cipher: Cipher,
  filter: QuarterFilter,
  written: Map<number, Written>,
): AsyncGenerator<readonly Line[]> {
  const all = nothing()
  for await (const piece of quarterPieces(tx, filter))
    yield piece.map((person) => {
      const own = written.get(person.providerId) ?? nothing()
      written.set(person.providerId, own)
      count(own, person)
      count(all, person)
      return { ...person, number: all.people, idCardNo: idCardNoOf(cipher, person.sealed) }
    })
  yield [{ ...all, number: undefined, name: TOTAL, idCardNo: '', providerName: '', taxpayerId: '' }]
}

function count(sums: Written, person: QuarterPerson): void {
  sums.people += 1
  sums.payments += person.payments
  sums.paidFen += person.paidFen
  sums.takenBackFen += person.takenBackFen
  sums.taxFen += person.taxFen
}

async function* notes(tx: Tx, filter: QuarterFilter): AsyncGenerator<readonly NoteLine[]> {
  const leftOut = await leftOutOfQuarter(tx, filter)
  yield leftOut.map(({ providerName, month, why, count, fen }) => ({
    kind: NOTE_KINDS.leftOut,
    what: `${providerName}：${LEFT_OUT_WORDS[why].what}`,
    batchNo: '',
    month,
    name: '',
    count,
    incomeFen: fen,
    taxFen: undefined,
    why: LEFT_OUT_WORDS[why].why,
  }))
  yield PLATFORM_RULES.map(ruleLine)
}

type ReconciliationLine = QuarterSum & { readonly written: Written }

const netOf = ({ paidFen, takenBackFen }: Written) => paidFen - takenBackFen

const RECONCILIATION_COLUMNS: readonly SheetColumn<ReconciliationLine>[] = [
  textColumn(reconciliationTitles.provider, 26, ({ providerName }) => providerName),
  countColumn(reconciliationTitles.people, ({ written }) => written.people),
  countColumn(reconciliationTitles.count, ({ written }) => written.payments),
  moneyColumn(reconciliationTitles.income, ({ written }) => netOf(written)),
  moneyColumn(reconciliationTitles.periodIncome, ({ incomeFen }) => incomeFen),
  moneyColumn(reconciliationTitles.incomeGap, ({ written, incomeFen }) => netOf(written) - incomeFen),
  moneyColumn(reconciliationTitles.tax, ({ written }) => written.taxFen),
  moneyColumn(reconciliationTitles.periodTax, ({ taxFen }) => taxFen),
  moneyColumn(reconciliationTitles.ledgerTax, ({ ledgerTaxFen }) => ledgerTaxFen),
  moneyColumn(reconciliationTitles.taxGap, ({ written, ledgerTaxFen }) => written.taxFen - ledgerTaxFen),
]

/** By what the first sheet came to as it was written, not by another sum of the same. */
async function* proof(
  tx: Tx,
  filter: QuarterFilter,
  written: ReadonlyMap<number, Written>,
): AsyncGenerator<readonly ReconciliationLine[]> {
  const sums = await quarterSums(tx, filter)
  yield sums.map((sum) => ({ ...sum, written: written.get(sum.providerId) ?? nothing() }))
}
