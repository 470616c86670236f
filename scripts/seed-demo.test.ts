// The demo is made once, and its figures and papers hang together: a second start finds everything there and changes nothing, in any table.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { verifyInvariants } from '@paywages/server/invariants/verify.ts'
import { openServices } from '@paywages/server/processes/open-services.ts'
import { type SandboxBank, startSandboxBank } from '@paywages/server/testing/sandbox-bank.ts'
import { createTestDatabase, type TestDatabase } from '@paywages/server/testing/template-database.ts'
import { TEST_SECRET } from '@paywages/server/testing/test-services.ts'
import { reconcileStatement } from '@paywages/server/transfers/reconcile-statement.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { announcement } from './announcement.ts'

const SEED = join(import.meta.dirname, 'seed-demo.ts')

let home: TestDatabase
let bank: SandboxBank
let folder: string

beforeAll(async () => {
  ;[home, bank] = await Promise.all([createTestDatabase(), startSandboxBank()])
  folder = await mkdtemp(join(tmpdir(), 'paywages-demo-'))
  await seed()
}, 240_000)
afterAll(async () => {
  await bank.stop()
  await home.drop()
  await rm(folder, { recursive: true, force: true })
})

const environment = () => ({
  DATABASE_URL: home.url,
  DATA_DIR: folder,
  SECRET_KEY: TEST_SECRET,
  BANK_URL: bank.url,
  BANK_SECRET: bank.secret,
  SECOND_FACTOR: 'offered',
  UNMATCHED_RECHARGE_YUAN: '1000000000',
})

async function seed(): Promise<void> {
  await promisify(execFile)(process.execPath, [SEED], { env: { ...process.env, ...environment() } })
}

async function asOwner<T>(ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(home.ownerUrl)
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}

/** Every table with a digest over all its rows. */
const digests = () =>
  asOwner(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const all: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as digest from ${name} t`,
      )
      all[name] = rows[0]?.digest ?? ''
    }
    return all
  })

it('a second start changes nothing', { timeout: 240_000 }, async () => {
  const first = await digests()
  expect(Object.values(first).filter((digest) => !digest.startsWith('0 ')).length).toBeGreaterThan(20)
  await seed()
  expect(await digests()).toEqual(first)
})

// No worker asks the bank again here, and test clusters are not durable (I8, I9).
it('keeps every invariant, and the bank lists each payout on the day that our books say', async () => {
  const services = await openServices({ ...environment(), LOG_LEVEL: 'warn' })
  try {
    const findings = await verifyInvariants(services, { bankDays: 0 })
    expect(findings.filter(({ invariant }) => invariant !== 'I8' && invariant !== 'I9')).toEqual([])
    const days = await asOwner((client) =>
      client.query<{ day: Day }>(
        `select distinct to_char(payout_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day
        from row_transfers where state = 'succeeded' order by 1 desc limit 5`,
      ),
    )
    expect(days.rows).toHaveLength(5)
    for (const { day } of days.rows)
      expect(await reconcileStatement(services, day)).toMatchObject({ changed: 0, unknown: [], missing: [] })
  } finally {
    await services.database.close()
  }
})

it('each recharge tells the balance that the ledger had right after it', async () => {
  const told = await asOwner((client) =>
    client.query<{ id: string; told: string; was: string }>(
      `select r.recharge_id::text as id, r.available_after_fen::text as told,
        (select sum(case when p.destination = 'available' then p.amount_fen else 0 end
          - case when p.source = 'available' then p.amount_fen else 0 end)
          from ledger_postings p where p.provider_id = r.provider_id and p.at <= r.decided_at)::text as was
      from recharges r where r.status = 'approved'`,
    ),
  )
  expect(told.rows.length).toBeGreaterThan(5)
  expect(told.rows.filter(({ told, was }) => told !== was)).toEqual([])
})

it('whoever signed has both photographs, a signature and a contract', async () => {
  const signed = await asOwner((client) =>
    client.query<{ whole: boolean }>(
      `select pdf_file_id is not null and num_nonnulls(front_file_id, back_file_id, signature_file_id) = 3 as whole
      from personal_contracts where images_deleted_at is null`,
    ),
  )
  expect(signed.rows.length).toBeGreaterThan(10)
  expect(signed.rows.filter(({ whole }) => !whole)).toEqual([])
})

it('the banner says of each login what its rights are', async () => {
  const accounts = await asOwner((client) =>
    client.query<{ account: string; role: string }>(
      `select account, case when super_manager then 'super manager' when manager then 'manager'
        when pay_right then 'pays' when check_right then 'checks' else 'cannot enter' end as role
      from accounts where enabled`,
    ),
  )
  const roles = new Map(accounts.rows.map(({ account, role }) => [account, role]))
  const banner = announcement({ address: '', dataFolder: '', demo: true, bank: undefined, seconds: '' })
  const logins = banner.split('Demo logins')[1]?.trim().split('\n').slice(2) ?? []
  expect(logins.length).toBeGreaterThan(8)
  for (const login of logins) {
    const [account = '', role] = login.trim().split(/ {2,}/)
    expect(role).toBe(roles.get(account))
  }
})
