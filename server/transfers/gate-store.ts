// The gate before sending, in the database: which server's state was held against the bank's record, and whether orders may go out (ADR 27).

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import {
  acceptedUnasked,
  type DatabaseServer,
  type Gate,
  type HaltReason,
  maySend,
  serverChange,
} from '@paywages/domain/transfers/sending-gate.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type GateRecord = {
  readonly gate: Gate
  /** Whose state was last held against the bank's record. */
  readonly recorded: DatabaseServer
  /** Who answers now. */
  readonly current: DatabaseServer
  readonly haltedAt: Date | null
  /** From here on our books and the bank's record may differ. */
  readonly commonDay: Day | null
  readonly comparedAt: Date | null
  /** When it was last found to have been restored. */
  readonly restoredAt: Date | null
  /** The start of the server since which the marks of bank files were looked through. */
  readonly marksLookedFor: Date | null
}

type Row = {
  readonly state: 'open' | 'halted'
  readonly reason: HaltReason
  readonly recordedSystem: bigint
  readonly recordedTimeline: number
  readonly recordedStart: Date
  readonly currentSystem: bigint
  readonly currentTimeline: number
  readonly currentStart: Date
  readonly haltedAt: Date | null
  readonly commonDay: Day | null
  readonly comparedAt: Date | null
  readonly restoredAt: Date | null
  readonly marksLookedFor: Date | null
}

/** A promoted standby has its new timeline in the name of the segment it writes, before the control file tells it. */
const TIMELINE = sql`('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int`

/** `share`: no halt is committed before this transaction ends. `update`: nobody else moves it. */
export async function readGate(tx: Tx, lock?: 'share' | 'update'): Promise<GateRecord> {
  const held = lock === undefined ? sql`` : lock === 'share' ? sql`for share of g` : sql`for update of g`
  const { rows } = await sql<Row>`
    select g.state, g.reason, g.system_identifier as "recordedSystem", g.timeline as "recordedTimeline",
      date_trunc('milliseconds', g.server_started_at) as "recordedStart", c.system_identifier as "currentSystem",
      ${TIMELINE} as "currentTimeline", date_trunc('milliseconds', pg_postmaster_start_time()) as "currentStart",
      g.halted_at as "haltedAt", g.common_day::text as "commonDay", g.compared_at as "comparedAt",
      g.restored_at as "restoredAt", g.marks_looked_for as "marksLookedFor"
    from sending_gate g, pg_control_system() c ${held}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the row of sending_gate is gone')
  return {
    gate: row.state === 'open' ? { state: 'open' } : { state: 'halted', reason: row.reason },
    recorded: {
      systemIdentifier: row.recordedSystem,
      timeline: row.recordedTimeline,
      startedAt: row.recordedStart,
    },
    current: {
      systemIdentifier: row.currentSystem,
      timeline: row.currentTimeline,
      startedAt: row.currentStart,
    },
    haltedAt: row.haltedAt,
    commonDay: row.commonDay,
    comparedAt: row.comparedAt,
    restoredAt: row.restoredAt,
    marksLookedFor: row.marksLookedFor,
  }
}

/** Whether the marks were looked through on the server that answers now, since it was started. */
export const isLookedThrough = ({ marksLookedFor, current }: GateRecord): boolean =>
  marksLookedFor?.getTime() === current.startedAt.getTime()

/** By the start that was seen before the look: one that came during it asks for another. */
export async function noteMarksLooked(tx: Tx, startedAt: Date): Promise<void> {
  await sql`
    update sending_gate set marks_looked_for = ${startedAt} where marks_looked_for is distinct from ${startedAt}`.execute(
    tx,
  )
}

/** For whoever only wants to know; asks nothing that a server which cannot write would refuse. */
export async function haltOf(tx: Tx): Promise<{ reason: HaltReason; since: Date } | undefined> {
  const { rows } = await sql<{ reason: HaltReason; since: Date }>`
    select reason, halted_at as since from sending_gate where state = 'halted'`.execute(tx)
  return rows[0]
}

/** A server that was started since its state was last held against the bank's record; by what any server answers. */
export async function notCompared(tx: Tx): Promise<{ reason: 'not-compared'; since: Date } | undefined> {
  const { rows } = await sql<{ since: Date }>`
    select pg_postmaster_start_time() as since from sending_gate g
    where date_trunc('milliseconds', g.server_started_at) <> date_trunc('milliseconds', pg_postmaster_start_time())
      and not pg_is_in_recovery()`.execute(tx)
  return rows[0] && { reason: 'not-compared', since: rows[0].since }
}

/** Asked in the very transaction that claims orders, so that nothing is claimed on a server that nobody has looked at. */
export async function gateIsOpen(tx: Tx): Promise<boolean> {
  const { gate, recorded, current } = await readGate(tx, 'share')
  return maySend(gate, serverChange(recorded, current))
}

/** When this database was last found to have been restored, or to be behind what was published of it; null where it never was. */
export async function restoredAt(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select date_trunc('milliseconds', restored_at) as at from sending_gate`.execute(tx)
  return rows[0]?.at ?? null
}

/** The restore after which nobody has told yet which orders the bank has accepted and not executed (ADR 128). */
export async function acceptedUnaskedSince(tx: Tx): Promise<Date | undefined> {
  const { rows } = await sql<{ restoredAt: Date | null; askedFor: Date | null }>`
    select date_trunc('milliseconds', restored_at) as "restoredAt", date_trunc('milliseconds', accepted_asked_for) as "askedFor"
    from sending_gate`.execute(tx)
  const { restoredAt = null, askedFor = null } = rows[0] ?? {}
  return restoredAt !== null && acceptedUnasked(restoredAt, askedFor) ? restoredAt : undefined
}

/** The bank told them, or people compared them, after the last restore. */
export async function noteAcceptedAsked(tx: Tx): Promise<void> {
  await sql`update sending_gate set accepted_asked_for = restored_at where restored_at is not null`.execute(
    tx,
  )
}

/** Told once for each mark; false where it was told before. Its moment names it, so no two have the same. `also`: what tells of the same one. */
export async function noteRestore(
  tx: Tx,
  mark: string,
  at: Date,
  also: readonly string[] = [],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sending_gate set restored_at = case when ${at}::timestamptz in (restored_at, accepted_asked_for)
        then ${at}::timestamptz + interval '1 millisecond' else ${at} end, restore_marks = restore_marks || ${[mark, ...also]}::text[]
    where not ${mark}::text = any(restore_marks)`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether any sign of a restore was told that begins so. */
export async function hasRestoreMark(tx: Tx, beginning: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from sending_gate, unnest(restore_marks) mark where starts_with(mark, ${beginning})) as has`.execute(
    tx,
  )
  return rows[0]?.has ?? false
}

/** `anew`: also a halt that stands has its moment from now on. */
export async function writeGate(tx: Tx, gate: Gate, at: Date, anew = false): Promise<void> {
  const halted = gate.state === 'halted'
  await sql`
    update sending_gate set state = ${gate.state}, reason = ${halted ? gate.reason : ''},
      halted_at = ${halted ? sql`coalesce(${anew ? null : sql`halted_at`}, ${at}::timestamptz)` : null}`.execute(
    tx,
  )
}

/** The books and the bank's record were seen to agree, but for what is kept as unknown debits, up to this day. */
export async function recordComparison(
  tx: Tx,
  seen: { readonly commonDay: Day; readonly serial: string; readonly at: Date },
): Promise<void> {
  await sql`
    update sending_gate set system_identifier = c.system_identifier, timeline = ${TIMELINE}, server_started_at = pg_postmaster_start_time(),
      common_day = ${seen.commonDay}, bank_serial = coalesce(nullif(${seen.serial}, ''), bank_serial), compared_at = ${seen.at}
    from pg_control_system() c`.execute(tx)
}
