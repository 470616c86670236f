// Recharges of the payout account: receipt, form, lists, audit, balance, reversals (spec §2, §5, §7, D25).

import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { BANK_ACCOUNT } from '@paywages/domain/providers/particulars.ts'
import { MAX_RECHARGE_FEN, plainAccount } from '@paywages/domain/recharges/recharge-form.ts'
import { REVERSAL_KINDS } from '@paywages/domain/recharges/recharge-status.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fileUrl } from '../files/file-url.ts'
import { listSumShape } from '../list-sums.ts'
import { paging } from '../paging.ts'
import { at, shape } from '../shape.ts'
import { sorting } from '../sorting.ts'
import { dayAsInstant, flag, idInQuery, shown, text, yuan } from '../values.ts'
import { rechargeTexts as texts } from './messages.ts'
import {
  rechargeDetailShape,
  rechargeId,
  rechargeIdInQuery,
  rechargeRowShape,
  rechargeStatusInQuery,
} from './shapes.ts'

const payerAccount = text({ required: texts.payerAccountMissing, max: 40 })
  .overwrite(plainAccount)
  .refine((value) => BANK_ACCOUNT.test(value), texts.payerAccountWrong)

const amount = yuan(texts.amountMissing, texts.amountWrong)
  .refine((fen) => fen !== 0n, texts.amountMissing)
  .refine((fen) => fen >= 0n, texts.amountWrong)
  .refine((fen) => fen <= MAX_RECHARGE_FEN, texts.amountTooLarge)

const reason = text({ max: 100, tooLong: texts.reasonTooLong }).optional()

export const uploadReceipt = endpoint({
  method: 'POST',
  path: '/recharge/upload/receipt',
  purpose: 'Stores the receipt of a bank transfer; the answer is its address, for the form that follows.',
  right: 'not-check',
  scope: { rule: 'own' },
  input: shape({ fileName: at('fileName', z.string().max(4096).optional()) }),
  upload: { field: 'file', maxFiles: 1, maxBytes: FILE_RULES.receipt.limitBytes },
  reply: { form: 'data', data: fileUrl(texts.receiptMissing) },
  failure: texts.uploadFailed,
})

export const addRecharge = endpoint({
  method: 'POST',
  path: '/recharge/add',
  purpose: 'Registers a transfer to one of the brand’s receiving accounts, with its receipt, for audit.',
  right: 'not-check',
  scope: { rule: 'own' },
  input: shape({
    payerName: at('payName', text({ required: texts.payerMissing, max: 60 })),
    payerAccount: at('payAccount', payerAccount),
    receiverName: at('recvName', text({ required: texts.receiverMissing, max: 60 })),
    receiverAccount: at('recvAccount', text({ required: texts.receiverAccountMissing, max: 40 })),
    receiverBank: at('recvBank', text({ max: 60 }).optional()),
    amountFen: at('money', amount),
    payDay: at('payDate', dayAsInstant(texts.payDateMissing)),
    receiptFileId: at('fileUrl', fileUrl(texts.receiptMissing, texts.receiptWrong)),
  }),
  reply: { form: 'data', data: rechargeId },
  failure: texts.addFailed,
})

/** CZ000021, or the digits alone. */
const number = at('rechargeNo', text({ max: 20, tooLong: texts.numberTooLong }).optional())

const rechargeSorting = sorting({
  createdAt: 'createTime',
  payerName: 'payName',
  amountFen: 'money',
  payDay: 'payDate',
  status: 'rechargeStatus',
})

export const listRecharges = endpoint({
  method: 'GET',
  path: '/recharge/list',
  purpose: 'Lists the recharges of one’s own provider, newest first.',
  right: 'console',
  scope: { rule: 'own' },
  input: shape({
    status: at('rechargeStatus', rechargeStatusInQuery.optional()),
    number,
    ...rechargeSorting,
    ...paging,
  }),
  reply: { form: 'list', row: rechargeRowShape, beside: listSumShape },
  failure: texts.listFailed,
})

export const allRecharges = endpoint({
  method: 'GET',
  path: '/recharge/all',
  purpose: 'Lists the recharges in scope, newest first.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    status: at('rechargeStatus', rechargeStatusInQuery.optional()),
    providerId: at('providerId', idInQuery.optional()),
    number,
    ...rechargeSorting,
    ...paging,
  }),
  reply: { form: 'list', row: rechargeRowShape, beside: listSumShape },
  failure: texts.listFailed,
})

export const rechargeDetail = endpoint({
  method: 'GET',
  path: '/recharge/detail',
  purpose: 'Gives one recharge in full, with its reversals and those it resembles; the look is audited.',
  right: 'console',
  scope: { rule: 'record', kind: 'recharge', at: 'rechargeId' },
  input: shape({ rechargeId: at('rechargeId', rechargeIdInQuery) }),
  reply: { form: 'data', data: rechargeDetailShape },
  failure: texts.listFailed,
})

export const auditRecharge = endpoint({
  method: 'POST',
  path: '/recharge/audit',
  purpose:
    'Approves (1), which credits the balance, or rejects (0) a pending recharge; never one’s own. Managers credit large ones whose money was not seen.',
  right: 'check-or-manager',
  scope: { rule: 'record', kind: 'recharge', at: 'rechargeId' },
  factor: 'again',
  input: shape({
    rechargeId: at('rechargeId', rechargeId),
    approves: at('rechargeStatus', flag),
    reason: at('reason', reason),
    /** The auditor was told which recharge this one resembles, and goes on. */
    confirmDuplicate: at('confirmDuplicate', flag.optional()),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
  decides: true,
})

export const askApprovalSignature = endpoint({
  method: 'POST',
  path: '/recharge/audit/sign',
  purpose: 'Gives what a passkey is to sign before a recharge is approved.',
  right: 'check-or-manager',
  scope: { rule: 'record', kind: 'recharge', at: 'rechargeId' },
  input: shape({ rechargeId: at('rechargeId', rechargeId) }),
  reply: { form: 'data', data: shape({ options: at('options', shown) }) },
  failure: texts.generic,
})

export const withdrawRecharge = endpoint({
  method: 'POST',
  path: '/recharge/withdraw',
  purpose: 'Takes one’s own recharge back while it waits for its audit.',
  right: 'console',
  scope: { rule: 'record', kind: 'recharge', at: 'rechargeId' },
  input: shape({ rechargeId: at('rechargeId', rechargeId), reason: at('reason', reason) }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const rechargeMoney = endpoint({
  method: 'GET',
  path: '/recharge/money',
  purpose:
    'Gives the balance of one’s own provider: income, outcome, cost, what is available, what is in flight.',
  right: 'console',
  scope: { rule: 'own' },
  input: shape({}),
  reply: {
    form: 'data',
    data: shape({
      incomeFen: at('incomeMoney', yuan()),
      outcomeFen: at('outcomeMoney', yuan()),
      costFen: at('serviceCost', yuan()),
      availableFen: at('availMoney', yuan()),
      frozenFen: at('frozenMoney', yuan()),
    }),
  },
  failure: texts.moneyFailed,
  passive: true,
})

export const pendingRecharges = endpoint({
  method: 'GET',
  path: '/recharge/unhandle',
  purpose: 'Counts the recharges that wait for the caller’s audit.',
  right: 'console',
  scope: { rule: 'own' },
  input: shape({}),
  reply: { form: 'data', data: z.number(), counted: true },
  failure: texts.listFailed,
  passive: true,
})

const receiverShape = shape({
  name: at('recvName', shown),
  account: at('recvAccount', shown),
  bank: at('recvBank', shown),
})
export type Receiver = z.output<typeof receiverShape>

export const listReceivers = endpoint({
  method: 'GET',
  path: '/recharge/receivers',
  purpose: 'Lists the receiving accounts of the session’s brand.',
  right: 'console',
  scope: { rule: 'none', because: 'a brand’s receiving accounts belong to no provider' },
  input: shape({}),
  reply: { form: 'list', row: receiverShape },
  failure: texts.receiversFailed,
})

export const askReversal = endpoint({
  method: 'POST',
  path: '/recharge/reverse',
  purpose: 'Asks for the correction or refund of an approved recharge, in whole or in part.',
  right: 'check-or-super-manager',
  scope: { rule: 'record', kind: 'recharge', at: 'rechargeId' },
  input: shape({
    rechargeId: at('rechargeId', rechargeId),
    amountFen: at(
      'money',
      yuan(texts.reversalAmountMissing, texts.reversalAmountWrong).refine(
        (fen) => fen > 0n,
        texts.reversalAmountWrong,
      ),
    ),
    kind: at('kind', z.enum(REVERSAL_KINDS, texts.kindWrong)),
    reason: at('reason', text({ required: texts.reasonMissing, max: 100, tooLong: texts.reasonTooLong })),
  }),
  reply: { form: 'data', data: z.number() },
  failure: texts.generic,
})

export const decideReversal = endpoint({
  method: 'POST',
  path: '/recharge/reverse/decide',
  purpose:
    'Confirms (1) another’s request for a reversal, which debits the balance, or refuses it or takes one’s own back (0).',
  right: 'check-or-super-manager',
  scope: { rule: 'record', kind: 'recharge-reversal', at: 'reversalId' },
  factor: 'again',
  input: shape({
    reversalId: at('reversalId', rechargeId),
    confirms: at('decision', flag),
    reason: at('reason', reason),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
  decides: true,
})
