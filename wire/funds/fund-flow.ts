// A provider's fund flow: every line with the balance after it, its export, and the monthly account statement (D6, D23).

import { isMonth } from '@paywages/domain/calendar/shanghai.ts'
import { FLOW_KINDS } from '@paywages/domain/ledger/fund-flow.ts'
import { REVERSAL_KINDS } from '@paywages/domain/recharges/recharge-status.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { flag, idInQuery, instant, instantInQuery, shown, yuan } from '../values.ts'
import { fundTexts as texts } from './messages.ts'
import { taxBalanceShape } from './money-view.ts'

/** One provider at a time, as a balance runs through its lines; by default the asker's own. */
const flowFilters = {
  providerId: at('providerId', idInQuery.optional()),
  kind: at('flowType', z.enum(FLOW_KINDS, texts.kindWrong).optional()),
  from: at('beginTime', instantInQuery.optional()),
  to: at('endTime', instantInQuery.optional()),
}

const flowRowShape = shape({
  flowId: at('flowId', z.number()),
  at: at('flowTime', instant),
  kind: at('flowType', z.enum(FLOW_KINDS)),
  /** Paid by the bank after it had been booked as failed. */
  late: at('isLate', flag),
  inFen: at('inMoney', yuan()),
  outFen: at('outMoney', yuan()),
  /** Of the account, right after this line, whatever the list leaves out. */
  balanceFen: at('balance', yuan()),
  batchId: at('opId', z.number().nullable()),
  batchNo: at('batchNo', shown),
  rowId: at('tranId', z.number().nullable()),
  payeeName: at('uname', shown),
  rechargeId: at('rechargeId', z.number().nullable()),
  payerName: at('payName', shown),
  reversalKind: at('reversalKind', z.enum(REVERSAL_KINDS).nullable()),
})
export type FlowRow = z.output<typeof flowRowShape>

const kindSumShape = shape({
  kind: at('flowType', z.enum(FLOW_KINDS)),
  lines: at('num', z.number()),
  amountFen: at('money', yuan()),
})

/** Of the whole range, whichever kind is listed, so that opening + in − out = closing always. */
const flowSummaryShape = shape({
  ...same({ providerId: z.number(), providerName: shown }),
  openingFen: at('beginBalance', yuan()),
  inFen: at('inMoney', yuan()),
  outFen: at('outMoney', yuan()),
  closingFen: at('endBalance', yuan()),
  /** How much of the closing balance was held for transfers under way; the rest could be spent. */
  heldFen: at('frozenMoney', yuan()),
  kinds: at('types', z.array(kindSumShape)),
  /** Null where the company does not withhold, and never did. */
  tax: at('tax', taxBalanceShape.nullable()),
  /** The month of the first line of all, from which on there are statements. */
  firstMonth: at('firstMonth', z.string().nullable()),
})
export type FlowSummary = z.output<typeof flowSummaryShape>

export const fundFlow = endpoint({
  method: 'GET',
  path: '/fund/flow',
  purpose:
    'Lists what moved the account balance of one provider, newest first, with the balance after each line and the sums of the range.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ ...flowFilters, ...paging }),
  reply: { form: 'list', row: flowRowShape, beside: flowSummaryShape },
  failure: texts.flowFailed,
})

export const exportFundFlow = endpoint({
  method: 'GET',
  path: '/fund/flow/export',
  purpose:
    'Downloads the same lines as .xlsx, oldest first, with the running balance; the export stands in the audit log.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape(flowFilters),
  reply: { form: 'download' },
  failure: texts.exportFailed,
})

export const fundStatement = endpoint({
  method: 'GET',
  path: '/fund/statement',
  purpose: 'Downloads the account statement of one provider and month as PDF; it stands in the audit log.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    providerId: at('providerId', idInQuery.optional()),
    month: at('month', z.string(texts.monthWrong).refine(isMonth, texts.monthWrong)),
  }),
  reply: { form: 'download' },
  failure: texts.statementFailed,
})
