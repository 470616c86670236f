// What tests of categories and service items look at: refusals as they are answered, and what stands in the audit log.

import { refusals } from '@paywages/wire/refusals.ts'
import type { Reply } from './client.ts'
import type { TestServices } from './test-services.ts'

export const entriesAbout = (services: TestServices, kind: string, id: unknown) =>
  services.query(
    `select account, action, object_name, before, after from audit_entries
     where object_kind = $1 and object_id = $2 and action <> 'right-refused' order by entry_id`,
    [kind, String(id)],
  )

/** The whole answer, so that nothing but the refusal is told. */
export function refused(code: keyof typeof refusals) {
  const { msg, http, ...text } = refusals[code]
  const errors = 'field' in text ? { errors: [{ field: text.field, msg }] } : {}
  return { http, body: { status: http, code, msg, data: null, ...errors } }
}

export const shapeOf = ({ http, body }: Reply) => ({ http, body })
