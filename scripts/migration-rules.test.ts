// Each rule of expand and contract, with a migration that keeps it and one that breaks it.

import { expect, it } from 'vitest'
import { migrationProblems } from './migration-rules.ts'

const CONTRACT = '-- contract: least writer 0040\n'
const problems = (sql: string, name = '0040-change.sql') => migrationProblems(name, sql)

it.each([
  'create table notes (id int primary key, text text not null); create index notes_by_text on notes (text);',
  'create table notes (id int); insert into notes select 1; update notes set id = 2;',
  'alter table payout_rows add column shade text;',
  "alter table payout_rows add column shade text not null default '', add column tone int;",
  'alter table transfers drop constraint known_state, add constraint known_state check (state <> 1) not valid;',
  'alter table transfers add constraint has_mark check (state = 1 or mark is not null) not valid;',
  'drop view known_people; create view known_people as select 1 as one;',
  'create function f() returns trigger language plpgsql as $$ begin update x set y = 1; drop table x; end $$;',
  'create trigger kept before update or delete on payout_rows for each row execute function refuse_change();',
  'create trigger seen after update of status on payout_rows for each row execute function note();',
  '-- drops nothing: drop table x\nselect 1;',
  '-- step: index\ncreate unique index concurrently rows_by_shade on payout_rows (shade);',
  '-- step: batches\nwith piece as (select id from x where id > $1 order by id limit 5), f as (update x set y = 1) select max(id) as position from piece;',
])('allows: %s', (sql) => {
  expect(problems(sql)).toEqual([])
})

it.each([
  ['drop table payout_rows;', 'drops a table'],
  ['alter table payout_rows drop column shade;', 'drops a column'],
  ['drop view known_people;', 'drops a view'],
  ['drop trigger kept on audit_entries;', 'drops a trigger'],
  ['alter table transfers drop constraint known_state;', 'drops a constraint'],
  ['alter table payout_rows rename column a to b;', 'renames'],
  ['alter table payout_rows rename to rows;', 'renames'],
  ['alter table payout_rows alter column a type bigint;', 'changes the type'],
  ['alter table payout_rows alter a set not null;', 'NOT NULL'],
  ['truncate sessions;', 'truncates'],
])('only in a contract migration: %s', (sql, says) => {
  expect(problems(sql)).toEqual([expect.stringContaining(says)])
  expect(problems(CONTRACT + sql)).toEqual([])
})

it.each([
  ['create index rows_by_a on payout_rows (a);', 'CONCURRENTLY'],
  ['update payout_rows set a = 1;', 'batches step'],
  ['delete from sessions where a = 1;', 'batches step'],
  ['alter table payout_rows add column a int not null;', 'without a default'],
  ['alter table payout_rows add constraint a check (b > 0);', 'NOT VALID'],
  ['alter table payout_rows add constraint a foreign key (b) references c;', 'NOT VALID'],
  ['alter table payout_rows add constraint a unique (b);', 'USING INDEX'],
  ['do $$ begin drop table x; end $$;', 'DO block'],
  ['-- step: index\ncreate index rows_by_a on payout_rows (a);', 'index step'],
  ['-- step: batches\nupdate payout_rows set a = 1;', 'batches step'],
])('never: %s', (sql, says) => {
  expect(problems(CONTRACT + sql).join()).toContain(says)
})

const SWAP = `-- partitions entries: whoever names it does not notice
alter table entries rename to entries_first;
alter table entries_first rename constraint entries_pkey to entries_first_pkey;
alter index entries_by_time rename to entries_first_by_time;
drop trigger entries_kept on entries_first;
create table entries (id bigint primary key) partition by range (id);
alter table entries attach partition entries_first for values from (minvalue) to (5);
create trigger entries_kept before delete on entries for each row execute function refuse_change();
create trigger entries_whole before truncate on entries for each statement execute function refuse_change();
`

it('lets a table become the first partition of one that takes its name', () => {
  expect(problems(SWAP)).toEqual([])
})

it.each([
  ['without the line that says why', SWAP.replace(/^--.*\n/, ''), 'renames'],
  ['without a reason', SWAP.replace(/: whoever.*/, ':'), 'renames'],
  ['of another table', SWAP.replace('partitions entries', 'partitions notes'), 'renames'],
  ['that is not partitioned', SWAP.replace(' partition by range (id)', ''), 'renames'],
  ['that is not attached', SWAP.replace(/alter table entries attach.*\n/, ''), 'renames'],
  ['that loses a trigger', SWAP.replace(/create trigger entries_kept.*\n/, ''), 'drops a trigger'],
  ['beside another rename', `${SWAP}alter table notes rename to remarks;`, 'renames'],
  ['beside a renamed column', `${SWAP}alter table entries rename column a to b;`, 'renames'],
  ['beside another trigger', `${SWAP}drop trigger kept on notes;`, 'drops a trigger'],
])('refuses such a table %s', (_, sql, says) => {
  expect(problems(sql).join()).toContain(says)
})

it('names no least writer above itself', () => {
  expect(problems('-- contract: least writer 0041\nselect 1;')).toEqual([
    expect.stringContaining('above itself'),
  ])
})

it('leaves alone what was written before the rules', () => {
  expect(problems('drop table x;', '0018-views.sql')).toEqual([])
  expect(problems('drop table x;', '0019-views.sql')).not.toEqual([])
})
