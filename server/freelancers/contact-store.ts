// What became of people's phones and cards, and by whom or which sheet; the only file that writes this table.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { sql } from 'kysely'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CHANGE_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { type Page, readPage } from '../adapters/postgres/list-page.ts'
import type { SealedColumns } from '../adapters/postgres/sealed-column.ts'

export type Contact = { readonly phone: string; readonly cardNo: string; readonly bank: string }

export type ContactChange = { readonly userId: bigint; readonly before: Contact; readonly after: Contact }

export async function insertContactChanges(
  tx: Tx,
  cipher: Cipher,
  providerId: number,
  source: { readonly at: Date; readonly accountId: number; readonly batchId: bigint | null },
  changes: readonly ContactChange[],
): Promise<void> {
  if (changes.length === 0) return
  const seal = ({ phone, cardNo }: Contact) => cipher.sealFields({ phone, cardNo }, CHANGE_SEAL)
  await sql`
    insert into contact_changes (provider_id, freelancer_id, changed_at, source, batch_id, account_id, phone_changed, card_changed,
      sealed_before, bank_before, sealed_after, bank_after)
    select ${providerId}, w.person, ${source.at}, ${source.batchId === null ? 'console' : 'sheet'}, ${source.batchId}::bigint,
      ${source.accountId}, w.phone, w.card, w.before, w.bank_before, w.after, w.bank_after
    from unnest(${changes.map(({ userId }) => userId)}::bigint[],
      ${changes.map(({ before, after }) => before.phone !== after.phone)}::boolean[],
      ${changes.map(({ before, after }) => before.cardNo !== after.cardNo)}::boolean[],
      ${changes.map(({ before }) => seal(before))}::text[], ${changes.map(({ before }) => before.bank)}::text[],
      ${changes.map(({ after }) => seal(after))}::text[], ${changes.map(({ after }) => after.bank)}::text[]
    ) w(person, phone, card, before, bank_before, after, bank_after)`.execute(tx)
}

export type ContactChangeRecord = {
  readonly changedAt: Date
  readonly source: 'sheet' | 'console'
  readonly phoneChanged: boolean
  readonly cardChanged: boolean
  readonly sealedBefore: string
  readonly sealedAfter: string
  readonly bankAfter: string
  readonly by: string
  readonly batchId: number | null
  readonly batchNo: string
  readonly fileName: string
  readonly providerName: string
}

/** The newest first. */
export async function listContactChanges(
  tx: Tx,
  scope: Scope,
  whose: { readonly userId: number; readonly providerId?: number | undefined },
  page: Page,
): Promise<{ rows: ContactChangeRecord[]; count: number }> {
  const found = sql`c.freelancer_id = ${BigInt(whose.userId)} and ${inScope(scope, 'c.provider_id')}
    and ${whose.providerId === undefined ? sql`true` : sql`c.provider_id = ${whose.providerId}`}`
  const ordered = sql<ContactChangeRecord>`
    select c.changed_at as "changedAt", c.source, c.phone_changed as "phoneChanged", c.card_changed as "cardChanged",
      c.sealed_before as "sealedBefore", c.sealed_after as "sealedAfter", c.bank_after as "bankAfter",
      coalesce(a.real_name, '') as by, b.batch_id::float8 as "batchId", coalesce(b.batch_no, '') as "batchNo",
      coalesce(b.file_name, '') as "fileName", p.name as "providerName"
    from contact_changes c join provider_names p using (provider_id)
      left join account_names a on a.account_id = c.account_id
      left join batch_origins b on b.batch_id = c.batch_id
    where ${found} order by c.change_id desc`
  return readPage(tx, ordered, sql`from contact_changes c where ${found}`, page)
}

export const CHANGE_SEALS: SealedColumns = {
  name: 'changes of phones and cards',
  table: 'contact_changes',
  ids: ['change_id'],
  columns: ['sealed_before', 'sealed_after'],
  renew: (cipher, { sealed_before, sealed_after }) => {
    const renew = (sealed: unknown) =>
      cipher.sealFields(cipher.openFields(String(sealed), CHANGE_SEAL), CHANGE_SEAL)
    return { sealed_before: renew(sealed_before), sealed_after: renew(sealed_after) }
  },
}
