// The statements of a year: made for everyone in the background, listed, exported and handed out as PDFs (ADR 38).

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { at, shape } from '../shape.ts'
import { idInQuery, requiredId, text } from '../values.ts'
import { yearTexts as texts } from './year-refusals.ts'
import { yearJobShape, yearStatementShape, yearVersionShape } from './year-shapes.ts'

export const MAX_YEAR_STATEMENTS = 200

const year = z.string(texts.yearWrong).regex(/^\d{4}$/, texts.yearWrong)

export const generateYearStatements = endpoint({
  method: 'POST',
  path: '/tax/year/generate',
  purpose:
    'Has the statements of a year made in the background for everyone whom the providers in scope paid; what has not changed stays, and one that waits or runs already is the answer.',
  right: 'manager',
  scope: { rule: 'list' },
  input: shape({ year: at('taxYear', year) }),
  reply: { form: 'data', data: yearJobShape },
  failure: texts.generateFailed,
})

export const yearJob = endpoint({
  method: 'GET',
  path: '/tax/year/job',
  purpose: 'Tells how far the newest generation of a year is; null where there was none.',
  right: 'manager',
  scope: { rule: 'list' },
  input: shape({ year: at('taxYear', year) }),
  reply: { form: 'data', data: yearJobShape.nullable() },
  failure: texts.jobFailed,
  passive: true,
})

export const cancelYearJob = endpoint({
  method: 'POST',
  path: '/tax/year/cancel',
  purpose: 'Cancels a generation that waits or runs; what it has made stays.',
  right: 'manager',
  scope: { rule: 'record', kind: 'tax-year-job', at: 'jobId' },
  input: shape({ jobId: at('jobId', requiredId(texts.idWrong)) }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

const filters = {
  year: at('taxYear', year.optional()),
  name: at('userName', text({ max: 30 }).optional()),
  idCardNo: at('cardid', text({ max: 18 }).optional()),
  /** Narrows the payers, and with them the amounts. */
  providerId: at('providerId', idInQuery.optional()),
}

export const listYearStatements = endpoint({
  method: 'GET',
  path: '/tax/year/list',
  purpose: 'Lists the statements of a year, one a person, with the payers in scope.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ ...filters, ...paging }),
  reply: { form: 'list', row: yearStatementShape },
  failure: texts.listFailed,
})

export const exportYearStatements = endpoint({
  method: 'GET',
  path: '/tax/year/export',
  purpose: 'Exports the statements of the same filters by person, payer and month, in full.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  factor: 'again',
  input: shape(filters),
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

/** One that is looked at in the browser. */
const inline = z.enum(['0', '1'], texts.idWrong).optional()

export const downloadYearStatements = endpoint({
  method: 'GET',
  path: '/tax/year/download',
  purpose:
    'Gives what stands of a person’s year with all payers in scope, or with one, as PDF; of several people as a zip.',
  right: 'console',
  scope: { rule: 'record', kind: 'tax-year-statement', at: 'statementIds' },
  factor: 'again-for-several',
  input: shape({
    statementIds: at('statementIds', statementIds),
    providerId: at('providerId', idInQuery.optional()),
    inline: at('inline', inline),
  }),
  reply: { form: 'download' },
  failure: texts.downloadFailed,
  reads: 'export',
})

export const yearVersions = endpoint({
  method: 'GET',
  path: '/tax/year/versions',
  purpose: 'Lists every version of a person’s year in scope, payer by payer, the newest first.',
  right: 'console',
  scope: { rule: 'record', kind: 'tax-year-statement', at: 'statementId' },
  input: shape({ statementId: at('statementId', idInQuery) }),
  reply: { form: 'list', row: yearVersionShape },
  failure: texts.listFailed,
})

export const downloadYearVersion = endpoint({
  method: 'GET',
  path: '/tax/year/version',
  purpose: 'Gives one payer’s version as it was made, superseded or not, as PDF.',
  right: 'console',
  scope: { rule: 'record', kind: 'tax-year-statement', at: 'statementId' },
  input: shape({ statementId: at('statementId', idInQuery), inline: at('inline', inline) }),
  reply: { form: 'download' },
  failure: texts.downloadFailed,
  reads: 'export',
})
