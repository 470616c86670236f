// The people above the VAT threshold of a month as a book of three sheets: people, each payer's share, the rules (ADR 39).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type MonthVat, shareByPayer, vatOfMonth } from '@paywages/domain/tax/vat.ts'
import { type SurchargeKind, type VatTables, vatRulesOf } from '@paywages/domain/tax/vat-table.ts'
import { vatRuleLines } from '@paywages/wire/tax/vat-lines.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import {
  atOnce,
  type BookDefinition,
  bookSheet,
  moneyColumn,
  type SheetColumn,
  textColumn,
} from '../../exports/sheet-definition.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { ID_KIND, TOTAL } from './filing-labels.ts'
import { type PayerOfMonth, payersAbove } from './high-earner-store.ts'
import {
  bearerWord,
  NOBODY_ABOVE,
  TO_BE_CONFIRMED,
  VAT_TITLES as t,
  VAT_NOTES,
  VAT_SHEETS,
} from './vat-labels.ts'

export type VatBookInput = { readonly scope: Scope; readonly month: Month; readonly tables: VatTables }

/** One line of people, or of shares, or a sum. */
type Line = {
  readonly name: string
  readonly idCardNo: string
  readonly providerName: string
  readonly taxpayerId: string
  readonly bearer: string
  readonly grossFen: Fen
  readonly openFen: Fen
  readonly salesFen: Fen
  readonly rate: string
  readonly vatFen: Fen
  readonly surcharges: Readonly<Record<SurchargeKind, Fen>>
  readonly totalFen: Fen
  readonly withheldFen: Fen
}

type Person = { readonly line: Line; readonly shares: readonly Line[] }

const confirmed: SheetColumn<unknown> = textColumn(t.confirm, 20, () => TO_BE_CONFIRMED)

const WHO: readonly SheetColumn<Line>[] = [
  textColumn(t.name, 12, ({ name }) => name),
  textColumn(t.idKind, 12, ({ idCardNo }) => (idCardNo === '' ? '' : ID_KIND)),
  textColumn(t.idCardNo, 22, ({ idCardNo }) => idCardNo),
]

const TAXES: readonly SheetColumn<Line>[] = [
  moneyColumn(t.sales, ({ salesFen }) => salesFen),
  textColumn(t.rate, 8, ({ rate }) => rate),
  moneyColumn(t.vat, ({ vatFen }) => vatFen),
  moneyColumn(t['urban-maintenance'], ({ surcharges }) => surcharges['urban-maintenance']),
  moneyColumn(t.education, ({ surcharges }) => surcharges.education),
  moneyColumn(t['local-education'], ({ surcharges }) => surcharges['local-education']),
  moneyColumn(t.total, ({ totalFen }) => totalFen),
  moneyColumn(t.withheld, ({ withheldFen }) => withheldFen),
  textColumn(t.bearer, 24, ({ bearer }) => bearer),
  confirmed,
]

const PEOPLE: readonly SheetColumn<Line>[] = [
  ...WHO,
  moneyColumn(t.gross, ({ grossFen }) => grossFen),
  moneyColumn(t.open, ({ openFen }) => openFen),
  ...TAXES,
]

const SHARES: readonly SheetColumn<Line>[] = [
  ...WHO,
  textColumn(t.provider, 26, ({ providerName }) => providerName),
  textColumn(t.taxpayerId, 24, ({ taxpayerId }) => taxpayerId),
  moneyColumn(t.paid, ({ grossFen }) => grossFen),
  ...TAXES,
]

const NOTES: readonly SheetColumn<{ readonly label: string; readonly value: string }>[] = [
  textColumn(t.item, 26, ({ label }) => label),
  textColumn(t.content, 96, ({ value }) => value),
  confirmed,
]

/** Few people are above: they are gathered whole, so that each sheet tells of the same ones. */
export const book: BookDefinition<VatBookInput> = async function* (tx, cipher, input) {
  const rules = vatRulesOf(input.month, input.tables)
  if (rules === undefined) throw new Error(`no VAT threshold in ${input.month}`)
  const people: Person[] = []
  let payers: PayerOfMonth[] = []
  const close = () => {
    if (payers.length > 0) people.push(personOf(cipher, input, payers))
    payers = []
  }
  for await (const piece of payersAbove(tx, input, rules.threshold.thresholdFen))
    for (const payer of piece) {
      if (payers[0]?.idHash !== payer.idHash) close()
      payers.push(payer)
    }
  close()
  const notes = [
    ...(people.length === 0 ? [NOBODY_ABOVE] : []),
    ...vatRuleLines(input.month, rules),
    ...VAT_NOTES,
  ]
  yield bookSheet(VAT_SHEETS.people, PEOPLE, atOnce(Promise.resolve(withSum(people.map(({ line }) => line)))))
  yield bookSheet(
    VAT_SHEETS.shares,
    SHARES,
    atOnce(Promise.resolve(withSum(people.flatMap(({ shares }) => shares)))),
  )
  yield bookSheet(VAT_SHEETS.notes, NOTES, atOnce(Promise.resolve(notes)))
}

function personOf(cipher: Cipher, { month, tables }: VatBookInput, payers: readonly PayerOfMonth[]): Person {
  const [first] = payers
  const vat = first && vatOfMonth(month, first.monthFen, tables)
  if (first === undefined || vat === undefined)
    throw new Error('a person above the threshold has been paid by someone')
  const who = {
    name: first.name,
    idCardNo: idCardNoOf(cipher, first.sealed),
    rate: percent(vat.rateBasisPoints),
  }
  const bearers = [...new Set(payers.map(({ vatBearer }) => bearerWord(vatBearer)))]
  const line: Line = {
    ...who,
    providerName: '',
    taxpayerId: '',
    bearer: bearers.join('、'),
    grossFen: vat.grossFen,
    openFen: first.monthOpenFen,
    salesFen: vat.salesFen,
    vatFen: vat.vatFen,
    surcharges: surchargesOf(vat),
    totalFen: vat.totalFen,
    withheldFen: payers.reduce((sum, { withheldFen }) => sum + withheldFen, 0n),
  }
  return { line, shares: sharesOf(line, payers) }
}

/** Each tax is divided by itself, so that every column sums to the person's. */
function sharesOf(line: Line, payers: readonly PayerOfMonth[]): Line[] {
  const paid = payers.map(({ paidFen }) => paidFen)
  const divided = (fen: Fen) => shareByPayer(fen, paid)
  const [vat, urban, education, local] = [
    divided(line.vatFen),
    divided(line.surcharges['urban-maintenance']),
    divided(line.surcharges.education),
    divided(line.surcharges['local-education']),
  ]
  return payers.map(({ providerName, taxpayerId, vatBearer, paidFen, withheldFen }, index) => {
    const vatFen = vat[index] ?? 0n
    const surcharges = {
      'urban-maintenance': urban[index] ?? 0n,
      education: education[index] ?? 0n,
      'local-education': local[index] ?? 0n,
    }
    return {
      ...line,
      providerName,
      taxpayerId,
      bearer: bearerWord(vatBearer),
      grossFen: paidFen,
      openFen: 0n,
      salesFen: paidFen - vatFen,
      vatFen,
      surcharges,
      totalFen: vatFen + sumOf(surcharges),
      withheldFen,
    }
  })
}

const percent = (points: bigint) => `${Number(points) / 100}%`

const NO_SURCHARGES = { 'urban-maintenance': 0n, education: 0n, 'local-education': 0n }

const surchargesOf = (vat: MonthVat): Line['surcharges'] => ({
  ...NO_SURCHARGES,
  ...Object.fromEntries(vat.surcharges.map(({ kind, fen }) => [kind, fen])),
})

const sumOf = (surcharges: Line['surcharges']): Fen =>
  surcharges['urban-maintenance'] + surcharges.education + surcharges['local-education']

function withSum(lines: readonly Line[]): Line[] {
  const sum = (pick: (line: Line) => Fen) => lines.reduce((fen, line) => fen + pick(line), 0n)
  const total: Line = {
    name: TOTAL,
    idCardNo: '',
    providerName: '',
    taxpayerId: '',
    bearer: '',
    rate: '',
    grossFen: sum(({ grossFen }) => grossFen),
    openFen: sum(({ openFen }) => openFen),
    salesFen: sum(({ salesFen }) => salesFen),
    vatFen: sum(({ vatFen }) => vatFen),
    surcharges: {
      'urban-maintenance': sum(({ surcharges }) => surcharges['urban-maintenance']),
      education: sum(({ surcharges }) => surcharges.education),
      'local-education': sum(({ surcharges }) => surcharges['local-education']),
    },
    totalFen: sum(({ totalFen }) => totalFen),
    withheldFen: sum(({ withheldFen }) => withheldFen),
  }
  return [...lines, total]
}
