// The audit log's calls.

import { pageOf } from '@paywages/wire/paging.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { archivedWithin } from './part-store.ts'
import { findEntries } from './store.ts'

export function auditLogRoutes(services: Services): Pick<Handlers, 'listAudit'> {
  return {
    listAudit: async ({ input, scope }) => {
      const [{ rows, count }, archived] = await services.database.query((tx) =>
        Promise.all([
          findEntries(tx, scope, { ...input, merged: input.merged === '1' }, pageOf(input)),
          archivedWithin(tx, input),
        ]),
      )
      return {
        rows: rows.map(({ objectKind, objectId, objectName, ...row }) => ({
          ...row,
          object: objectName || `${objectKind} ${objectId}`,
        })),
        count,
        beside: { archivedFrom: archived?.from, archivedTo: archived?.to },
      }
    },
  }
}
