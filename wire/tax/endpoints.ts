// Tax: a provider's monthly proofs, tax certificates, filing packs, the tax calculator (spec §2, §7, D28, D31).

import { isDay, isMonth } from '@paywages/domain/calendar/shanghai.ts'
import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { CALCULATOR_METHODS, MAX_CALCULATED_FEN } from '@paywages/domain/tax/calculator.ts'
import { GAP_RULES } from '@paywages/domain/tax/gap-rule.ts'
import { isQuarter } from '@paywages/domain/tax/periods.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { sorting } from '../sorting.ts'
import { flag, id, idInQuery, instantInQuery, rate, requiredId, text, yuan } from '../values.ts'
import { taxTexts as texts } from './refusals.ts'
import {
  calculatorResultShape,
  calculatorTermsShape,
  filingShape,
  filingTotalsShape,
  highEarnerShape,
  monthsToProveShape,
  proofDetailShape,
  proofShape,
  statementShape,
  vatThresholdShape,
} from './shapes.ts'

export const MAX_CERTIFICATES = 200
const month = z.string(texts.monthWrong).refine(isMonth, texts.monthWrong)
const quarter = z.string(texts.quarterWrong).refine(isQuarter, texts.quarterWrong)

/** taxStatus -1 is "all"; taxTime is any instant of the month (spec §7). */
const proofFilters = {
  status: at('taxStatus', z.enum(['-1', '0', '1', '2', '3'], texts.statusWrong).optional()),
  monthAt: at('taxTime', instantInQuery.optional()),
  providerId: at('providerId', idInQuery.optional()),
  /** Of the reminder: those that wait for a file, whether none came yet or the last was rejected. */
  due: at('due', z.enum(['0', '1'], texts.statusWrong).optional()),
}

export const listProofs = endpoint({
  method: 'GET',
  path: '/tax/list',
  purpose: 'Lists the monthly tax proofs in scope, the newest month first.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    ...proofFilters,
    ...sorting({
      month: 'taxMonth',
      taxFen: 'totalTaxAmount',
      uploadedAt: 'taxUploadTime',
      status: 'taxStatus',
    }),
    ...paging,
  }),
  reply: { form: 'list', row: proofShape },
  failure: texts.listFailed,
})

export const exportProofs = endpoint({
  method: 'GET',
  path: '/tax/export',
  purpose: 'Exports the tax proofs of the same filters.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape(proofFilters),
  reply: { form: 'download' },
  failure: texts.listFailed,
})

export const proofDetail = endpoint({
  method: 'GET',
  path: '/tax/detail',
  purpose: 'Gives one proof with what it totals, what it left out and its history.',
  right: 'console',
  scope: { rule: 'record', kind: 'tax-proof', at: 'taxId' },
  input: shape(same({ taxId: idInQuery })),
  reply: { form: 'data', data: proofDetailShape },
  failure: texts.listFailed,
})

export const monthsToProve = endpoint({
  method: 'GET',
  path: '/tax/closable',
  purpose: 'Lists the providers in scope that have paid anyone, with the months that generating would close.',
  right: 'manager',
  scope: { rule: 'list' },
  input: shape({}),
  reply: { form: 'list', row: monthsToProveShape },
  failure: texts.generateFailed,
})

export const generateProofs = endpoint({
  method: 'POST',
  path: '/tax/generate',
  purpose:
    'Closes last month, and whatever was left before it, for every provider in scope with payouts; what is closed already stays as it is. The answer is how many proofs were made.',
  right: 'manager',
  scope: { rule: 'list' },
  input: shape({}),
  reply: { form: 'data', data: z.number() },
  failure: texts.generateFailed,
})

export const uploadProof = endpoint({
  method: 'POST',
  path: '/tax/upload',
  purpose: 'Uploads or replaces the proof of a month.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'tax-proof', at: 'taxId' },
  input: shape({
    taxId: at('taxId', idInQuery),
    fileName: at('fileName', z.string().max(4096).optional()),
  }),
  upload: { field: 'file', maxFiles: 1, maxBytes: FILE_RULES['tax-proof'].limitBytes },
  reply: { form: 'nothing' },
  failure: texts.uploadFailed,
})

export const rejectProof = endpoint({
  method: 'POST',
  path: '/tax/reject',
  purpose: 'Rejects an uploaded proof with a reason.',
  right: 'manager',
  scope: { rule: 'record', kind: 'tax-proof', at: 'taxId' },
  input: shape({
    taxId: at('taxId', requiredId(texts.idWrong)),
    reason: at('reason', text({ required: texts.reasonMissing, max: 100, tooLong: texts.reasonTooLong })),
    /** The file that was looked at; without it the present one. */
    fileId: at('fileId', z.uuid(texts.idWrong).optional()),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const generateStatements = endpoint({
  method: 'POST',
  path: '/tax/personal/generate',
  purpose:
    'Closes what is left to close, and makes the personal statements of every closed month in scope that has none; the answer is how many are new.',
  right: 'manager',
  scope: { rule: 'list' },
  input: shape({}),
  reply: { form: 'data', data: z.number() },
  failure: texts.generateFailed,
})

const certificateFilters = {
  month: at('taxMonth', month.optional()),
  name: at('userName', text({ max: 30 }).optional()),
  idCardNo: at('cardid', text({ max: 18 }).optional()),
  userId: at('uid', idInQuery.optional()),
  providerId: at('providerId', idInQuery.optional()),
}

export const listStatementsOfPeople = endpoint({
  method: 'GET',
  path: '/tax/personal/list',
  purpose: 'Lists personal income-and-tax statements in scope.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    ...certificateFilters,
    ...sorting({ month: 'taxMonth', name: 'uname', incomeFen: 'umoney', taxFen: 'utax' }),
    ...paging,
  }),
  reply: { form: 'list', row: statementShape },
  failure: texts.listFailed,
})

export const exportStatementsOfPeople = endpoint({
  method: 'GET',
  path: '/tax/personal/export',
  purpose: 'Exports the personal statements of the same filters, in full.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  factor: 'again',
  input: shape(certificateFilters),
  reply: { form: 'download' },
  failure: texts.listFailed,
  reads: 'export',
})

/** "3,5,8" in a query string. */
const statementIds = z.codec(
  z.string({ error: texts.idWrong }).regex(/^\d{1,15}(,\d{1,15}){0,199}$/, texts.idWrong),
  z.array(z.number()).min(1),
  { decode: (list) => [...new Set(list.split(',').map(Number))], encode: (ids) => ids.join(',') },
)

export const downloadStatementsOfPeople = endpoint({
  method: 'GET',
  path: '/tax/personal/download',
  purpose: 'Gives one statement as PDF, several as a zip.',
  right: 'console',
  scope: { rule: 'record', kind: 'tax-statement', at: 'statementIds' },
  factor: 'again-for-several',
  input: shape({
    statementIds: at('statementIds', statementIds),
    /** One that is looked at in the browser. */
    inline: at('inline', z.enum(['0', '1'], texts.idWrong).optional()),
  }),
  reply: { form: 'download' },
  failure: texts.downloadFailed,
  reads: 'export',
})

export const listFilings = endpoint({
  method: 'GET',
  path: '/tax/filing/list',
  purpose: 'Tells what the filing pack of a month would hold, for every provider in scope.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ month: at('month', month), providerId: at('providerId', idInQuery.optional()), ...paging }),
  reply: { form: 'list', row: filingShape, beside: filingTotalsShape },
  failure: texts.filingListFailed,
})

export const downloadDeclaration = endpoint({
  method: 'GET',
  path: '/tax/filing/declaration',
  purpose:
    'Gives the withholding declaration of a provider and a closed month as .xlsx, with what was left out and why.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  factor: 'again',
  input: shape({ providerId: at('providerId', idInQuery), month: at('month', month) }),
  reply: { form: 'download' },
  failure: texts.filingFailed,
  reads: 'export',
})

export const downloadPlatformReport = endpoint({
  method: 'GET',
  path: '/tax/filing/platform',
  purpose:
    'Gives the quarter’s report of people and income (State Council Decree 810) of every provider in scope, or of one; without those whose withholding was declared, unless they are asked for.',
  right: 'manager',
  scope: { rule: 'list', provider: 'providerId' },
  factor: 'again',
  input: shape({
    quarter: at('quarter', quarter),
    providerId: at('providerId', idInQuery.optional()),
    includeDeclared: at('withDeclared', z.enum(['0', '1'], texts.statusWrong).optional()),
  }),
  reply: { form: 'download' },
  failure: texts.filingFailed,
  reads: 'export',
})

export const highEarners = endpoint({
  method: 'GET',
  path: '/tax/highearners',
  purpose:
    'Lists people whom the providers in scope together paid near the VAT threshold of a month, or above it; what is on its way counts.',
  right: 'manager',
  scope: { rule: 'list' },
  input: shape({ month: at('month', month), ...paging }),
  reply: { form: 'list', row: highEarnerShape, beside: vatThresholdShape },
  failure: texts.filingListFailed,
})

export const downloadVatReport = endpoint({
  method: 'GET',
  path: '/tax/filing/vat',
  purpose:
    'Gives the people above the VAT threshold of a month as .xlsx, with VAT and surcharges and each provider’s share; to be confirmed by the tax adviser.',
  right: 'manager',
  scope: { rule: 'list' },
  factor: 'again',
  input: shape({ month: at('month', month) }),
  reply: { form: 'download' },
  failure: texts.filingFailed,
  reads: 'export',
})

const amount = yuan(texts.amountWrong)
  .refine((fen) => fen > 0n, texts.amountWrong)
  .refine((fen) => fen <= MAX_CALCULATED_FEN, texts.amountTooLarge)

const pastAmount = yuan(texts.pastAmountWrong)
  .refine((fen) => fen >= 0n, texts.pastAmountWrong)
  .refine((fen) => fen <= MAX_CALCULATED_FEN, texts.amountTooLarge)

/** Below zero where it undoes an earlier month's. */
const pastTerm = yuan(texts.pastAmountWrong).refine(
  (fen) => fen <= MAX_CALCULATED_FEN && fen >= -MAX_CALCULATED_FEN,
  texts.amountTooLarge,
)

/** A month that was paid before, as someone types it. */
export const pastMonthShape = shape({
  month: at('month', month),
  incomeFen: at('money', pastAmount),
  withheldFen: at('tax', pastAmount),
  exemptFen: at('exemptMoney', pastTerm.optional()),
  otherDeductionFen: at('otherDeduction', pastTerm.optional()),
  reliefFen: at('taxRelief', pastTerm.optional()),
})

export const taxTrial = endpoint({
  method: 'POST',
  path: '/tax/trial',
  purpose:
    'Works out tax, net, fee and total cost of a payment, from its gross or its net, with the reasoning; whose history is taken is audited.',
  right: 'console',
  scope: { rule: 'record', kind: 'provider', at: 'providerId', optional: true },
  input: shape({
    /** Without one, the own provider: its history, rate and settings. */
    providerId: at('providerId', id.optional()),
    amountFen: at('amount', amount),
    /** Whether the amount is what the person shall receive. */
    isNet: at('isNet', flag),
    method: at('taxMethod', z.enum(CALCULATOR_METHODS, texts.methodWrong)),
    gapRule: at('gapRule', z.enum(GAP_RULES, texts.gapRuleWrong).optional()),
    /** Without a day, today. */
    day: at('day', z.string(texts.dayWrong).refine(isDay, texts.dayWrong).optional()),
    serviceRate: at('serviceRate', rate(texts.rateWrong).optional()),
    /** A known person, whose history here is taken; or typed months. */
    userId: at('uid', id.optional()),
    history: at('history', z.array(pastMonthShape).max(12, texts.historyWrong).optional()),
  }),
  reply: { form: 'data', data: calculatorResultShape },
  failure: texts.calculatorFailed,
})

export const trialTerms = endpoint({
  method: 'GET',
  path: '/tax/trial/terms',
  purpose: 'Gives what a provider’s payouts would be reckoned by: service rate, tax method, settings.',
  right: 'console',
  scope: { rule: 'record', kind: 'provider', at: 'providerId', optional: true },
  input: shape({ providerId: at('providerId', idInQuery.optional()) }),
  reply: { form: 'data', data: calculatorTermsShape },
  failure: texts.calculatorFailed,
})
