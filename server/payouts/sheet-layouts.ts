// Columns that a clerk names: the question about a sheet, the answer that is remembered, and managers who look and forget (D49).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { netMayDiffer } from '@paywages/domain/payouts/net-pay.ts'
import { SHEET_COLUMNS, titlesOf } from '@paywages/domain/payouts/sheet-columns.ts'
import {
  headingsOfKey,
  isSettledFor,
  type SheetLayout,
  sameChoice,
} from '@paywages/domain/payouts/sheet-layout.ts'
import type { PayoutField } from '@paywages/domain/payouts/sheet-row.ts'
import {
  type ColumnAnswer,
  type ColumnQuestion,
  columnAnswer,
} from '@paywages/wire/payouts/layout-endpoints.ts'
import { jsonText } from '@paywages/wire/values.ts'
import type { Actor } from '../actor.ts'
import { readQuestion } from '../adapters/spreadsheet/read-sheet.ts'
import { columnName } from '../adapters/spreadsheet/row-sink.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { withReceivedSheet } from '../files/received-sheet.ts'
import type { ReceivedFile } from '../http/call.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { deleteLayout, layoutsOf, lockLayout, replaceLayout } from './layout-store.ts'
import { tryColumns } from './try-columns.ts'

export async function askColumns(
  services: Services,
  by: Actor,
  files: readonly ReceivedFile[],
  input: { readonly fileName?: string | undefined; readonly sheetName?: string | undefined },
  signal: AbortSignal,
): Promise<ColumnQuestion> {
  const reading = { action: 'upload-sheet', fileName: input.fileName, signal } as const
  return withReceivedSheet(services, by, files, reading, async (file, copy) => {
    const { providerId } = by.person
    const thisMonth = shanghaiDay(by.at).slice(0, 7)
    const asked = { fileName: file.name, sheetName: input.sheetName, thisMonth, signal }
    const question = await readQuestion(copy, asked)
    const [provider, layouts] = await services.database.read((tx) =>
      Promise.all([findProvider(tx, providerId), layoutsOf(tx, providerId)]),
    )
    if (!provider) throw new Refused('not-found')
    const mayDiffer = netMayDiffer(provider)
    const known = layouts.find(({ key }) => key === question.key)
    const fieldOf = new Map(
      Object.entries(known?.fields ?? {}).map(([field, at]) => [at, field as PayoutField]),
    )
    const columns = question.columns.map((told) => {
      const column = { ...told, months: [...told.months] }
      const samples = column.samples.map(masked)
      const field = fieldOf.get(column.column)
      if (known === undefined) return { ...column, samples }
      return { ...column, samples, field: field ?? null, contested: null, by: 'remembered' as const }
    })
    const tried = { fileName: file.name, signal, by }
    const trials = await tryColumns(services, provider, copy, { ...question, columns }, tried)
    return {
      ...question,
      sheets: [...question.sheets],
      columns,
      trials: trials.map((trial) => ({ ...trial, skipped: [...trial.skipped] })),
      layoutId: known?.layoutId ?? null,
      amountIs: known && isSettledFor(mayDiffer, known) ? known.amountIs : null,
      netMayDiffer: mayDiffer,
    }
  })
}

/** Long numbers by their ends: who has the sheet knows them, and nobody else need read them. */
function masked(text: string): string {
  return text.replace(/[\dXx]{11,}/g, (digits) =>
    digits.length < 15
      ? `${digits.slice(0, 3)} •••• ${digits.slice(-4)}`
      : `${digits.slice(0, 4)} •••• ${digits.slice(-4)}`,
  )
}

/** What the person said, or a refusal of what is no answer. */
export function readAnswer(json: string | undefined): ColumnAnswer | undefined {
  if (json === undefined) return undefined
  const parsed = jsonText(columnAnswer).safeParse(json)
  if (!parsed.success) throw new Refused('malformed')
  const { fields, month } = parsed.data
  const columns = Object.values(fields)
  const said = (field: PayoutField) =>
    fields[field] !== undefined || (field === 'month' && month !== undefined)
  const isWhole = SHEET_COLUMNS.every(({ field, required }) => !required || said(field))
  if (!isWhole || new Set(columns).size < columns.length) throw new Refused('malformed')
  return parsed.data
}

/** An answer is remembered for the layout that the sheet itself has, so that nobody decides how other sheets are read. */
export async function checkLayoutKey(
  copy: Parameters<typeof readQuestion>[0],
  { key, remember, sheetName, month }: ColumnAnswer,
  reading: { readonly fileName: string; readonly signal: AbortSignal },
): Promise<void> {
  if (!remember || key === null || month !== undefined) return
  const question = await readQuestion(copy, { ...reading, sheetName })
  if (question.key !== key) throw new Refused('malformed')
}

/** Written down always, remembered where the person wants it; whoever comes later and says otherwise is told. */
export async function rememberAnswer(
  services: Services,
  by: Actor,
  answer: ColumnAnswer,
  file: { readonly name: string; readonly sha256: string },
  amountAsked: boolean,
): Promise<void> {
  const { providerId, accountId } = by.person
  await services.database.transact(async (tx) => {
    const { key, fields, amountIs } = answer
    let layoutId: number | undefined
    // The title's month is asked for each time: next month's sheet has the same headings.
    if (answer.remember && key !== null && answer.month === undefined) {
      const known = await lockLayout(tx, providerId, key)
      const isKnown = known && sameChoice(known, answer) && (known.amountAsked || !amountAsked)
      // What was confirmed of this file alone is written down each time.
      if (isKnown && answer.months === undefined && answer.unit === undefined) return
      if (known && !isKnown && known.layoutId !== answer.layoutId)
        throw new Refused('sheet-layout-changed', { name: known.chosenBy })
      layoutId = isKnown
        ? known.layoutId
        : await replaceLayout(tx, {
            ...{ providerId, key, fields, amountIs, amountAsked, accountId },
            at: by.at,
          })
    }
    await recordEntry(tx, by, {
      action: 'name-sheet-columns',
      object:
        layoutId === undefined
          ? { kind: 'file', id: file.sha256, name: file.name }
          : { kind: 'sheet-layout', id: layoutId, name: file.name },
      after: { sheetColumns: columnWords(answer) },
    })
  })
}

function columnWords({ fields, month, months = [], unit }: ColumnAnswer): string[] {
  const columns = Object.entries(fields).map(
    ([field, column]) => `${columnName(column)} 列 → ${titlesOf([field as PayoutField])}`,
  )
  return [
    ...columns,
    ...(month === undefined ? [] : [`标题 ${month} → ${titlesOf(['month'])}`]),
    ...months.map((said) => `${said.text} → ${said.month}`),
    ...(unit === undefined ? [] : [`金额单位 ${unit} → 元`]),
  ]
}

export async function forgetLayout(services: Services, by: Actor, layoutId: number): Promise<void> {
  await services.database.transact(async (tx) => {
    const gone = await deleteLayout(tx, layoutId)
    if (!gone) throw new Refused('not-found')
    await recordEntry(tx, by, {
      action: 'forget-sheet-layout',
      object: {
        kind: 'sheet-layout',
        id: layoutId,
        name: headingsOfKey(gone.key)
          .map(([, text]) => text)
          .join('、'),
      },
      providerId: gone.providerId,
    })
  })
}

/** With the field that each of its headings is read as. */
export function shownLayout<L extends SheetLayout>(layout: L) {
  const headings = headingsOfKey(layout.key)
  // The lowest line of several says it in full.
  const headingAt = new Map(headings)
  const inOrder = Object.entries(layout.fields).sort(([, one], [, other]) => one - other)
  const fields = inOrder.map(([field, column]) => ({
    heading: headingAt.get(column) ?? '',
    title: titlesOf([field as PayoutField]),
  }))
  return { ...layout, fields, headings: headings.map(([, text]) => text) }
}
