// Unknown headings of payout sheets: what a person is asked about them, and the layouts that were remembered (D49).

import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { AMOUNT_UNITS } from '@paywages/domain/payouts/amount-units.ts'
import { SHEET_COLUMNS } from '@paywages/domain/payouts/sheet-columns.ts'
import type { PayoutField } from '@paywages/domain/payouts/sheet-row.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { flag, id, idInQuery, instant, shown } from '../values.ts'
import { payoutTexts } from './messages.ts'

const PAYOUT_FIELDS = SHEET_COLUMNS.map(({ field }) => field) as [PayoutField, ...PayoutField[]]
const payoutField = z.enum(PAYOUT_FIELDS)
const amountIs = z.enum(['gross', 'net'])
const column = z.number().int().min(0).max(16_383)

const aMonth = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)

/** What the person said, as the field `columns` of an upload carries it. */
export const columnAnswer = z.object({
  sheetName: z.string().max(100),
  headingRow: z.number().int().min(0).max(1_048_576),
  fields: z.partialRecord(payoutField, column),
  amountIs,
  remember: z.boolean(),
  /** The layout's number that the person was shown; null where none was remembered. */
  layoutId: z.number().nullable(),
  key: z.string().max(2_000).nullable(),
  /** The title's month, confirmed for every row of a sheet that has no column of months. */
  month: aMonth.optional(),
  /** What months without a whole year mean, as was confirmed of this file. */
  months: z
    .array(z.object({ text: z.string().max(20), month: aMonth }))
    .max(40)
    .optional(),
  /** Of amounts that are so many yuan, as was confirmed of this file. */
  unit: z.enum(AMOUNT_UNITS).optional(),
})
export type ColumnAnswer = z.output<typeof columnAnswer>

const askedColumn = z.object({
  column,
  heading: shown,
  samples: z.array(shown),
  filled: z.number(),
  field: payoutField.nullable(),
  contested: payoutField.nullable(),
  by: z.enum(['heading', 'content', 'sequence', 'none', 'remembered']),
  percent: z.number().nullable(),
  sumFen: z.number().nullable(),
  hidden: z.boolean(),
  months: z.array(z.object({ text: shown, month: shown })),
  unit: z.enum(AMOUNT_UNITS).nullable(),
})
export type AskedColumn = z.output<typeof askedColumn>

const skippedRow = z.object({
  rowNumber: z.number(),
  kind: z.enum(['title', 'heading', 'total', 'subtotal', 'footer']),
  label: shown,
  total: z.object({ saidFen: z.number(), sumFen: z.number(), agrees: z.boolean() }).optional(),
})

/** How the sheet would be read if a column is the amount. */
const columnTrial = z.object({
  column,
  rowCount: z.number(),
  skipped: z.array(skippedRow),
  netFen: z.number().nullable(),
  grossFen: z.number().nullable(),
})
export type ColumnTrial = z.output<typeof columnTrial>

const questionShape = shape(
  same({
    sheetName: shown,
    sheets: z.array(shown),
    headingRow: z.number(),
    rowCount: z.number(),
    columns: z.array(askedColumn),
    trials: z.array(columnTrial),
    key: shown.nullable(),
    titleMonth: shown.nullable(),
    layoutId: z.number().nullable(),
    amountIs: amountIs.nullable(),
    netMayDiffer: flag,
  }),
)
export type ColumnQuestion = z.output<typeof questionShape>

export const askColumns = endpoint({
  method: 'POST',
  path: '/excel/columns',
  purpose: 'Looks a payout sheet through whose headings leave something open; nothing is stored.',
  right: 'pay',
  scope: { rule: 'own' },
  input: shape({
    fileName: at('fileName', z.string().max(4096).optional()),
    sheetName: at('sheetName', z.string().max(100).optional()),
  }),
  upload: { field: 'file', maxFiles: 1, maxBytes: FILE_RULES['payout-sheet'].limitBytes },
  reply: { form: 'data', data: questionShape },
  failure: payoutTexts.uploadFailed,
})

const layoutShape = shape({
  /** Whose headings: of payout sheets or of bank statements. */
  kind: at('kind', z.enum(['payouts', 'statement'])),
  ...same({ layoutId: id, providerName: shown, chosenAt: instant, lastUsedAt: instant.nullable(), amountIs }),
  /** Which heading is read as which field, in words. */
  fields: at('fields', z.array(z.object({ heading: shown, title: shown }))),
  headings: at('headings', z.array(shown)),
  chosenBy: at('createName', shown),
})

export type ListedLayout = z.output<typeof layoutShape>

export const listLayouts = endpoint({
  method: 'GET',
  path: '/excel/layouts',
  purpose: 'Lists the remembered layouts of payout sheets in scope, newest first.',
  right: 'manager',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ providerId: at('providerId', idInQuery.optional()), ...paging }),
  reply: { form: 'list', row: layoutShape },
  failure: payoutTexts.generic,
})

export const deleteLayout = endpoint({
  method: 'POST',
  path: '/excel/layouts/delete',
  purpose: 'Forgets a remembered layout: the next such sheet asks again.',
  right: 'manager',
  scope: { rule: 'record', kind: 'sheet-layout', at: 'layoutId' },
  input: shape(same({ layoutId: id })),
  reply: { form: 'nothing' },
  failure: payoutTexts.generic,
})
