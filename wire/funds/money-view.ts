// Fund summary: started batches one by one, their totals, their days and their export (spec §2, §7, D6, D23).

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pagingFromOne } from '../paging.ts'
import { batchId } from '../payouts/shapes.ts'
import { at, same, shape } from '../shape.ts'
import { sorting } from '../sorting.ts'
import { idInQuery, instant, instantInQuery, shown, yuan } from '../values.ts'
import { moneyViewTexts as texts } from './messages.ts'

/** The same for list, totals, days and export; the time is that of a batch's start. */
const filters = {
  providerId: at('providerId', idInQuery.optional()),
  from: at('beginTime', instantInQuery.optional()),
  to: at('endTime', instantInQuery.optional()),
}

const moneyViewRowShape = shape({
  ...same({ batchNo: shown, providerName: shown, platformName: shown }),
  batchId: at('opId', batchId),
  startedAt: at('opTime', instant),
  /** Gross and distinct people of the rows that are paid: without cancelled ones. */
  grossFen: at('opTotal', yuan()),
  people: at('opPeople', z.number()),
  succeededFen: at('opSucTotal', yuan()),
  succeededPeople: at('opSucPeople', z.number()),
  failedFen: at('opFailTotal', yuan()),
  failedPeople: at('opFailPeople', z.number()),
  /** Of the succeeded rows: all others cost nothing (D20). */
  feeFen: at('providerFee', yuan()),
  /** Payouts beside the people (D42). */
  payableCount: at('opNum', z.number()),
  succeededCount: at('opSucNum', z.number()),
  failedCount: at('opFailNum', z.number()),
})
export type MoneyViewRow = z.output<typeof moneyViewRowShape>

export const moneyView = endpoint({
  method: 'GET',
  path: '/money/view',
  purpose: 'Lists the started batches in scope with their money, newest first; index is the page, from 1.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    ...filters,
    ...sorting({
      startedAt: 'opTime',
      grossFen: 'opTotal',
      succeededFen: 'opSucTotal',
      failedFen: 'opFailTotal',
      feeFen: 'providerFee',
    }),
    ...pagingFromOne,
  }),
  reply: { form: 'list', row: moneyViewRowShape },
  failure: texts.listFailed,
})

/** As things stand now, whatever time is asked for. */
export const taxBalanceShape = shape({
  /** Withheld and not given back: what the ledger owes the tax office of all time. */
  payableFen: at('payableTax', yuan()),
  /** Of the months whose proof is uploaded. */
  paidFen: at('paidTax', yuan()),
  /** What is left to pay; below zero where payouts came back after their month was paid. */
  openFen: at('unpaidTax', yuan()),
})
export type TaxBalance = z.output<typeof taxBalanceShape>

const totalsBeforeShape = shape({
  outcomeFen: at('outcomeMoney', yuan()),
  costFen: at('serviceCost', yuan()),
})

export const providerMoney = endpoint({
  method: 'GET',
  path: '/provider/money',
  purpose:
    'Totals what succeeded, its fee and its tax: of a company or the whole scope, of all time or of the given one with the equally long time before.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape(filters),
  reply: {
    form: 'data',
    data: shape({
      outcomeFen: at('outcomeMoney', yuan()),
      costFen: at('serviceCost', yuan()),
      /** Withheld from the same payouts. */
      taxFen: at('personalTax', yuan()),
      /** Null where no company that is asked for withholds, or ever did. */
      tax: at('tax', taxBalanceShape.nullable()),
      /** Only where both ends of the time are given. */
      before: at('before', totalsBeforeShape.nullable()),
    }),
  },
  failure: texts.totalsFailed,
})

const moneyDayShape = shape({
  day: at('day', shown),
  succeededFen: at('sucTotal', yuan()),
  succeededCount: at('sucNum', z.number()),
  failedFen: at('failTotal', yuan()),
  failedCount: at('failNum', z.number()),
  feeFen: at('providerFee', yuan()),
})
export type MoneyDay = z.output<typeof moneyDayShape>

export const moneyDays = endpoint({
  method: 'GET',
  path: '/money/view/days',
  purpose: 'Sums the same batches by the Shanghai day of their start; days without any are left out.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape(filters),
  reply: { form: 'list', row: moneyDayShape },
  failure: texts.listFailed,
})

export const exportMoneyView = endpoint({
  method: 'GET',
  path: '/money/view/export',
  purpose: 'Downloads the same batches as .xlsx; the export stands in the audit log.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape(filters),
  reply: { form: 'download' },
  failure: texts.exportFailed,
})
