// The stock of invoices by provider, month and type: list, save, and whether it is enough (D28).

import { isMonth } from '@paywages/domain/calendar/shanghai.ts'
import { MAX_INVOICES, MAX_STOCK_FEN, STOCK_ANSWERS } from '@paywages/domain/invoice-stock/stock.ts'
import { INVOICE_TYPES } from '@paywages/domain/invoices/invoice-type.ts'
import { parseYuan } from '@paywages/domain/money/fen.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { invoiceType, invoiceTypeInQuery } from '../invoices/invoice-type.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { flag, id, idInQuery, instant, shown, yuan } from '../values.ts'
import { stockTexts as texts } from './messages.ts'

const month = z.string(texts.monthWrong).refine(isMonth, texts.monthWrong)
const count = z
  .number(texts.countWrong)
  .int(texts.countWrong)
  .min(0, texts.countWrong)
  .max(MAX_INVOICES, texts.countWrong)
const amount = yuan(texts.amountWrong)
  .refine((fen) => fen >= 0n, texts.amountWrong)
  .refine((fen) => fen <= MAX_STOCK_FEN, texts.amountTooLarge)

const lineFields = {
  type: at('invoiceType', invoiceType),
  supported: at('support', flag),
  sufficient: at('enough', flag),
  count: at('invoiceNum', count),
  amountFen: at('invoiceMoney', amount),
}

const lineShape = shape({
  ...lineFields,
  drawnCount: at('usedNum', z.number()),
  drawnFen: at('usedMoney', yuan()),
})

/** The fields of one type, for those who check them one by one. */
export const stockLineCodecs = { count, amountFen: amount }

const stockShape = shape({
  ...same({ providerId: id, providerName: shown, month }),
  /** What is left of the supported types. */
  totalCount: at('totalStock', z.number()),
  totalFen: at('totalInvoiceable', yuan()),
  /** 0 enough, 1 short, 2 nothing supported, 3 not entered. */
  answer: at(
    'sufficiency',
    z.codec(z.literal([0, 1, 2, 3]), z.enum(STOCK_ANSWERS), {
      decode: (number) => STOCK_ANSWERS[number],
      encode: (answer) => STOCK_ANSWERS.indexOf(answer) as 0 | 1 | 2 | 3,
    }),
  ),
  lines: at('lines', z.array(lineShape)),
  /** 0 where there is no record yet. */
  version: at('version', z.number()),
  savedAt: at('saveTime', instant.nullable()),
  /** Empty where the first of the month added it. */
  savedBy: at('saveName', shown),
})
export type Stock = z.output<typeof stockShape>

const filters = {
  month: at('month', month.optional()),
  /** -1 all, else the numbers of the reply. */
  answer: at('sufficiency', z.enum(['-1', '0', '1', '2', '3'], texts.statusWrong).optional()),
  providerId: at('providerId', idInQuery.optional()),
}

export const listStock = endpoint({
  method: 'GET',
  path: '/invoice/stock/list',
  purpose: 'Lists the stock of a month (without one, the present) of every provider in scope.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ ...filters, ...paging }),
  reply: { form: 'list', row: stockShape },
  failure: texts.listFailed,
})

export const exportStock = endpoint({
  method: 'GET',
  path: '/invoice/stock/export',
  purpose: 'Exports the stock of the same filters, one line a type.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape(filters),
  reply: { form: 'download' },
  failure: texts.listFailed,
})

export const saveStock = endpoint({
  method: 'POST',
  path: '/invoice/stock/save',
  purpose: 'Saves the four types of a provider’s stock of this month.',
  right: 'manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({
    ...same({ providerId: id, month }),
    /** As it was read: what another manager saved meanwhile is not overwritten. */
    version: at('version', z.number(texts.statusWrong).int(texts.statusWrong).min(0, texts.statusWrong)),
    lines: at(
      'lines',
      z
        .array(shape(lineFields), texts.linesWrong)
        .length(INVOICE_TYPES.length, texts.linesWrong)
        .refine(
          (lines) => new Set(lines.map(({ type }) => type)).size === INVOICE_TYPES.length,
          texts.linesWrong,
        ),
    ),
  }),
  reply: { form: 'nothing' },
  failure: texts.saveFailed,
})

/** "1234.50" in a query string. */
const amountInQuery = z.codec(z.string(texts.amountWrong).max(20, texts.amountWrong), z.bigint(), {
  decode: (value, ctx) => {
    const fen = parseYuan(value)
    if (fen !== undefined) return fen
    ctx.issues.push({ code: 'custom', message: texts.amountWrong, input: value })
    return z.NEVER
  },
  encode: (fen) => `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`,
})

const answerShape = shape({
  answer: at('answer', z.enum(STOCK_ANSWERS)),
  remainingCount: at('restNum', z.number()),
  remainingFen: at('restMoney', yuan()),
  /** Others of the same platform that have enough, by name; empty where this one has. */
  recommended: at('recommended', z.array(shown)),
})
export type StockNotice = z.output<typeof answerShape>

export const stockAnswer = endpoint({
  method: 'GET',
  path: '/invoice/stock/answer',
  purpose:
    'Tells whether a provider has stock for an invoice, and who else of the platform has; without a provider, one’s own.',
  right: 'console',
  scope: { rule: 'record', kind: 'provider', at: 'providerId', optional: true },
  input: shape({
    providerId: at('providerId', idInQuery.optional()),
    type: at('invoiceType', invoiceTypeInQuery),
    amountFen: at('invoiceAmount', amountInQuery.optional()),
  }),
  reply: { form: 'data', data: answerShape },
  failure: texts.listFailed,
})
