// Transfers: how far a batch has come, the history of one transfer, and the queue that people resolve (D19–D21, D41).

import { RESOLUTION_OUTCOMES } from '@paywages/domain/transfers/resolution.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { batchIdInQuery, rowId } from '../payouts/shapes.ts'
import { at, shape } from '../shape.ts'
import { flag, id, idInQuery, text } from '../values.ts'
import { transferTexts } from './messages.ts'
import {
  acceptedOrdersHoldShape,
  pendingTransferShape,
  progressShape,
  transferHistoryShape,
  unknownDebitShape,
} from './shapes.ts'

export const batchProgress = endpoint({
  method: 'GET',
  path: '/excel/progress',
  purpose: 'Tells how far the transfers of a batch have come: counts and amounts.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({ batchId: at('opId', batchIdInQuery) }),
  reply: { form: 'data', data: progressShape },
  failure: transferTexts.historyFailed,
  passive: true,
})

export const transferHistory = endpoint({
  method: 'GET',
  path: '/transfer/history',
  purpose:
    'Gives the whole history of one transfer: what was sent, what the bank said, and how the money moved.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-row', at: 'rowId' },
  input: shape({ rowId: at('tranId', rowId) }),
  reply: { form: 'data', data: transferHistoryShape },
  failure: transferTexts.historyFailed,
})

export const pendingTransfers = endpoint({
  method: 'GET',
  path: '/transfer/pending',
  purpose:
    'Lists the transfers in scope that the bank gives no definite answer about, and what people proposed.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    providerId: at('providerId', idInQuery.optional()),
    state: at('state', z.enum(['in-doubt', 'manual', 'succeeded'], '状态参数不正确').optional()),
    ...paging,
  }),
  reply: { form: 'list', row: pendingTransferShape },
  failure: transferTexts.pendingFailed,
})

export const proposeResolution = endpoint({
  method: 'POST',
  path: '/transfer/resolve',
  purpose:
    'Proposes, with evidence, what became of a transfer that was given up on, or that one which was paid came back (D41).',
  right: 'manager',
  scope: { rule: 'record', kind: 'payout-row', at: 'rowId' },
  input: shape({
    rowId: at('tranId', rowId),
    outcome: at('outcome', z.enum(RESOLUTION_OUTCOMES, '请选择核实结果')),
    reason: at('reason', text({ max: 200, required: '请填写核实说明' })),
    evidenceFileId: at('fileId', z.uuid('请上传证明文件')),
  }),
  reply: { form: 'data', data: z.number() },
  failure: transferTexts.generic,
  decides: true,
})

export const decideResolution = endpoint({
  method: 'POST',
  path: '/transfer/resolve/decide',
  purpose: 'Confirms or refuses what another account proposed about a transfer (D41).',
  right: 'check-or-super-manager',
  scope: { rule: 'record', kind: 'resolution', at: 'resolutionId' },
  factor: 'again',
  input: shape({
    resolutionId: at('resolutionId', id),
    confirmed: at('decision', flag),
    reason: at('reason', text({ max: 200 }).optional()),
  }),
  reply: { form: 'nothing' },
  failure: transferTexts.generic,
  decides: true,
})

export const unknownDebits = endpoint({
  method: 'GET',
  path: '/transfer/debits',
  purpose:
    'Lists the debits in scope that the bank has executed or accepted and our books do not know, and what people proposed.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ providerId: at('providerId', idInQuery.optional()), ...paging }),
  reply: { form: 'list', row: unknownDebitShape },
  failure: transferTexts.debitsFailed,
})

export const acceptedOrdersHold = endpoint({
  method: 'GET',
  path: '/transfer/accepted',
  purpose:
    'Tells since when and why nothing is sent, where two people are to compare what the bank does not tell after a restore, or another database server sends; null else.',
  right: 'console',
  scope: { rule: 'none', because: 'sending is halted for all providers at once' },
  input: shape({}),
  reply: { form: 'data', data: acceptedOrdersHoldShape },
  failure: transferTexts.debitsFailed,
})

export const releaseSending = endpoint({
  method: 'POST',
  path: '/transfer/release',
  purpose:
    'Proposes that sending goes on after a restore: what the bank does not tell was compared in online banking, and what was found.',
  right: 'super-manager',
  scope: { rule: 'none', because: 'sending is halted for all providers at once' },
  input: shape({ word: at('word', text({ max: 200, required: '请填写核对结果' })) }),
  reply: { form: 'nothing', proposes: true },
  failure: transferTexts.generic,
  decides: true,
})

export const proposeDebit = endpoint({
  method: 'POST',
  path: '/transfer/debits/explain',
  purpose:
    'Proposes, with a reason, what an unknown debit is: a payment of ours whose sheet is lost, or none of ours.',
  right: 'manager',
  scope: { rule: 'record', kind: 'unknown-debit', at: 'debitId' },
  input: shape({
    debitId: at('debitId', id),
    outcome: at('outcome', z.enum(['paid', 'foreign'], '请选择核实结果')),
    reason: at('reason', text({ max: 200, required: '请填写核实说明' })),
  }),
  reply: { form: 'nothing' },
  failure: transferTexts.generic,
  decides: true,
})

export const decideDebit = endpoint({
  method: 'POST',
  path: '/transfer/debits/decide',
  purpose: 'Confirms or refuses what another account proposed about an unknown debit.',
  right: 'check-or-super-manager',
  scope: { rule: 'record', kind: 'unknown-debit', at: 'debitId' },
  factor: 'again',
  input: shape({
    debitId: at('debitId', id),
    confirmed: at('decision', flag),
    reason: at('reason', text({ max: 200 }).optional()),
  }),
  reply: { form: 'nothing' },
  failure: transferTexts.generic,
  decides: true,
})
