// The audit log's calls.

import { pageOf } from '@paywages/wire/paging.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { findEntries } from './store.ts'

export function auditRoutes(house: House): Pick<Handlers, 'listAudit'> {
  return {
    listAudit: async ({ ask, scope }) => {
      const { rows, count } = await house.database.look((tx) => findEntries(tx, scope, ask, pageOf(ask)))
      return {
        rows: rows.map(({ objectKind, objectId, objectName, ...row }) => ({
          ...row,
          object: objectName || `${objectKind} ${objectId}`,
        })),
        count,
      }
    },
  }
}
