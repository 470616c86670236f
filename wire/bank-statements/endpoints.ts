// Bank statements: upload, what became of every line, and the lines that people decide (D32).

import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { batchIdInQuery, rowId } from '../payouts/shapes.ts'
import { at, shape } from '../shape.ts'
import { id, idInQuery, instantInQuery } from '../values.ts'
import { statementTexts } from './messages.ts'
import {
  candidateShape,
  lineResult,
  linkedRowShape,
  relinkedStatementShape,
  statementLineShape,
  statementShape,
  unreadLineShape,
  uploadedStatementShape,
} from './shapes.ts'

export const MAX_STATEMENTS = 10

export const uploadStatements = endpoint({
  method: 'POST',
  path: '/bank/account/verify',
  purpose:
    'Reads bank statements (PDF, xlsx, xls, csv) of the own provider and links their lines to payouts; no status changes.',
  right: 'pay',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    providerId: at('providerId', idInQuery.optional()),
    /** What a person said of the columns of the only file (column-answer.ts). */
    columns: at('columns', z.string().max(10_000).optional()),
  }),
  upload: { field: 'files', maxFiles: MAX_STATEMENTS, maxBytes: FILE_RULES.statement.limitBytes },
  reply: { form: 'data', data: z.array(uploadedStatementShape) },
  failure: statementTexts.uploadFailed,
})

export const listStatements = endpoint({
  method: 'GET',
  path: '/bank/statement/list',
  purpose: 'Lists the bank statements in scope, newest first.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    providerId: at('providerId', idInQuery.optional()),
    from: at('beginTime', instantInQuery.optional()),
    to: at('endTime', instantInQuery.optional()),
    ...paging,
  }),
  reply: { form: 'list', row: statementShape },
  failure: statementTexts.listFailed,
})

export const statementDetail = endpoint({
  method: 'GET',
  path: '/bank/statement/detail',
  purpose: 'Gives one statement with its counts, and how many paid rows of its days no statement lists.',
  right: 'console',
  scope: { rule: 'record', kind: 'statement', at: 'statementId' },
  input: shape({ statementId: at('statementId', idInQuery) }),
  reply: {
    form: 'data',
    data: shape({ ...statementShape.fields, unlistedCount: at('unlistedNum', z.number()) }),
  },
  failure: statementTexts.listFailed,
})

export const statementLines = endpoint({
  method: 'GET',
  path: '/bank/statement/lines',
  purpose: 'Lists the lines of a statement in their order, each with what it was linked to.',
  right: 'console',
  scope: { rule: 'record', kind: 'statement', at: 'statementId' },
  input: shape({
    statementId: at('statementId', idInQuery),
    result: at('result', lineResult.optional()),
    ...paging,
  }),
  reply: { form: 'list', row: statementLineShape },
  failure: statementTexts.listFailed,
})

export const lineCandidates = endpoint({
  method: 'GET',
  path: '/bank/statement/candidates',
  purpose: 'Lists the payouts, or the whole batch, that fit an ambiguous line.',
  right: 'console',
  scope: { rule: 'record', kind: 'statement-line', at: 'lineId' },
  input: shape({ lineId: at('lineId', idInQuery), ...paging }),
  reply: { form: 'list', row: candidateShape },
  failure: statementTexts.listFailed,
})

export const chooseRow = endpoint({
  method: 'POST',
  path: '/bank/statement/choose',
  purpose: 'Links an ambiguous line to the payout a person chose; undone by the same call without a payout.',
  right: 'pay',
  scope: { rule: 'record', kind: 'statement-line', at: 'lineId' },
  input: shape({ lineId: at('lineId', id), rowId: at('tranId', rowId.nullable()) }),
  reply: { form: 'nothing' },
  failure: statementTexts.generic,
})

export const relinkStatement = endpoint({
  method: 'POST',
  path: '/bank/statement/relink',
  purpose:
    'Decides anew the ambiguous and not found lines of a statement of the own provider; linked lines and all statuses stay.',
  right: 'pay',
  scope: { rule: 'record', kind: 'statement', at: 'statementId' },
  input: shape({ statementId: at('statementId', id) }),
  reply: { form: 'data', data: relinkedStatementShape },
  failure: statementTexts.relinkFailed,
})

export const unlistedRows = endpoint({
  method: 'GET',
  path: '/bank/statement/unlisted',
  purpose: 'Lists the paid rows of a statement’s days that no statement lists.',
  right: 'console',
  scope: { rule: 'record', kind: 'statement', at: 'statementId' },
  input: shape({ statementId: at('statementId', idInQuery), ...paging }),
  reply: { form: 'list', row: linkedRowShape },
  failure: statementTexts.listFailed,
})

export const unreadRows = endpoint({
  method: 'GET',
  path: '/bank/statement/unread',
  purpose: 'Lists the rows of a statement’s table that were not understood, each with its reason.',
  right: 'console',
  scope: { rule: 'record', kind: 'statement', at: 'statementId' },
  input: shape({ statementId: at('statementId', idInQuery), ...paging }),
  reply: { form: 'list', row: unreadLineShape },
  failure: statementTexts.listFailed,
})

export const exportUnread = endpoint({
  method: 'GET',
  path: '/bank/statement/unread/export',
  purpose: 'Downloads the rows of a statement’s table that were not understood.',
  right: 'console',
  scope: { rule: 'record', kind: 'statement', at: 'statementId' },
  input: shape({ statementId: at('statementId', idInQuery) }),
  reply: { form: 'download' },
  failure: statementTexts.exportFailed,
})

export const payoutReceipt = endpoint({
  method: 'GET',
  path: '/bank/statement/receipt',
  purpose:
    'Gives the bank’s receipt of one payout as a picture, cut out of its page so that nobody else’s is shown.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-row', at: 'rowId' },
  input: shape({
    rowId: at('tranId', rowId),
    /** Looked at in the browser. */
    inline: at('inline', z.enum(['0', '1'], statementTexts.generic).optional()),
  }),
  reply: { form: 'download' },
  failure: statementTexts.receiptFailed,
  reads: 'reveal',
})

export const payoutEvidence = endpoint({
  method: 'GET',
  path: '/bank/statement/evidence',
  purpose: 'Gives what proves one payout as a zip: its receipt, and a list with references and digests.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-row', at: 'rowId' },
  input: shape({ rowId: at('tranId', rowId) }),
  reply: { form: 'download' },
  failure: statementTexts.receiptFailed,
  reads: 'export',
})

export const batchEvidence = endpoint({
  method: 'GET',
  path: '/bank/statement/batch/evidence',
  purpose:
    'Gives the receipts of all payouts of a batch as a zip, each by its payout’s number; of a large batch one pack of a thousand.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  factor: 'again',
  input: shape({
    batchId: at('opId', batchIdInQuery),
    /** From 1; without it all of them, where one pack holds them. */
    part: at('part', idInQuery.optional()),
  }),
  reply: { form: 'download' },
  failure: statementTexts.receiptFailed,
  reads: 'export',
})
