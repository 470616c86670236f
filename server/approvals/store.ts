// Approval policies in the database; the only file that writes this table.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { ApprovalPolicy, Floor } from '@paywages/domain/approvals/policy.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import { readPolicy, type StoredPolicy, storedPolicy } from './stored-policy.ts'

export type PolicySubject = { readonly of: 'provider' | 'platform'; readonly id: number }

const columnOf = ({ of }: PolicySubject) => (of === 'provider' ? 'provider_id' : 'platform_id')

/** Of a subject that exists; the two steps where nothing was set. */
export async function findPolicy(
  tx: Tx,
  subject: PolicySubject,
): Promise<{ readonly name: string; readonly policy: ApprovalPolicy } | undefined> {
  const names = sql.table(subject.of === 'provider' ? 'provider_names' : 'platform_names')
  const id = sql.ref(columnOf(subject))
  const { rows } = await sql<{ name: string; policy: StoredPolicy | null }>`
    select n.name, p.policy from ${names} n left join approval_policies p using (${id}) where n.${id} = ${subject.id}`.execute(
    tx,
  )
  const [row] = rows
  return row && { name: row.name, policy: readPolicy(row.policy) }
}

/** What holds for a provider's batches: its own, and the floors of its platforms. */
export async function policiesFor(
  tx: Tx,
  providerId: number,
): Promise<{ readonly own: ApprovalPolicy; readonly floors: readonly Floor[] }> {
  const { rows } = await sql<{ platformName: string | null; policy: StoredPolicy }>`
    select null as "platformName", policy from approval_policies where provider_id = ${providerId}
    union all
    select n.name, p.policy from platform_providers f join approval_policies p on p.platform_id = f.platform_id
      join platform_names n on n.platform_id = f.platform_id
    where f.provider_id = ${providerId}`.execute(tx)
  const own = rows.find(({ platformName }) => platformName === null)
  const floors = rows.flatMap(({ platformName, policy }) =>
    platformName === null ? [] : [{ platformName, policy: readPolicy(policy) }],
  )
  return { own: readPolicy(own?.policy), floors }
}

export async function savePolicy(
  tx: Tx,
  subject: PolicySubject,
  policy: ApprovalPolicy,
  at: Date,
): Promise<void> {
  const column = sql.ref(columnOf(subject))
  await sql`
    insert into approval_policies (${column}, policy, changed_at) values (${subject.id}, ${JSON.stringify(storedPolicy(policy))}, ${at})
    on conflict (${column}) where ${column} is not null do update set policy = excluded.policy, changed_at = excluded.changed_at`.execute(
    tx,
  )
}

export type ListedPolicy = {
  readonly subjectId: number
  readonly name: string
  readonly policy: ApprovalPolicy
  readonly set: boolean
}

type Row = { readonly id: number; readonly name: string; readonly policy: StoredPolicy | null }

const listed = ({ id, name, policy }: Row): ListedPolicy => ({
  subjectId: id,
  name,
  policy: readPolicy(policy),
  set: policy !== null,
})

export async function listPolicies(
  tx: Tx,
  scope: Scope,
  name: string | undefined,
  page: { readonly index: number; readonly size: number },
): Promise<{ rows: ListedPolicy[]; count: number }> {
  const found = sql`provider_names n left join approval_policies p on p.provider_id = n.provider_id
    where ${inScope(scope, 'n.provider_id')} and ${name ? sql`n.name ilike ${containing(name)}` : sql`true`}`
  const { rows } = await sql<Row>`
    select n.provider_id as id, n.name, p.policy from ${found}
    order by n.provider_id desc limit ${page.size} offset ${page.index * page.size}`.execute(tx)
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from ${found}`.execute(
    tx,
  )
  return { rows: rows.map(listed), count: counted[0]?.count ?? 0 }
}

export async function listFloors(tx: Tx): Promise<ListedPolicy[]> {
  const { rows } = await sql<Row>`
    select n.platform_id as id, n.name, p.policy from platform_names n left join approval_policies p on p.platform_id = n.platform_id
    order by n.platform_id`.execute(tx)
  return rows.map(listed)
}

/** How many enabled accounts of the provider may review now, and how many of them are managers. */
export async function countReviewers(tx: Tx, providerId: number) {
  const { rows } = await sql<{ reviewers: number; managers: number }>`
    select count(*)::int as reviewers, (count(*) filter (where manager or super_manager))::int as managers
    from account_identities where provider_id = ${providerId} and check_right and enabled`.execute(tx)
  return rows[0] ?? { reviewers: 0, managers: 0 }
}

/** The platform's providers, those on fewest other platforms first: its own managers are theirs. */
export async function providersOf(tx: Tx, platformId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.provider_id as id from platform_providers f where f.platform_id = ${platformId}
    order by (select count(*) from platform_providers o where o.provider_id = f.provider_id), f.provider_id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
