// The one action of a row: what waits for this person to do, else a look at it (spec §2, §6).

import {
  type ApplicationState,
  actionsFor,
  type InvoicePerson,
} from '@paywages/domain/invoices/application-status.ts'

/** What waits for a manager. */
export type WaitingAction = 'audit' | 'enter-result'

export function rowActionOf(application: ApplicationState, person: InvoicePerson): WaitingAction | 'look' {
  const actions = actionsFor(application, person)
  if (actions.includes('audit')) return 'audit'
  return actions.includes('enter-result') ? 'enter-result' : 'look'
}
