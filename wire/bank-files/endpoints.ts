// Bank files: what a start would make, the files of a batch, their way to the bank and back, paying accounts (ADR 80–82).

import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { batchId, batchIdInQuery } from '../payouts/shapes.ts'
import { at, shape } from '../shape.ts'
import { flag, id, idInQuery, text } from '../values.ts'
import { bankFormatShape, formatDraftShape, formatPreviewShape, templateShape } from './format-shapes.ts'
import { bankFileTexts as texts } from './messages.ts'
import {
  batchFilesShape,
  CHANNELS,
  payingAccountShape,
  resultLinesShape,
  resultReadingShape,
  startPlanShape,
} from './shapes.ts'

const reason = text({ max: 200, tooLong: texts.reasonTooLong }).optional()
const about = { bankFileId: at('bankFileId', id) }
const accountInQuery = z.codec(z.string().regex(/^\d{1,9}$/), z.number(), {
  decode: (text) => Number(text),
  encode: (value) => String(value),
})
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const startPlan = endpoint({
  method: 'GET',
  path: '/bankfile/plan',
  purpose:
    'Tells on which account a start would pay a batch: channel, format, how many files, which rows they cannot hold.',
  right: 'pay',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({
    batchId: at('opId', batchIdInQuery),
    /** One that the starter may choose; the default without it, 0 for the direct channel. */
    payingAccountId: at('payAccountId', accountInQuery.optional()),
  }),
  reply: { form: 'data', data: startPlanShape },
  failure: texts.planFailed,
})

export const batchBankFiles = endpoint({
  method: 'GET',
  path: '/bankfile/list',
  purpose: 'Lists the bank files of a batch with how each stands and what its results say.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({ batchId: at('opId', batchIdInQuery) }),
  reply: { form: 'data', data: batchFilesShape },
  failure: texts.listFailed,
  passive: true,
})

export const downloadBankFile = endpoint({
  method: 'GET',
  path: '/bankfile/download',
  purpose:
    'Gives a bank file to be uploaded at the bank; each download is written down, a second one with its reason.',
  right: 'pay',
  scope: { rule: 'record', kind: 'bank-file', at: 'bankFileId' },
  factor: 'again',
  input: shape({ bankFileId: at('bankFileId', idInQuery), reason: at('reason', reason) }),
  reply: { form: 'download', stored: true },
  failure: texts.downloadFailed,
  decides: true,
  reads: 'export',
})

export const submitBankFile = endpoint({
  method: 'POST',
  path: '/bankfile/submit',
  purpose: 'Tells that a file was submitted at the bank; its transfers are in doubt from then on.',
  right: 'pay',
  scope: { rule: 'record', kind: 'bank-file', at: 'bankFileId' },
  input: shape({
    ...about,
    bankBatchNo: at('bankBatchNo', text({ max: 60, tooLong: texts.batchNoTooLong }).optional()),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const importBankResult = endpoint({
  method: 'POST',
  path: '/bankfile/result',
  purpose:
    'Reads what the bank gave back for a file; with the digest that was shown, keeps it for a second person.',
  right: 'pay',
  scope: { rule: 'record', kind: 'bank-file', at: 'bankFileId' },
  input: shape({ bankFileId: at('bankFileId', idInQuery), sha256: at('sha256', sha256.optional()) }),
  upload: { field: 'file', maxFiles: 1, maxBytes: FILE_RULES['bank-result'].limitBytes },
  reply: { form: 'data', data: resultReadingShape },
  failure: texts.importFailed,
})

export const bankResultLines = endpoint({
  method: 'GET',
  path: '/bankfile/result/lines',
  purpose:
    'Lists lines of a result that could speak of several transfers: what each says, which, and what was chosen.',
  right: 'console',
  scope: { rule: 'record', kind: 'bank-file', at: 'bankFileId' },
  input: shape({ bankFileId: at('bankFileId', idInQuery), resultId: at('resultId', idInQuery) }),
  reply: { form: 'data', data: resultLinesShape },
  failure: texts.linesFailed,
})

export const assignResultLines = endpoint({
  method: 'POST',
  path: '/bankfile/result/assign',
  purpose:
    'Says which transfer each of some lines means, or that it stays in doubt (null); another person confirms it with the result.',
  right: 'pay',
  scope: { rule: 'record', kind: 'bank-file', at: 'bankFileId' },
  input: shape({
    ...about,
    resultId: at('resultId', id),
    /** Of the lines that were shown. */
    revision: at('revision', z.number().int().min(0)),
    choices: at(
      'choices',
      z
        .array(
          shape({
            line: at('line', z.number().int().min(0)),
            position: at('position', z.number().int().min(1).nullable()),
          }),
        )
        .max(100, texts.tooManyChoices),
    ),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const decideBankResult = endpoint({
  method: 'POST',
  path: '/bankfile/result/decide',
  purpose:
    'Confirms (1) as the second person what a result says, which settles its rows, or sends it back (0).',
  right: 'pay-or-check',
  scope: { rule: 'record', kind: 'bank-file', at: 'bankFileId' },
  factor: 'again',
  input: shape({
    ...about,
    resultId: at('resultId', id),
    sha256: at('sha256', sha256),
    /** Of its assigned lines, where it has some. */
    revision: at('revision', z.number().int().min(0).optional()),
    confirms: at('decision', flag),
    reason: at('reason', reason),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
  decides: true,
})

export const askFileWithdrawal = endpoint({
  method: 'POST',
  path: '/bankfile/withdraw',
  purpose: 'Asks for the withdrawal of a file that was not submitted, with a reason.',
  right: 'pay-or-check',
  scope: { rule: 'record', kind: 'bank-file', at: 'bankFileId' },
  input: shape({ ...about, reason: at('reason', reason) }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const decideFileWithdrawal = endpoint({
  method: 'POST',
  path: '/bankfile/withdraw/decide',
  purpose:
    'Confirms (1) another’s withdrawal, which fails its rows and releases their money, or does not agree to it (0), with a reason.',
  right: 'pay-or-check',
  scope: { rule: 'record', kind: 'bank-file', at: 'bankFileId' },
  factor: 'again',
  input: shape({ ...about, confirms: at('decision', flag), reason: at('reason', reason) }),
  reply: { form: 'nothing' },
  failure: texts.generic,
  decides: true,
})

export const lookIntoContradictions = endpoint({
  method: 'POST',
  path: '/bankfile/contradiction',
  purpose: 'Notes what a manager found out about statements that contradict a file.',
  right: 'manager',
  scope: { rule: 'record', kind: 'bank-file', at: 'bankFileId' },
  input: shape({
    ...about,
    word: at('word', text({ required: texts.wordMissing, max: 200, tooLong: texts.reasonTooLong })),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const listPayingAccounts = endpoint({
  method: 'GET',
  path: '/payaccount/list',
  purpose: 'Lists the paying accounts in scope; a provider without any pays by the direct channel.',
  right: 'manager',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ providerId: at('providerId', idInQuery.optional()) }),
  reply: { form: 'list', row: payingAccountShape },
  failure: texts.accountsFailed,
})

export const listBankFormats = endpoint({
  method: 'GET',
  path: '/payaccount/formats',
  purpose:
    'Lists every version of the formats that bank files are made in: those of the release and those in scope.',
  right: 'manager',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ providerId: at('providerId', idInQuery.optional()) }),
  reply: { form: 'list', row: bankFormatShape },
  failure: texts.accountsFailed,
})

export const changePayingAccount = endpoint({
  method: 'POST',
  path: '/payaccount/change',
  purpose: 'Proposes a new paying account of a provider, or a change of one; a second manager confirms it.',
  right: 'manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({
    providerId: at('providerId', id),
    payingAccountId: at('payAccountId', id.optional()),
    holderName: at('holderName', text({ required: texts.holderMissing, max: 60 })),
    bankName: at('bankName', text({ required: texts.bankMissing, max: 60 })),
    accountNo: at(
      'accountNo',
      z
        .string()
        .regex(/^[0-9A-Za-z]{8,34}$/, texts.accountWrong)
        .optional(),
    ),
    channel: at('channel', z.enum(CHANNELS)),
    formatKey: at('formatKey', z.string().max(40, texts.formatWrong)),
    isDefault: at('isDefault', flag),
    enabled: at('enabled', flag),
  }),
  reply: { form: 'nothing', proposes: true },
  failure: texts.generic,
})

export const readBankTemplate = endpoint({
  method: 'POST',
  path: '/bankformat/template',
  purpose: 'Reads the headings of a bank’s template, for a format to be made of it; the file is not kept.',
  right: 'manager',
  scope: { rule: 'none', because: 'an empty form of a bank is no record of anybody’s' },
  input: shape({}),
  upload: { field: 'file', maxFiles: 1, maxBytes: FILE_RULES['bank-template'].limitBytes },
  reply: { form: 'data', data: templateShape },
  failure: texts.templateFailed,
})

export const testBankFormat = endpoint({
  method: 'POST',
  path: '/bankformat/test',
  purpose:
    'Gives a file of made-up payments in a format, named and filled so that nobody takes it for a real one.',
  right: 'manager',
  scope: { rule: 'none', because: 'made-up payments only' },
  input: shape({ draft: at('format', formatDraftShape) }),
  reply: { form: 'download' },
  failure: texts.testFailed,
})

export const previewBankFormat = endpoint({
  method: 'POST',
  path: '/bankformat/preview',
  purpose:
    'Shows how the first file of a batch would look in a format, cards and names masked, and names the rows that it cannot hold.',
  right: 'manager',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({ batchId: at('opId', batchId), draft: at('format', formatDraftShape) }),
  reply: { form: 'data', data: formatPreviewShape },
  failure: texts.previewFailed,
})

export const proposeBankFormat = endpoint({
  method: 'POST',
  path: '/bankformat/propose',
  purpose: 'Proposes a new format of a provider, or a new version of one; a second manager confirms it.',
  right: 'manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({
    providerId: at('providerId', id),
    /** Of which it is the next version; a new one without it. */
    formatKey: at('formatKey', z.string().max(40, texts.formatWrong).optional()),
    /** Its first day; without it the day of the confirmation. */
    effectiveFrom: at('effectiveFrom', z.iso.date(texts.dayWrong).optional()),
    draft: at('format', formatDraftShape),
  }),
  reply: { form: 'nothing', proposes: true },
  failure: texts.generic,
})

export const withdrawBankFormat = endpoint({
  method: 'POST',
  path: '/bankformat/withdraw',
  purpose:
    'Withdraws a version of a format: no batch is started on it any more; what was started stays readable.',
  right: 'manager',
  scope: { rule: 'record', kind: 'bank-format', at: 'bankFormatId' },
  input: shape({ bankFormatId: at('formatId', id), reason: at('reason', reason) }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const releaseBankFiles = endpoint({
  method: 'POST',
  path: '/bankfile/release',
  purpose:
    'Proposes that a company’s bank files go on after a restore: they were compared with online banking, and what was found.',
  right: 'manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({
    providerId: at('providerId', id),
    word: at('word', text({ required: texts.wordMissing, max: 200, tooLong: texts.reasonTooLong })),
  }),
  reply: { form: 'nothing', proposes: true },
  failure: texts.generic,
  decides: true,
})

export const changeAccountChoice = endpoint({
  method: 'POST',
  path: '/payaccount/choice',
  purpose: 'Proposes whether whoever starts a batch chooses its account (1), or the default is taken (0).',
  right: 'manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({ providerId: at('providerId', id), starterChooses: at('starterChooses', flag) }),
  reply: { form: 'nothing', proposes: true },
  failure: texts.generic,
})
