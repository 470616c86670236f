// Queries that the walls between tables must refuse or let pass, in Kysely and in SQL, and circles of slices.

import { describe, expect, test } from 'vitest'
import { findSqlViolations, type Ownership } from './check-sql-walls.ts'

const schema = `
create table files (file_id uuid);
create table payout_rows (row_id bigint);
create table transfers (transfer_id bigint);
create view file_names as
  select file_id from files;
create view payout_lines as
  select row_id from payout_rows;
`

const ownership: Ownership = {
  tables: { files: ['files'], payouts: ['payout_rows'], transfers: ['transfers'] },
  views: {
    file_names: { owner: 'files', readers: 'any' },
    payout_lines: { owner: 'payouts', readers: ['transfers'] },
  },
  functions: {},
  auditor: 'invariants',
}

/** An expression inside a template. */
const inside = (code: string) => ['$', '{', code, '}'].join('')

/** Reads each view as its readers should, so that nothing stands in the declaration for nothing. */
const readers = {
  'server/migrations/0001-all.sql': schema,
  'server/transfers/reader.ts': 'sql`select 1 from payout_lines, file_names`',
}

function check(files: Record<string, string>, of: Ownership = ownership): string[] {
  return findSqlViolations(new Map(Object.entries({ ...readers, ...files })), of)
}

const READS = 'transfers reads the table payout_rows of payouts; read a view of payouts, or ask its store'
const WRITES = 'transfers writes the table payout_rows of payouts; ask its store'
const LOCKS = 'transfers locks the table payout_rows of payouts; ask its store'

describe('a foreign table is refused', () => {
  test.each([
    ["tx.selectFrom('payout_rows')", READS],
    ["tx.selectFrom('payout_rows as r').select('r.row_id')", READS],
    ["tx.selectFrom(['transfers as t', 'payout_rows as r'])", READS],
    ["tx.selectFrom('transfers').innerJoin('payout_rows as r', 'a', 'b')", READS],
    ["tx.selectFrom('transfers').leftJoin('payout_rows', (join) => join.onTrue())", READS],
    ["tx.updateTable('transfers').from('payout_rows as r')", READS],
    ["tx.deleteFrom('transfers').using('payout_rows as r')", READS],
    ["sql.table('payout_rows')", READS],
    ["sql.id('payout_rows')", READS],
    ["find(tx, 'payout_rows')", READS],
    ["type Row = Tables['payout_rows']", READS],
    ['sql`select 1 from payout_rows`', READS],
    ['sql`select 1 from "public"."payout_rows"`', READS],
    ['sql<{ a: number }>`select 1 from transfers t, payout_rows r`', READS],
    ['sql`select 1 from transfers t join x on t.a = x.a, payout_rows r`', READS],
    [
      `sql\`select 1 from unnest(${inside('ids')}::int[], ${inside('more')}::int[]) w(a, b) join payout_rows r on r.a = w.a\``,
      READS,
    ],
    ['sql`select 1 from (payout_rows r left join transfers t using (row_id))`', READS],
    ['sql`select (select max(a) from payout_rows) as a`', READS],
    ['sql`update transfers t set a = r.a from payout_rows r where true`', READS],
    ['sql`update transfers t set a = 1 from before, payout_rows r where true`', READS],
    ['sql`delete from transfers t using payout_rows r where true`', READS],
    ['sql`with one as (select 1 from payout_rows) select 1 from one`', READS],
    [`sql\`select 1 from ${inside('flag ? sql`payout_rows` : sql`transfers`')} r\``, READS],
    ['const ROWS = sql`payout_rows`', READS],
    ['const FROM = sql`payout_rows r join transfers t using (row_id)`', READS],
    [
      `sql\`select 1 from transfers t ${inside('flag ? sql`join payout_rows r using (row_id)` : sql``')}\``,
      READS,
    ],
    ["client.query('select 1 from payout_rows')", READS],
    ["tx.selectFrom('payout_rows as r').forUpdate().execute()", LOCKS],
    ["tx.selectFrom('transfers').innerJoin('payout_rows as r', 'a', 'b').forUpdate('r').execute()", LOCKS],
    ['sql`select 1 from payout_rows for no key update`', LOCKS],
    ['sql`select 1 from transfers t join payout_rows r using (row_id) for update of r`', LOCKS],
    [`sql\`select 1 from payout_rows r ${inside('lock ? sql`for share` : sql``')}\``, LOCKS],
    ["tx.insertInto('payout_rows')", WRITES],
    ["tx.updateTable('payout_rows as r')", WRITES],
    ["tx.deleteFrom('payout_rows')", WRITES],
    ["copyRows(tx, 'payout_rows', COLUMNS, values())", WRITES],
    ['sql`insert into payout_rows (row_id) values (1)`', WRITES],
    ['sql`update payout_rows set a = 1`', WRITES],
    ['sql`delete from payout_rows`', WRITES],
    ['sql`truncate table payout_rows`', WRITES],
  ])('%s', (line, rule) => {
    expect(check({ 'server/transfers/a.ts': `// sql\n${line}` })).toEqual([`server/transfers/a.ts:2 ${rule}`])
  })

  test('at the line of its name, in a query of several', () => {
    const text =
      'const { rows } = await sql`\n  select 1 from transfers t\n    join payout_rows r using (row_id)`'
    expect(check({ 'server/transfers/a.ts': text })).toEqual([`server/transfers/a.ts:3 ${READS}`])
  })

  test('also to the files that put the server together', () => {
    expect(check({ 'server/app.ts': 'sql`select 1 from files`' })).toEqual([
      'server/app.ts:1 the server itself reads the table files of files; read a view of files, or ask its store',
    ])
  })

  test('to a view of another slice', () => {
    const views = { ...ownership.views, row_pages: { owner: 'transfers', readers: ['tax'] } }
    const files = {
      'server/migrations/0002-more.sql': 'create view row_pages as\n  select row_id\n  from payout_rows;\n',
      'server/tax/a.ts': 'sql`select 1 from row_pages`',
    }
    expect(check(files, { ...ownership, views })).toEqual([`server/migrations/0002-more.sql:3 ${READS}`])
  })
})

describe('what may pass', () => {
  test.each([
    ['server/payouts/a.ts', "tx.updateTable('payout_rows')"],
    ['server/payouts/a.ts', 'sql`select 1 from payout_rows for update`'],
    ['server/payouts/a.ts', 'sql`select 1 from payout_rows r join file_names f on true for update of r`'],
    [
      'server/payouts/a.ts',
      "tx.selectFrom('payout_rows as r').innerJoin('file_names as f', 'a', 'b').forUpdate('r')",
    ],
    ['server/invariants/a.ts', 'sql`select 1 from payout_rows join transfers using (row_id)`'],
    ['server/transfers/a.test.ts', 'sql`delete from payout_rows`'],
    ['server/testing/a.ts', 'sql`delete from payout_rows`'],
    ['server/transfers/a.ts', '// sql`select 1 from payout_rows`'],
    ['server/transfers/a.ts', '/** As in sql`select 1 from payout_rows`. */ const a = sql`select 1`'],
    ['server/transfers/a.ts', 'sql`select 1 -- from payout_rows\n`'],
    ['server/transfers/a.ts', "sql`select 'from payout_rows'`"],
    ['server/transfers/a.ts', 'sql`select a.payout_rows from transfers a`'],
    ['server/transfers/a.ts', 'sql`with payout_rows as (select 1) select 1 from payout_rows`'],
    [
      'server/transfers/a.ts',
      'sql`with a as (select 1), payout_rows (b) as not materialized (select 1) select 1 from payout_rows`',
    ],
    [
      'server/transfers/a.ts',
      "tx.with('files', (db) => db.selectFrom('transfers')).selectFrom('files as f')",
    ],
    ['server/transfers/a.ts', 'sql`select 1 where a is distinct from payout_rows`'],
    ['server/transfers/a.ts', "sql`x`; const kind = 'files'; log('files')"],
    ['server/transfers/a.ts', "import { x } from '../files/store.ts'\nsql`select 1 from transfers`"],
    [
      'server/transfers/a.ts',
      `const a = /['"\`]/; sql\`select ${inside('a')} from transfers t where t.a = ${inside('`payout_rows b`')}\``,
    ],
  ])('%s: %s', (file, line) => {
    expect(check({ [file]: line })).toEqual([])
  })
})

describe('views', () => {
  test('are refused to a slice that is not among their readers', () => {
    expect(check({ 'server/files/a.ts': 'sql`select 1 from payout_lines`' })).toEqual([
      'server/files/a.ts:1 files may not read the view payout_lines of payouts',
    ])
  })

  test('take neither writes nor locks', () => {
    const files = { 'server/transfers/a.ts': 'sql`select 1 from payout_lines for update`' }
    expect(check(files)).toEqual([
      'server/transfers/a.ts:1 transfers locks rows through the view payout_lines; ask the store of payouts',
    ])
  })
})

describe('the declaration', () => {
  const owners = 'server/table-owners.ts:1'

  test('names every table, view and function, and none that is gone', () => {
    const migration = `create table notes (id int);
create view note_ids as
  select id from notes;
create function keep_note() returns trigger language plpgsql as $$
begin
  insert into notes (id) values (1);
end $$;
drop view file_names;
`
    expect(check({ 'server/migrations/0002-more.sql': migration })).toEqual([
      `${owners} the table notes has no owner`,
      'server/migrations/0002-more.sql:2 the view note_ids has no owner in table-owners.ts',
      'server/migrations/0002-more.sql:4 the function keep_note has no owner in table-owners.ts',
      `${owners} there is no view or function file_names`,
    ])
  })

  test('lists no reader that does not read, and no view that nobody does', () => {
    const views = { ...ownership.views, payout_lines: { owner: 'payouts', readers: ['transfers', 'files'] } }
    expect(check({}, { ...ownership, views })).toEqual([
      `${owners} files does not read the view payout_lines`,
    ])
    expect(check({ 'server/transfers/reader.ts': '' })).toEqual([
      `${owners} nobody reads the view file_names`,
      `${owners} nobody reads the view payout_lines`,
    ])
  })
})

describe('circles of slices', () => {
  const files = { 'server/payouts/a.ts': "import { x } from '../transfers/b.ts'" }
  const views = {
    ...ownership.views,
    payout_lines: { ...ownership.views.payout_lines, answers: 'transfers' },
  }

  test('are told of imports and views together, with where each step is taken', () => {
    expect(check(files)).toEqual([
      'server/table-owners.ts:1 slices depend on each other: payouts → transfers (server/payouts/a.ts:1), ' +
        'transfers → payouts (server/transfers/reader.ts:1)',
    ])
  })

  test('are none where the view answers the slice beneath', () => {
    expect(check(files, { ...ownership, views: views as Ownership['views'] })).toEqual([])
  })
})
