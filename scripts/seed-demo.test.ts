// The demo is made once: a second start finds everything there and changes nothing, in any table.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTestDatabase, type TestDatabase } from '@paywages/server/testing/template-database.ts'
import { BANK_SECRET, TEST_SECRET } from '@paywages/server/testing/test-services.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

const SEED = join(import.meta.dirname, 'seed-demo.ts')

let home: TestDatabase
let folder: string

beforeAll(async () => {
  home = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'paywages-demo-'))
})
afterAll(async () => {
  await home.drop()
  await rm(folder, { recursive: true, force: true })
})

async function seed(): Promise<void> {
  const env = {
    ...process.env,
    DATABASE_URL: home.url,
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET,
    BANK_URL: 'http://bank.invalid',
    BANK_SECRET,
    SECOND_FACTOR: 'offered',
    UNMATCHED_RECHARGE_YUAN: '1000000000',
  }
  await promisify(execFile)(process.execPath, [SEED], { env })
}

/** Every table with a digest over all its rows. */
async function digests(): Promise<Record<string, string>> {
  const client = new pg.Client(home.ownerUrl)
  await client.connect()
  try {
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
  } finally {
    await client.end()
  }
}

it('seeds the demo once and changes nothing on the next start', { timeout: 240_000 }, async () => {
  await seed()
  const first = await digests()
  expect(Object.values(first).filter((digest) => !digest.startsWith('0 ')).length).toBeGreaterThan(20)
  await seed()
  expect(await digests()).toEqual(first)
})
