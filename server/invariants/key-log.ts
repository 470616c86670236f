// Which passkey was whose, from when until when, by the order of the anchored audit log alone: what tables say of times is not believed (ADR 111).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** Where an entry stands in the log; what is not sealed yet comes after all that is. */
export type LogPlace = bigint

export type KeyLife = {
  readonly passkeyId: number
  readonly accountId: number
  /** Digest of the public key, as its owner added it. */
  readonly key: string
  readonly addedAt: Date
  readonly added: LogPlace
  /** Its owner was without it from here on; a reset by one person counts only once two people gave the account its rights. */
  readonly ended?: LogPlace
  /** How it went, and when, as the log has it. */
  readonly gone?: { readonly by: 'remove' | 'reset'; readonly at: Date; readonly place: LogPlace }
}

type KeyEntry = {
  readonly action: 'add-passkey' | 'remove-passkey' | 'reset-factor' | 'rights'
  readonly at: Date
  readonly sealId: bigint | null
  readonly entryId: bigint
  readonly accountId: number
  readonly passkeyId: number | null
  readonly key: string | null
  /** A reset that two people agreed on, or that waited out its time. */
  readonly agreed: boolean
}

const UNSEALED = 1n << 63n

/** An entry that is written later has a later seal, whatever id or time it bears. */
export const placeOf = ({ sealId, entryId }: Pick<KeyEntry, 'sealId' | 'entryId'>): LogPlace =>
  ((sealId ?? UNSEALED) << 64n) + entryId

export async function readKeyLives(tx: Tx): Promise<KeyLife[]> {
  const { rows } = await sql<KeyEntry>`
    select e.action, e.at, e.seal_id as "sealId", e.entry_id as "entryId", e.object_id::int as "accountId",
      coalesce(e.after->>'passkey', e.before->>'passkey')::int as "passkeyId", e.after->>'key' as key, exists (
        select from proposals p where p.kind = 'reset-factor' and p.state = 'done' and p.account_id::text = e.object_id and p.decided_at = e.at) as agreed
    from audit_entries e where e.action in ('add-passkey', 'remove-passkey', 'reset-factor') and e.result = 'done'
    union all
    select 'rights', e.at, e.seal_id, e.entry_id, p.account_id, null, null, false
    from audit_entries e join proposals p on p.proposal_id::text = e.object_id
    where e.action in ('confirm-change', 'carry-out-change') and p.kind = 'change-rights'
      and p.state = 'done' and p.account_id is not null and p.decided_at = e.at`.execute(tx)
  return livesOf(rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)))
}

function livesOf(entries: readonly KeyEntry[]): KeyLife[] {
  const lives = new Map<number, KeyLife>()
  for (const entry of entries) {
    const { accountId, passkeyId, at } = entry
    const place = placeOf(entry)
    if (entry.action === 'add-passkey') {
      // The first word about a key counts: a later one cannot put another in its place.
      if (passkeyId !== null && !lives.has(passkeyId))
        lives.set(passkeyId, { passkeyId, accountId, key: entry.key ?? '', addedAt: at, added: place })
      continue
    }
    for (const life of lives.values()) {
      if (life.accountId !== accountId || life.ended !== undefined) continue
      if (entry.action === 'rights') {
        if (life.gone) lives.set(life.passkeyId, { ...life, ended: place })
      } else if (life.gone === undefined && (passkeyId === null || passkeyId === life.passkeyId)) {
        const by = entry.action === 'remove-passkey' ? 'remove' : 'reset'
        const ended = by === 'remove' || entry.agreed ? { ended: place } : {}
        lives.set(life.passkeyId, { ...life, gone: { by, at, place }, ...ended })
      }
    }
  }
  return [...lives.values()]
}

/** Its owner held it when that was written. */
export const wasThere = ({ added, gone }: KeyLife, place: LogPlace): boolean =>
  added < place && (gone === undefined || place < gone.place)

/** What its owner decided there needs a signature: also after one person alone took it away. */
export const countsThere = ({ added, ended }: KeyLife, place: LogPlace): boolean =>
  added < place && (ended === undefined || place < ended)

/** A key set up after one person alone took another away is no proof, until two people gave the account its rights. */
export function isDoubtful(key: KeyLife, place: LogPlace, lives: readonly KeyLife[]): boolean {
  return lives.some(
    (other) =>
      other.accountId === key.accountId &&
      other.gone !== undefined &&
      other.gone.place < key.added &&
      countsThere(other, place),
  )
}
