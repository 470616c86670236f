// Every cell of state × action × person, held against tables written out by hand.

import { describe, expect, it } from 'vitest'
import {
  APPLICATION_STATUSES,
  type ApplicationAction,
  type ApplicationRefusal,
  type ApplicationStatus,
  actionsFor,
  type InvoicePerson,
  validateAudit,
  validateCorrection,
  validateResult,
  validateWithdrawal,
} from './application-status.ts'

const APPLICANT = 1
const none: InvoicePerson = {
  accountId: 9,
  payRight: false,
  checkRight: false,
  manager: false,
  superManager: false,
}

const PEOPLE = {
  payer: { ...none, payRight: true },
  reviewer: { ...none, checkRight: true },
  manager: { ...none, manager: true },
  superManager: { ...none, superManager: true },
  applicant: { ...none, accountId: APPLICANT, payRight: true },
  /** Applied as a payer; was made a manager since. */
  applicantNowManager: { ...none, accountId: APPLICANT, manager: true },
  guest: none,
} as const satisfies Record<string, InvoicePerson>
type Who = keyof typeof PEOPLE

type Column = Record<ApplicationStatus, ApplicationRefusal | undefined>
const all = (refusal: ApplicationRefusal): Column => ({
  pending: refusal,
  invoicing: refusal,
  invoiced: refusal,
  rejected: refusal,
})
const only = (status: ApplicationStatus): Column => ({ ...all('state-changed'), [status]: undefined })

const managed = (status: ApplicationStatus): Record<Who, Column> => ({
  payer: all('needs-manager'),
  reviewer: all('needs-manager'),
  manager: only(status),
  superManager: only(status),
  applicant: all('needs-manager'),
  applicantNowManager: only(status),
  guest: all('needs-manager'),
})

const TABLES = {
  audit: { validate: validateAudit, table: managed('pending') },
  'enter-result': { validate: validateResult, table: managed('invoicing') },
  correct: { validate: validateCorrection, table: managed('invoiced') },
  withdraw: {
    validate: validateWithdrawal,
    table: {
      payer: all('not-applicant'),
      reviewer: all('not-applicant'),
      manager: all('not-applicant'),
      superManager: all('not-applicant'),
      applicant: only('pending'),
      applicantNowManager: only('pending'),
      guest: all('not-applicant'),
    },
  },
} as const satisfies Record<ApplicationAction, unknown>

const WHO = Object.keys(PEOPLE) as Who[]
const cells = (Object.keys(TABLES) as ApplicationAction[]).flatMap((action) =>
  WHO.flatMap((who) => APPLICATION_STATUSES.map((status) => ({ action, who, status }))),
)

describe('actions on an invoice application', () => {
  it.each(cells)('judges $action at status $status by $who', ({ action, who, status }) => {
    const { validate, table } = TABLES[action]
    expect(validate({ status, applicantId: APPLICANT }, PEOPLE[who])).toBe(table[who][status])
  })

  it('offers as buttons exactly the allowed actions', () => {
    const buttons = (who: Who, status: ApplicationStatus) =>
      actionsFor({ status, applicantId: APPLICANT }, PEOPLE[who])
    expect(APPLICATION_STATUSES.map((status) => buttons('manager', status))).toEqual([
      ['audit'],
      ['enter-result'],
      ['correct'],
      [],
    ])
    expect(APPLICATION_STATUSES.map((status) => buttons('applicant', status))).toEqual([
      ['withdraw'],
      [],
      [],
      [],
    ])
    expect(buttons('applicantNowManager', 'pending')).toEqual(['audit', 'withdraw'])
    expect(APPLICATION_STATUSES.map((status) => buttons('payer', status))).toEqual([[], [], [], []])
  })
})
