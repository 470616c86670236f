// What had been decided before such decisions were signed, as its migration wrote it down once (ADR 97) and another fixed it in the audit log (ADR 111).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Finding } from './finding.ts'

type EarlierKind = 'recharge' | 'proposal' | 'add-passkey' | 'remove-passkey'

/** Tells of one record whether it needs no signature. */
export async function earlierDecisions(tx: Tx): Promise<(kind: EarlierKind, id: bigint | number) => boolean> {
  const { rows } = await sql<{ kind: string; recordId: bigint }>`
    select kind, record_id as "recordId" from decisions_before_signatures`.execute(tx)
  const known = new Set(rows.map(({ kind, recordId }) => `${kind} ${recordId}`))
  return (kind, id) => known.has(`${kind} ${id}`)
}

/** Of approvals that the audit log never had, as the migration found them. */
export async function unloggedDecisions(tx: Tx): Promise<(kind: string, id: bigint) => boolean> {
  const { rows } = await sql<{ kind: string; recordId: bigint }>`
    select kind, record_id as "recordId" from decisions_before_log`.execute(tx)
  const known = new Set(rows.map(({ kind, recordId }) => `${kind} ${recordId}`))
  return (kind, id) => known.has(`${kind} ${id}`)
}

/** Both lists are those that the log tells of; its first word about them counts. */
export async function earlierDecisionsAreFixed(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ fixed: boolean }>`
    select encode(sha256(convert_to(coalesce(string_agg(line, E'\n' order by line collate "C"), ''), 'UTF8')), 'hex') = coalesce(
      (select e.after->>'digest' from audit_entries e where e.action = 'fix-earlier-decisions' order by e.seal_id, e.entry_id limit 1), '') as fixed
    from (
      select 'unsigned ' || kind || ' ' || record_id as line from decisions_before_signatures
      union all select 'unlogged ' || kind || ' ' || record_id from decisions_before_log) earlier`.execute(tx)
  if (rows[0]?.fixed === true) return []
  return [{ invariant: 'I4', what: 'the list of decisions that need no signature was changed' }]
}
