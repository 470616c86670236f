// The beginning of every step of an application: it in one's scope, under lock, and what the audit log calls it.

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { AuditEvent } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { type Application, lockApplication } from './store.ts'

export async function lockApplicationInScope(tx: Tx, by: Actor, applicationId: number): Promise<Application> {
  const application = await lockApplication(tx, scopeOf(by.person), applicationId)
  if (!application) throw new Refused('not-found')
  return application
}

export function entryOf(application: Application): Pick<AuditEvent, 'object' | 'providerId'> {
  const { applicationId, applicationNo, providerId } = application
  return { object: { kind: 'invoice-application', id: applicationId, name: applicationNo }, providerId }
}
