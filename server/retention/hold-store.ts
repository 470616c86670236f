// What is kept for a dispute or an inquiry although its time has come; the only file that writes this table.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

const LOCK = 'retention'

/** Who erases and who places a hold never pass each other: a hold that was answered holds. */
export async function shareProvider(tx: Tx, providerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext(${LOCK}), ${providerId})`.execute(tx)
}

export async function lockProvider(tx: Tx, providerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${LOCK}), ${providerId})`.execute(tx)
}

export type NewHold = {
  readonly providerId: number
  /** Null: everything of the provider. */
  readonly userId: number | null
  readonly reason: string
  readonly placedBy: number
  readonly at: Date
}

/** Undefined where there is one already. */
export async function insertHold(tx: Tx, hold: NewHold): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into retention_holds (provider_id, freelancer_id, reason, placed_by, placed_at)
    values (${hold.providerId}, ${hold.userId}::bigint, ${hold.reason}, ${hold.placedBy}, ${hold.at})
    on conflict (provider_id, coalesce(freelancer_id, 0)) where lifted_at is null do nothing returning hold_id as id`.execute(
    tx,
  )
  return rows[0]?.id
}

export type HoldRecord = {
  readonly holdId: number
  readonly userId: number | null
  readonly personName: string
  readonly reason: string
  readonly placedBy: number
  readonly placedByName: string
  readonly placedAt: Date
  readonly liftedByName: string
  readonly liftedAt: Date | null
  readonly liftReason: string
}

const SELECTED = sql`
  select h.hold_id as "holdId", h.freelancer_id::float8 as "userId", coalesce(k.name, '') as "personName", h.reason,
    h.placed_by as "placedBy", coalesce(p.real_name, '') as "placedByName", h.placed_at as "placedAt",
    coalesce(l.real_name, '') as "liftedByName", h.lifted_at as "liftedAt", h.lift_reason as "liftReason"
  from retention_holds h left join account_names p on p.account_id = h.placed_by left join account_names l on l.account_id = h.lifted_by
    left join known_people k on k.provider_id = h.provider_id and k.freelancer_id = h.freelancer_id`

/** The newest first; those in force before the others. */
export async function listHolds(tx: Tx, providerId: number, limit: number): Promise<HoldRecord[]> {
  const { rows } = await sql<HoldRecord>`
    ${SELECTED} where h.provider_id = ${providerId} order by h.lifted_at is not null, h.hold_id desc limit ${limit}`.execute(
    tx,
  )
  return rows
}

export async function lockHold(tx: Tx, providerId: number, holdId: number): Promise<HoldRecord | undefined> {
  const { rows } = await sql<HoldRecord>`
    ${SELECTED} where h.provider_id = ${providerId} and h.hold_id = ${holdId} for update of h`.execute(tx)
  return rows[0]
}

export async function liftHold(
  tx: Tx,
  holdId: number,
  by: { readonly accountId: number; readonly at: Date; readonly reason: string },
): Promise<void> {
  await tx
    .updateTable('retention_holds')
    .set({ lifted_by: by.accountId, lifted_at: by.at, lift_reason: by.reason })
    .where('hold_id', '=', holdId)
    .execute()
}

export type Held = {
  readonly everything: boolean
  readonly userIds: ReadonlySet<number>
  readonly idHashes: readonly string[]
}

export async function heldAt(tx: Tx, providerId: number): Promise<Held> {
  const { rows } = await sql<{ userId: number | null; idHash: string | null }>`
    select h.freelancer_id::float8 as "userId", f.id_hash as "idHash"
    from retention_holds h left join person_ids f on f.freelancer_id = h.freelancer_id
    where h.provider_id = ${providerId} and h.lifted_at is null`.execute(tx)
  return {
    everything: rows.some(({ userId }) => userId === null),
    userIds: new Set(rows.flatMap(({ userId }) => (userId === null ? [] : [userId]))),
    idHashes: rows.flatMap(({ idHash }) => (idHash === null ? [] : [idHash])),
  }
}

/** How many are in force. */
export async function countHolds(
  tx: Tx,
  providerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select provider_id as id, count(*)::int as count from retention_holds
    where lifted_at is null and provider_id = any(${[...providerIds]}::int[]) group by provider_id`.execute(
    tx,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
