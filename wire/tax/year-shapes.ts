// The statements of a year and the jobs that make them, as they travel.

import { YEAR_JOB_REASONS, YEAR_JOB_STATES } from '@paywages/domain/tax/year-job.ts'
import { z } from 'zod'
import { at, same, shape } from '../shape.ts'
import { id, instant, openWord, shown, yuan } from '../values.ts'

export const yearJobShape = shape({
  ...same({ jobId: z.number() }),
  year: at('taxYear', shown),
  state: at('jobState', z.enum(YEAR_JOB_STATES)),
  /** People of all payers; null until they are listed. */
  total: at('totalNum', z.number().nullable()),
  done: at('doneNum', z.number()),
  /** New statements and new versions among them. */
  made: at('newNum', z.number()),
  /** Why it failed. */
  reason: at('failReason', openWord(['', ...YEAR_JOB_REASONS])),
  requestedBy: at('accountName', shown),
  requestedAt: at('createTime', instant),
  endedAt: at('endTime', instant.nullable()),
})
export type YearJob = z.output<typeof yearJobShape>

const statement = {
  statementId: at('statementId', z.number()),
  statementNo: at('statementNo', shown),
  year: at('taxYear', shown),
  name: at('uname', shown),
  incomeFen: at('umoney', yuan()),
  taxFen: at('utax', yuan()),
  /** The last month that is closed: December, or the year goes on. */
  throughMonth: at('closedMonth', shown),
  madeAt: at('generateTime', instant),
}

export const yearStatementShape = shape({
  ...statement,
  /** Masked: lists never show a number in full (D33). */
  idCardNo: at('ucardid', shown),
  payers: at('providerNames', z.array(shown)),
})
export type YearStatement = z.output<typeof yearStatementShape>

export const yearVersionShape = shape({
  ...statement,
  providerId: at('providerId', id),
  payerName: at('providerName', shown),
  version: at('versionNo', z.number()),
  supersededAt: at('replaceTime', instant.nullable()),
})
export type YearVersion = z.output<typeof yearVersionShape>
