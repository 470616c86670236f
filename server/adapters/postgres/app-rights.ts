// Gives the application's database user the rights it needs and no more: it owns nothing, and only adds to append-only tables.

import pg from 'pg'
import { StartProblem } from '../start-problem.ts'

/**
 * What a table's own triggers refuse everybody, the user has no right to either; what migrations and commands of the owner keep for
 * themselves it only reads. A partition is reached through its table alone.
 */
const WANTED = `
  select c.oid, w.privilege from pg_class c
  cross join (values ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) w (privilege)
  where c.relnamespace in ('public'::regnamespace, to_regnamespace('pgboss')) and c.relkind in ('r', 'p', 'v')
    and not (c.relispartition and c.relnamespace = 'public'::regnamespace)
    and (w.privilege = 'SELECT' or (c.relkind <> 'v' and c.relname not like 'schema\\_%' and c.relname <> 'audit_archives'
      and not exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid where t.tgrelid = c.oid
        and f.proname in ('refuse_change', 'only_seal_entry')
        and ((w.privilege = 'DELETE' and t.tgtype & 8 > 0) or (w.privilege = 'UPDATE' and t.tgtype & 16 > 0)))))`

const DIFFERENCES = `
  with wanted as (${WANTED}), held as (
    select c.oid, a.privilege_type as privilege from pg_class c cross join aclexplode(c.relacl) a
    where c.relnamespace in ('public'::regnamespace, to_regnamespace('pgboss')) and c.relkind in ('r', 'p', 'v')
      and a.grantee = $1::regrole)
  select 'grant' as verb, string_agg(privilege, ', ') as privileges, oid::regclass::text as relation
    from (table wanted except table held) m group by oid
  union all
  select 'revoke', string_agg(privilege, ', '), oid::regclass::text from (table held except table wanted) m group by oid
  order by 3, 1`

type Difference = {
  readonly verb: 'grant' | 'revoke'
  readonly privileges: string
  readonly relation: string
}

/** Changes only what differs, so that a start with nothing new touches no table. */
export async function grantAppRights(client: pg.Client, user: string): Promise<void> {
  const name = pg.escapeIdentifier(user)
  await refuseUnfitUser(client, user)
  await client.query('begin')
  try {
    for (const schema of ['public', 'pgboss'])
      await grantUnless(
        client,
        `has_schema_privilege($1, to_regnamespace('${schema}')::oid, 'usage')`,
        user,
        `usage on schema ${schema}`,
      )
    const database = pg.escapeIdentifier(
      (await client.query('select current_database() as name')).rows[0].name,
    )
    for (const right of ['connect', 'temporary'])
      await grantUnless(
        client,
        `has_database_privilege($1, current_database(), '${right}')`,
        user,
        `${right} on database ${database}`,
      )
    const { rows } = await client.query<Difference>(DIFFERENCES, [name])
    for (const { verb, privileges, relation } of rows)
      await client.query(`${verb} ${privileges} on ${relation} ${verb === 'grant' ? 'to' : 'from'} ${name}`)
    await grantUnless(
      client,
      "has_column_privilege($1, 'audit_entries', 'seal_id', 'update')",
      user,
      'update (seal_id) on audit_entries',
    )
    // An account that is proposed has its number before it is there; settlements are numbered with the postings.
    for (const sequence of ['accounts_account_id_seq', 'ledger_postings_posting_id_seq'])
      await grantUnless(
        client,
        `has_sequence_privilege($1, '${sequence}', 'usage')`,
        user,
        `usage on sequence ${sequence}`,
      )
    for (const called of ['prepare_audit_months()', 'count_stray_audit_entries()'])
      await grantUnless(
        client,
        `has_function_privilege($1, to_regprocedure('public.${called}')::oid, 'execute')`,
        user,
        `execute on function ${called}`,
      )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function grantUnless(client: pg.Client, held: string, user: string, right: string): Promise<void> {
  const { rows } = await client.query<{ held: boolean | null }>(`select ${held} as held`, [user])
  // Null where there is no such schema.
  if (rows[0]?.held === false) await client.query(`grant ${right} to ${pg.escapeIdentifier(user)}`)
}

/** Who owns a table, or may become its owner, has every right on it whatever is granted. */
export async function refuseUnfitUser(client: pg.Client, user: string): Promise<void> {
  const { rows } = await client.query<{ powerful: boolean }>(
    `select r.rolsuper or r.rolcreaterole or pg_has_role(r.oid, current_user, 'member') or pg_has_role(r.oid, d.datdba, 'member') as powerful
     from pg_roles r join pg_database d on d.datname = current_database() where r.rolname = $1`,
    [user],
  )
  if (rows.length === 0)
    throw new StartProblem(`The database knows no user ${user}, whom DATABASE_URL names; create it first.`)
  if (rows[0]?.powerful)
    throw new StartProblem(
      `The user ${user} of DATABASE_URL has the rights of an owner; give the application a user of its own.`,
    )
}
