// The life of an invoice application and who may move it (spec §4, §6, D30): one table for server and page.

import type { Person } from '../accounts/person.ts'
import { hasRight } from '../accounts/rights.ts'

/** The spec's numbers are the places in this list, counted from 1. */
export const APPLICATION_STATUSES = ['pending', 'invoicing', 'invoiced', 'rejected'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

export type ApplicationState = { readonly status: ApplicationStatus; readonly applicantId: number }

/** What these rules ask of a person; that the provider is in scope was asked before. */
export type InvoicePerson = Pick<Person, 'accountId' | 'payRight' | 'checkRight' | 'manager' | 'superManager'>

export type ApplicationRefusal = 'needs-manager' | 'state-changed' | 'not-applicant'

/** What happened to an application; its timeline is made of these. */
export const APPLICATION_EVENTS = [
  'applied',
  'agreed',
  'refused',
  'withdrawn',
  'invoiced',
  'corrected',
] as const
export type ApplicationEvent = (typeof APPLICATION_EVENTS)[number]

function validateManager(
  application: ApplicationState,
  person: InvoicePerson,
  from: ApplicationStatus,
): ApplicationRefusal | undefined {
  if (!hasRight(person, 'manager')) return 'needs-manager'
  return application.status === from ? undefined : 'state-changed'
}

export const validateAudit = (application: ApplicationState, person: InvoicePerson) =>
  validateManager(application, person, 'pending')

export const validateResult = (application: ApplicationState, person: InvoicePerson) =>
  validateManager(application, person, 'invoicing')

/** Number, note and files of what was invoiced, with a reason. */
export const validateCorrection = (application: ApplicationState, person: InvoicePerson) =>
  validateManager(application, person, 'invoiced')

/** By who applied, and nobody else, whatever rights were switched since. */
export function validateWithdrawal(
  application: ApplicationState,
  person: InvoicePerson,
): ApplicationRefusal | undefined {
  if (application.applicantId !== person.accountId) return 'not-applicant'
  return application.status === 'pending' ? undefined : 'state-changed'
}

export type ApplicationAction = 'audit' | 'enter-result' | 'correct' | 'withdraw'

const JUDGES = {
  audit: validateAudit,
  'enter-result': validateResult,
  correct: validateCorrection,
  withdraw: validateWithdrawal,
} as const satisfies Record<ApplicationAction, unknown>

/** Which buttons this person has on this application: the page asks the very rules the server asks. */
export function actionsFor(application: ApplicationState, person: InvoicePerson): ApplicationAction[] {
  const actions = Object.keys(JUDGES) as ApplicationAction[]
  return actions.filter((action) => JUDGES[action](application, person) === undefined)
}
