// A provider's fund flow: every line with the balance after it, its export, and the monthly account statement (D6, D23).

import { isDay, isMonth } from '@paywages/domain/calendar/shanghai.ts'
import { FLOW_KINDS, FLOW_SIDES } from '@paywages/domain/ledger/fund-flow.ts'
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

const batchFlowShape = shape({
  /** Of the day, the subject and the side. */
  key: at('flowKey', z.string()),
  day: at('flowDay', z.string()),
  at: at('flowTime', instant),
  side: at('side', z.enum(FLOW_SIDES)),
  inFen: at('inMoney', yuan()),
  outFen: at('outMoney', yuan()),
  /** Of the account, after the last line of it on that day. */
  balanceFen: at('balance', yuan()),
  kinds: at('types', z.array(kindSumShape)),
  /** How many of its payments the bank made after they had been booked as failed. */
  late: at('lateNum', z.number()),
  batchId: at('opId', z.number().nullable()),
  batchNo: at('batchNo', shown),
  rechargeId: at('rechargeId', z.number().nullable()),
  payerName: at('payName', shown),
  reversalKind: at('reversalKind', z.enum(REVERSAL_KINDS).nullable()),
})
export type BatchFlowRow = z.output<typeof batchFlowShape>

export const batchFlow = endpoint({
  method: 'GET',
  path: '/fund/flow/batches',
  purpose:
    'Lists the same movements with one line for what a batch paid, or got back, on a day, newest first, and the sums of the range.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ ...flowFilters, ...paging }),
  reply: { form: 'list', row: batchFlowShape, beside: flowSummaryShape },
  failure: texts.flowFailed,
})

const flowPersonShape = shape({
  rowId: at('tranId', z.number()),
  rowNumber: at('rowNo', z.number()),
  payeeName: at('uname', shown),
  at: at('flowTime', instant),
  payoutFen: at('money', yuan()),
  taxFen: at('taxMoney', yuan()),
  vatFen: at('vatMoney', yuan()),
  feeFen: at('fee', yuan()),
  amountFen: at('sumMoney', yuan()),
})
export type FlowPersonRow = z.output<typeof flowPersonShape>

export const flowPeople = endpoint({
  method: 'GET',
  path: '/fund/flow/people',
  purpose: 'Lists the people behind one such line, in the order of the sheet.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({
    kind: flowFilters.kind,
    batchId: at('opId', idInQuery),
    day: at('flowDay', z.string(texts.dayWrong).refine(isDay, texts.dayWrong)),
    side: at('side', z.enum(FLOW_SIDES, texts.kindWrong)),
    ...paging,
  }),
  reply: { form: 'list', row: flowPersonShape },
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
