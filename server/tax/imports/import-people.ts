// Everyone on the declaration of a closed month with what the tax client asks of them: one source for the files and for the page.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { ImportLayout } from '@paywages/domain/tax/import-layout.ts'
import { type ImportAmounts, type LeftOutOfImport, whyNotImported } from '@paywages/domain/tax/import-line.ts'
import type { IncomeKind } from '@paywages/domain/tax/layout-fields.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { carriedNote } from '../filing/filing-labels.ts'
import type { CorrectionEntry } from '../periods/correction-store.ts'
import type { Period } from '../periods/figures-store.ts'
import { filedFigurePieces } from '../periods/filed-figures.ts'
import { gatheredPeople } from '../periods/gathered-people.ts'
import type { PersonFigures } from '../periods/person-lines.ts'
import { openReturns, userIdsOf } from './collected-store.ts'
import { correctedNote } from './import-labels.ts'
import { type LayoutRecord, missingColumn } from './layout-cells.ts'

export const METHOD_OF: Readonly<Record<IncomeKind, TaxMethod>> = {
  'income-cumulative': 'cumulative',
  'income-per-payment': 'per-payment',
}

/** Income as declared, and the adjustments that the period books, item by item as the client asks for them. */
function importAmounts({ declaredIncomeFen, adjusted }: PersonFigures): ImportAmounts {
  return {
    income: declaredIncomeFen,
    exemptIncome: adjusted['exempt-income'] ?? 0n,
    healthInsurance: adjusted['health-insurance'] ?? 0n,
    deferredPension: adjusted['deferred-pension'] ?? 0n,
    otherDeduction: adjusted['other-deduction'] ?? 0n,
    donation: adjusted.donation ?? 0n,
    taxRelief: adjusted['tax-relief'] ?? 0n,
  }
}

export type ImportLine = {
  readonly person: PersonFigures
  /** All that stands in the file but the ID number, which is opened only when it is written. */
  readonly record: LayoutRecord
  readonly why: LeftOutOfImport | undefined
  /** The heading of what is missing; of an income below zero the months that may still be chosen to be filed again. */
  readonly detail: string
}

export type LayoutOfMethod = Readonly<Partial<Record<TaxMethod, ImportLayout>>>

/** Everyone who is declared, with corrections where they were filed, and whether the client takes them by the layout of their method. */
export async function* importLines(
  tx: Tx,
  period: Period,
  layouts: LayoutOfMethod,
  asOf: Month = period.month,
): AsyncGenerator<ImportLine[]> {
  // Before the people come: while they do, nothing else can be asked.
  const open = await openReturns(tx, period.taxId)
  const userIds = await userIdsOf(tx, period.providerId)
  for await (const piece of gatheredPeople(filedFigurePieces(tx, period, { asOf }))) {
    const declared = piece.filter((person) => person.declared)
    yield declared.map((person) => {
      const line = lineOf(person, userIds.get(person.idHash), layouts[person.method])
      if (line.why !== 'negative-income') return line
      const isOnly = declared.every((one) => one === person || one.idHash !== person.idHash)
      return { ...line, detail: monthsOn(person, isOnly, open.get(person.idHash) ?? []) }
    })
  }
}

/** The months that returns on this line correct; of somebody's several lines each has those of its method. */
function monthsOn(
  { method }: PersonFigures,
  isOnly: boolean,
  returns: readonly Pick<CorrectionEntry, 'month' | 'method'>[],
): string {
  const own = isOnly ? returns : returns.filter((one) => one.method === method)
  return [...new Set(own.map(({ month }) => month))].toSorted().join('、')
}

function lineOf(
  person: PersonFigures,
  userId: number | undefined,
  layout: ImportLayout | undefined,
): ImportLine {
  const amounts = importAmounts(person)
  const record: LayoutRecord = {
    ...amounts,
    employeeNo: String(userId ?? ''),
    name: person.name,
    note: [
      ...(person.corrections === 0 ? [] : [correctedNote(person.corrections)]),
      ...(person.carriedMonths.length === 0 ? [] : [carriedNote(person.carriedMonths)]),
    ].join('；'),
  }
  const why = whyNotImported(amounts)
  if (why !== undefined) return { person, record, why, detail: '' }
  const missing = layout && missingColumn(layout, record)
  return { person, record, why: missing && 'missing-field', detail: missing?.heading ?? '' }
}

export type ImportSums = {
  people: number
  incomeFen: Fen
  leftOutCount: number
  leftOutFen: Fen
  /** The first of them by name. */
  leftOut: {
    readonly name: string
    readonly incomeFen: Fen
    readonly why: LeftOutOfImport
    readonly detail: string
  }[]
}

const MAX_NAMED = 20

const nothing = (): ImportSums => ({
  people: 0,
  incomeFen: 0n,
  leftOutCount: 0,
  leftOutFen: 0n,
  leftOut: [],
})

/** What each method's file holds and leaves out; only methods that somebody is declared by. Whom it meets is put into `seen`, once. */
export async function importSums(
  tx: Tx,
  period: Period,
  layouts: LayoutOfMethod,
  seen?: Set<string>,
): Promise<ReadonlyMap<TaxMethod, ImportSums>> {
  const sums = new Map<TaxMethod, ImportSums>()
  for await (const lines of importLines(tx, period, layouts))
    for (const { person, why, detail } of lines) {
      const { idHash, method, name, declaredIncomeFen: incomeFen } = person
      seen?.add(idHash)
      const own = sums.get(method) ?? nothing()
      sums.set(method, own)
      if (why === undefined) {
        own.people += 1
        own.incomeFen += incomeFen
      } else {
        own.leftOutCount += 1
        own.leftOutFen += incomeFen
        if (own.leftOut.length < MAX_NAMED) own.leftOut.push({ name, incomeFen, why, detail })
      }
    }
  return sums
}
