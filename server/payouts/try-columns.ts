// Reads a sheet as it would be read by each answer about its amounts: rows, rows left out, and what gross and net would come to.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { AmountUnit } from '@paywages/domain/payouts/amount-units.ts'
import type { AmountIs } from '@paywages/domain/payouts/amount-words.ts'
import { netMayDiffer } from '@paywages/domain/payouts/net-pay.ts'
import type { SkippedRow } from '@paywages/domain/payouts/other-rows.ts'
import { amountOf, type PayoutField } from '@paywages/domain/payouts/sheet-row.ts'
import type { Actor } from '../actor.ts'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import { readPacked } from '../adapters/spreadsheet/read-sheet.ts'
import { unpackRows } from '../adapters/spreadsheet/row-packing.ts'
import type { AskedColumn, SheetQuestion } from '../adapters/spreadsheet/sheet-question.ts'
import { SheetRefused } from '../adapters/spreadsheet/sheet-refused.ts'
import type { SheetSummary } from '../adapters/spreadsheet/sheet-summary.ts'
import type { Services } from '../app-services.ts'
import type { ProviderRecord } from '../providers/store.ts'
import { PersonPayments, paidBefore } from './paid-before.ts'

export type ColumnTrial = {
  /** The column of amounts that was tried. */
  readonly column: number
  readonly rowCount: number
  readonly skipped: readonly SkippedRow[]
  /** What would arrive if its amounts are gross, and be paid if they are net; null where nothing is withheld or nobody can tell. */
  readonly netFen: number | null
  readonly grossFen: number | null
}

/** Of more rows gross and net are not worked out for a question. */
const MAX_WORKED_OUT = 5_000
const MAX_TRIED = 3

type Sheet = Parameters<typeof readPacked>[0]
type Tried = { readonly fileName: string; readonly signal: AbortSignal; readonly by: Actor }
type Payment = { readonly hash: string; readonly amountFen: bigint }

export async function tryColumns(
  services: Services,
  provider: ProviderRecord,
  copy: Sheet,
  question: Pick<SheetQuestion, 'sheetName' | 'headingRow'> & {
    readonly columns: readonly Pick<AskedColumn, 'column' | 'field' | 'contested' | 'unit'>[]
  },
  tried: Tried,
): Promise<ColumnTrial[]> {
  const fields = Object.fromEntries(
    question.columns.flatMap(({ field, column }) => (field === null ? [] : [[field, column] as const])),
  ) as Partial<Record<PayoutField, number>>
  const amounts = question.columns.filter(
    ({ field, contested }) => field === 'amount' || contested === 'amount',
  )
  const trials: ColumnTrial[] = []
  for (const { column, unit } of amounts.slice(0, MAX_TRIED)) {
    const { sheetName, headingRow } = question
    const choice = {
      sheetName,
      headingRow,
      fields: { ...fields, amount: column },
      amountIs: 'gross' as const,
      unit: unit ?? undefined,
    }
    const trial = await tryColumn(services, provider, copy, choice, tried)
    if (trial !== undefined) trials.push({ column, ...trial })
  }
  return trials
}

type Choice = {
  readonly sheetName: string
  readonly headingRow: number
  readonly fields: Readonly<Partial<Record<PayoutField, number>>>
  readonly amountIs: AmountIs
  readonly unit: AmountUnit | undefined
}

/** Undefined where the sheet would be refused: its upload says why. */
async function tryColumn(
  services: Services,
  provider: ProviderRecord,
  copy: Sheet,
  columns: Choice,
  { fileName, signal, by }: Tried,
): Promise<Omit<ColumnTrial, 'column'> | undefined> {
  let summary: SheetSummary | undefined
  const onEnd = (told: SheetSummary) => {
    summary = told
  }
  const deducts = netMayDiffer(provider) && columns.fields.idCardNo !== undefined
  const payments: Payment[] = []
  try {
    for await (const { packed } of readPacked(copy, { kind: 'payouts', fileName, columns, onEnd, signal })) {
      if (!deducts || payments.length > MAX_WORKED_OUT) continue
      for (const row of unpackRows(packed)) {
        const amountFen = amountOf(row)
        if (amountFen === undefined) continue
        payments.push({ hash: services.cipher.lookupHash(row.idCardNo, ID_CARD_NO), amountFen })
      }
    }
  } catch (error) {
    if (error instanceof SheetRefused) return undefined
    throw error
  }
  if (summary === undefined) return undefined
  const { total, skipped } = summary
  const sums =
    deducts && payments.length <= MAX_WORKED_OUT
      ? await workedOut(services, provider, by, payments)
      : { netFen: null, grossFen: null }
  return { rowCount: total, skipped, ...sums }
}

/** A person's earlier rows count for the later, as they do when the sheet is taken in. */
async function workedOut(
  services: Services,
  provider: ProviderRecord,
  by: Actor,
  payments: readonly Payment[],
): Promise<{ netFen: number; grossFen: number }> {
  const paying = new PersonPayments(services, provider, shanghaiDay(by.at))
  const hashes = [...new Set(payments.map(({ hash }) => hash))]
  const before = await services.database.query((tx) => paidBefore(tx, provider, by, hashes))
  const asGross = new Map(before)
  const asNet = new Map(before)
  let netFen = 0n
  let grossFen = 0n
  for (const { hash, amountFen } of payments) {
    const [ifGross, ifNet] = [asGross.get(hash), asNet.get(hash)]
    if (ifGross === undefined || ifNet === undefined) continue
    const left = paying.forGross(ifGross, amountFen)
    netFen += left.netFen
    asGross.set(hash, left.after)
    const found = paying.forNet(ifNet, amountFen)
    grossFen += found.grossFen
    asNet.set(hash, found.after)
  }
  return { netFen: Number(netFen), grossFen: Number(grossFen) }
}
