// What had been decided before such decisions were signed, as its migration wrote it down once (ADR 97).

import { type RawBuilder, sql } from 'kysely'

/** In SQL, of one record: it needs no signature. */
export function wasBeforeSignatures(
  kind: 'recharge' | 'proposal' | RawBuilder<unknown>,
  recordId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from decisions_before_signatures e where e.kind = ${kind} and e.record_id = ${recordId})`
}
