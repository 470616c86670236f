// Old months of the audit log for tests, and the owner of its tables.

import type { Action } from '@paywages/domain/audit-log/actions.ts'
import { rangeOfPart } from '@paywages/domain/audit-log/archived-part.ts'
import { ANCHORS_PREFIX } from '../adapters/audit-anchors/anchor-place.ts'
import { openDatabase } from '../adapters/postgres/database.ts'
import { anchorChain } from '../audit-log/anchor-chain.ts'
import { HEAD_KEY } from '../audit-log/anchor-head.ts'
import { ARCHIVES_PREFIX } from '../audit-log/archive-file.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import type { TestServices } from './test-services.ts'

export const openOwner = (services: TestServices) => openDatabase(services.home.ownerUrl, services.log)

/** Every partition, as the owner knows them. */
export async function partitionsOf({ query }: TestServices): Promise<string[]> {
  const rows = await query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_entries'::regclass order by 1",
  )
  return rows.map(({ name }) => name)
}

/** Past all triggers, as only an administrator can. */
export async function tamper(services: TestServices, ...statements: string[]): Promise<void> {
  const tables = ['audit_entries', 'audit_seals', ...(await partitionsOf(services))]
  const all = (how: string) => tables.map((table) => `alter table ${table} ${how} trigger user`)
  for (const statement of [...all('disable'), ...statements, ...all('enable')])
    await services.query(statement)
}

/** An empty log without anchors and archives. */
export async function emptyLog(services: TestServices): Promise<void> {
  await tamper(services, 'truncate audit_entries, audit_seals, audit_archives restart identity')
  for (const prefix of [ANCHORS_PREFIX, ARCHIVES_PREFIX])
    for await (const { key } of services.files.list(prefix)) await services.files.remove(key)
  await services.files.remove(HEAD_KEY)
}

/** New entries have the ids of this month, which has its partition. */
export async function goOnIn({ query }: TestServices, month: number): Promise<void> {
  await query('select make_audit_month($1)', [month])
  await query("select setval('audit_entries_entry_id_seq', $1)", [rangeOfPart(String(month)).fromId])
}

export async function writeEntries(
  services: TestServices,
  action: Action,
  ...names: readonly string[]
): Promise<void> {
  const origin = { at: services.clock.now(), address: '192.0.2.1', requestId: 'r', hostname: 'h' }
  for (const name of names)
    await services.database.transact((tx) =>
      recordAnonymousEntry(tx, origin, {
        action,
        object: { kind: 'platform', id: 1, name },
        after: { name, share: 0.25, list: [1, '中'], none: null },
      }),
    )
}

/** Sealed and published where the database does not reach. */
export const sealAll = (services: TestServices) => anchorChain(services)
