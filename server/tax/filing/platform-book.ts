// The quarter's report of people and income as a book of three sheets (State Council Decree 810).

import type { Fen } from '@paywages/domain/money/fen.ts'
import { identityChange, incomeKindOn, isReported, netFen } from '@paywages/domain/tax/platform-report.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import {
  atOnce,
  type BookDefinition,
  bookSheet,
  countColumn,
  moneyColumn,
  type SheetColumn,
  textColumn,
} from '../../exports/sheet-definition.ts'
import { identityOf } from '../id-card-no.ts'
import {
  DECLARED_PEOPLE,
  ID_KIND,
  IDENTITY_WORDS,
  KIND_WORDS,
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

export type PlatformInput = QuarterFilter & { readonly includeDeclared: boolean }

type Line = Written & {
  readonly number: number | undefined
  readonly name: string
  readonly idCardNo: string
  readonly phone: string
  readonly identity: string
  readonly kind: string
  readonly providerName: string
  readonly taxpayerId: string
}

type Sums = { payments: number; paidFen: Fen; takenBackFen: Fen; declaredFen: Fen; taxFen: Fen }
type Written = Sums & { people: number }
/** What a provider has in the report, and of whom it needs none. */
type OfProvider = { readonly reported: Written; readonly leftOut: Written }

const nothing = (): Written => ({
  people: 0,
  payments: 0,
  paidFen: 0n,
  takenBackFen: 0n,
  declaredFen: 0n,
  taxFen: 0n,
})

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
  textColumn(t.phone, 14, ({ phone }) => phone),
  textColumn(t.identity, 20, ({ identity }) => identity),
  textColumn(t.kind, 14, ({ kind }) => kind),
  textColumn(t.provider, 26, ({ providerName }) => providerName),
  textColumn(t.taxpayerId, 24, ({ taxpayerId }) => taxpayerId),
  countColumn(t.count, ({ payments }) => payments),
  moneyColumn(t.income, ({ paidFen }) => paidFen),
  moneyColumn(t.takenBack, ({ takenBackFen }) => takenBackFen),
  moneyColumn(t.net, netFen),
  moneyColumn(t.declared, ({ declaredFen }) => declaredFen),
  moneyColumn(t.tax, ({ taxFen }) => taxFen),
]

export const book: BookDefinition<PlatformInput> = async function* (tx, cipher, input) {
  const providers = new Map<number, OfProvider>()
  yield bookSheet(SHEETS.people, COLUMNS, people(tx, cipher, input, providers))
  const sums = await quarterSums(tx, input)
  const lines = sums.map((sum) => ({
    ...sum,
    ...(providers.get(sum.providerId) ?? { reported: nothing(), leftOut: nothing() }),
  }))
  yield bookSheet(SHEETS.notes, NOTE_COLUMNS, notes(tx, input, lines))
  yield bookSheet(SHEETS.proof, RECONCILIATION_COLUMNS, atOnce(Promise.resolve(lines)))
}

async function* people(
  tx: Tx,
  cipher: Cipher,
  input: PlatformInput,
  providers: Map<number, OfProvider>,
): AsyncGenerator<readonly Line[]> {
  const all = nothing()
  // No day sorts after the 31st, whatever the month's length.
  const kind = KIND_WORDS[incomeKindOn(`${input.months.at(-1)}-31`).kind]
  for await (const piece of quarterPieces(tx, input))
    yield piece.flatMap((person) => {
      const own = providers.get(person.providerId) ?? { reported: nothing(), leftOut: nothing() }
      providers.set(person.providerId, own)
      if (!isReported(declaredOf(person), input.includeDeclared)) {
        count(own.leftOut, person)
        return []
      }
      count(own.reported, person)
      count(all, person)
      return [lineOf(cipher, person, { number: all.people, kind })]
    })
  const blank = { number: undefined, idCardNo: '', phone: '', identity: '', kind: '' }
  yield [{ ...all, ...blank, name: TOTAL, providerName: '', taxpayerId: '' }]
}

const declaredOf = ({ entries: payments, declaredEntries: declaredPayments }: QuarterPerson) => ({
  payments,
  declaredPayments,
})

function lineOf(
  cipher: Cipher,
  person: QuarterPerson,
  { number, kind }: { readonly number: number; readonly kind: string },
): Line {
  const { name, sealed, phoneHash, before, providerName, taxpayerId } = person
  const { payments, paidFen, takenBackFen, declaredFen, taxFen } = person
  const change = identityChange(
    before === null ? undefined : { name: before.name, phone: before.phoneHash },
    {
      name,
      phone: phoneHash,
    },
  )
  return {
    number,
    name,
    ...identityOf(cipher, sealed),
    identity: IDENTITY_WORDS[change],
    kind,
    providerName,
    taxpayerId,
    people: 1,
    payments,
    paidFen,
    takenBackFen,
    declaredFen,
    taxFen,
  }
}

function count(sums: Written, person: Sums): void {
  sums.people += 1
  sums.payments += person.payments
  sums.paidFen += person.paidFen
  sums.takenBackFen += person.takenBackFen
  sums.declaredFen += person.declaredFen
  sums.taxFen += person.taxFen
}

async function* notes(
  tx: Tx,
  filter: QuarterFilter,
  providers: readonly ReconciliationLine[],
): AsyncGenerator<readonly NoteLine[]> {
  yield providers
    .filter(({ leftOut }) => leftOut.people > 0)
    .map(({ providerName, leftOut }) => ({
      kind: NOTE_KINDS.leftOut,
      what: DECLARED_PEOPLE.what(providerName),
      batchNo: '',
      month: '',
      name: '',
      count: leftOut.payments,
      incomeFen: netFen(leftOut),
      taxFen: leftOut.taxFen,
      why: DECLARED_PEOPLE.why(leftOut.people),
    }))
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

/** By what the first sheet came to as it was written, not by another sum of the same. */
type ReconciliationLine = QuarterSum & OfProvider

const incomeGap = ({ reported, leftOut, incomeFen }: ReconciliationLine): Fen =>
  netFen(reported) + netFen(leftOut) - incomeFen
const taxGap = ({ reported, leftOut, ledgerTaxFen }: ReconciliationLine): Fen =>
  reported.taxFen + leftOut.taxFen - ledgerTaxFen

const RECONCILIATION_COLUMNS: readonly SheetColumn<ReconciliationLine>[] = [
  textColumn(reconciliationTitles.provider, 26, ({ providerName }) => providerName),
  countColumn(reconciliationTitles.people, ({ reported }) => reported.people),
  countColumn(reconciliationTitles.count, ({ reported }) => reported.payments),
  moneyColumn(reconciliationTitles.income, ({ reported }) => netFen(reported)),
  countColumn(reconciliationTitles.leftOutPeople, ({ leftOut }) => leftOut.people),
  moneyColumn(reconciliationTitles.leftOutIncome, ({ leftOut }) => netFen(leftOut)),
  moneyColumn(reconciliationTitles.periodIncome, ({ incomeFen }) => incomeFen),
  moneyColumn(reconciliationTitles.incomeGap, incomeGap),
  moneyColumn(reconciliationTitles.tax, ({ reported }) => reported.taxFen),
  moneyColumn(reconciliationTitles.leftOutTax, ({ leftOut }) => leftOut.taxFen),
  moneyColumn(reconciliationTitles.periodTax, ({ taxFen }) => taxFen),
  moneyColumn(reconciliationTitles.ledgerTax, ({ ledgerTaxFen }) => ledgerTaxFen),
  moneyColumn(reconciliationTitles.taxGap, taxGap),
]
