// Starts the floor of lists (list-floor.ts) in a process of its own, with its tables filled.

import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { BenchServices } from './bench-services.ts'
import type { Question } from './client.ts'

const TABLES = `
create table frozen.providers (provider_id int primary key, name text not null);
create table frozen.accounts (account_id int primary key, account text not null, real_name text not null, provider_id int not null, epoch int not null);
create table frozen.sessions (token_hash bytea primary key, account_id int not null, epoch int not null, started_at timestamptz not null, last_active_at timestamptz not null);
create table frozen.batches (batch_id bigint primary key, batch_no text not null, provider_id int not null, uploader_id int not null,
  uploaded_at timestamptz not null, file_name text not null, file_size bigint not null, status text not null, withdrawn boolean not null,
  service_rate int not null, withholds_tax boolean not null, tax_method text not null, row_count int not null, people_count int not null,
  unsigned_count int not null, warned_count int not null, warning_counts jsonb not null, payable_count int not null, cancelled_count int not null,
  gross_fen bigint not null, fee_fen bigint not null, tax_fen bigint not null, succeeded_count int not null, failed_count int not null,
  succeeded_fen bigint not null, failed_fen bigint not null, cancelled_fen bigint not null, started_at timestamptz, ended_at timestamptz);
create index on frozen.batches (provider_id, uploaded_at desc, batch_id desc);
insert into frozen.providers values (1, 'Provider'), (2, 'Another');
insert into frozen.accounts values (1, 'payer', 'payer', 1, 0);
insert into frozen.batches select n, 'B' || n, 1 + n % 2, 1, now() - n * interval '1 hour', 'bench.xlsx', 1000, 'transferring', false, 65000,
  false, 'cumulative', 10000, 10000, 0, 0, '{}', 10000, 0, 1000000000, 65000000, 0, 9800, 200, 980000000, 20000000, 0, now(), now()`

export type ListFloor = { question(page: number): Question; close(): Promise<void> }

/** As many batches as the list it is held against looks through, and as many of others. The schema `frozen` is there. */
export async function openListFloor(
  { services }: BenchServices,
  batches: number,
): Promise<ListFloor & { readonly pid: number }> {
  const { pool } = services.database
  await pool.query(`${TABLES} from generate_series(1, ${Math.trunc(batches * 2)}) n`)
  const hash = createHash('sha256').update('floor').digest()
  await pool.query('insert into frozen.sessions values ($1, 1, 0, now(), now())', [hash])
  await pool.query('vacuum analyze frozen.batches')
  const child = fork(join(import.meta.dirname, 'list-floor.ts'), [services.settings.databaseUrl], {
    execArgv: [],
  })
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return {
    pid: child.pid ?? 0,
    question: (page) => ({ url: `${address}/list?index=${page}`, cookie: 'session=floor' }),
    close: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
