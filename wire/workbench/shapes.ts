// Figures, to-dos and recent batches of the workbench as they travel.

import { TODO_KINDS } from '@paywages/domain/workbench/todo.ts'
import { z } from 'zod'
import { batchId, batchStatus, rowId } from '../payouts/shapes.ts'
import { rechargeId } from '../recharges/shapes.ts'
import { at, same, shape } from '../shape.ts'
import { flag, id, instant, shown, yuan } from '../values.ts'

const reason = shape(same({ reason: shown, count: z.number() }))

/** One shape for all kinds: what a kind does not have is null, empty or 0. */
export const todoShape = shape({
  kind: at('kind', z.enum(TODO_KINDS)),
  /** The sheet's name; empty where the kind says it all. */
  title: at('title', shown),
  /** Whose it is; empty where it can only be one's own company's. */
  providerName: at('providerName', shown),
  amountFen: at('money', yuan().nullable()),
  since: at('time', instant),
  /** Who brought it here. */
  byName: at('accountName', shown),
  /** People, rows or transfers. */
  count: at('num', z.number()),
  /** Payouts of a batch, where `num` counts its people (D42). */
  rowCount: at('payNum', z.number()),
  warnedCount: at('warnNum', z.number()),
  reasons: at('reasons', z.array(reason)),
  /** Working days that the balance lasts. */
  runwayDays: at('runwayDays', z.number().nullable()),
  /** The last day of what ends; empty where nothing does. */
  endDay: at('endDay', shown),
  /** The bank's own number of a debit; empty where it is about none. */
  serial: at('bankSerial', shown),
  batchId: at('opId', batchId.nullable()),
  rechargeId: at('rechargeId', rechargeId.nullable()),
  applicationId: at('invoiceApplyId', id.nullable()),
  /** Where it is about one company and no record. */
  providerId: at('providerId', id.nullable()),
  /** Of what one is told, until it is read. */
  noticeId: at('noticeId', id.nullable()),
  /** Where it is one transfer and no more. */
  rowId: at('tranId', rowId.nullable()),
})
export type Todo = z.output<typeof todoShape>

export const todosShape = shape({
  /** All of them; the list holds the most urgent ones. */
  count: at('total', z.number()),
  todos: at('todos', z.array(todoShape)),
})

const monthFigures = shape({
  succeededFen: at('sucMoney', yuan()),
  succeededCount: at('sucNum', z.number()),
  failedCount: at('failNum', z.number()),
  feeFen: at('serviceFee', yuan()),
})
export type MonthFigures = z.output<typeof monthFigures>

const balance = shape({
  availableFen: at('availMoney', yuan()),
  frozenFen: at('frozenMoney', yuan()),
  /** Payouts and fees of an average working day of the last 30 days; null where there were none. */
  dailyFen: at('dailyMoney', yuan().nullable()),
  /** Over several companies, of the one that runs out first: their money is not common. */
  runwayDays: at('runwayDays', z.number().nullable()),
  tightestName: at('tightestProvider', shown),
})

/** What others are asked for; `holders` are those who may do it. */
export const waitingShape = shape({
  kind: at(
    'kind',
    z.enum([
      'audit-batch',
      'review-batch',
      'start-batch',
      'audit-recharge',
      'confirm-reversal',
      'confirm-resolution',
      // Nobody is asked: it starts by itself at that time.
      'scheduled-start',
    ]),
  ),
  providerName: at('providerName', shown),
  holders: at('holders', z.array(shown)),
  count: at('num', z.number()),
  amountFen: at('money', yuan()),
  since: at('time', instant),
})
export type Waiting = z.output<typeof waitingShape>

const dayFigures = shape({
  day: at('day', shown),
  succeededFen: at('sucMoney', yuan()),
  failedFen: at('failMoney', yuan()),
})

export const workbenchShape = shape({
  /** How many companies the figures add up; 1 is one's own. */
  providerCount: at('providerNum', z.number()),
  balance: at('balance', balance),
  thisMonth: at('thisMonth', monthFigures),
  lastMonth: at('lastMonth', monthFigures),
  days: at('days', z.array(dayFigures)),
  waiting: at('waiting', z.array(waitingShape)),
  /** How far a new company has come; null for those who look after several. */
  firstSteps: at(
    'firstSteps',
    shape({
      recharged: at('recharged', flag),
      uploaded: at('uploaded', flag),
      approved: at('approved', flag),
    }).nullable(),
  ),
})
export type Workbench = z.output<typeof workbenchShape>

export const recentBatchShape = shape({
  batchId: at('opId', batchId),
  fileName: at('excelName', shown),
  providerName: at('providerName', shown),
  uploadedAt: at('opTime', instant),
  payableCount: at('totalNum', z.number()),
  peopleCount: at('peopleNum', z.number()),
  grossFen: at('totalMoney', yuan()),
  status: at('status', batchStatus),
  withdrawn: at('withdrawn', flag),
  succeededCount: at('sucNum', z.number()),
  failedCount: at('failNum', z.number()),
  processingCount: at('processingNum', z.number()),
  own: at('ownProvider', flag),
})
export type RecentBatch = z.output<typeof recentBatchShape>
