// A year of books moved to a server where nobody is a superuser: the same rows, guards that stand, and invariants that hold.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { appUser } from '../adapters/embedded-postgres/app-user.ts'
import { copyDatabase } from '../adapters/postgres/copy-database.ts'
import { migrate } from '../adapters/postgres/migrate.ts'
import { administratorUrl } from '../adapters/postgres/release.ts'
import { verifyInvariants } from '../invariants/verify.ts'
import { createEmptyDatabase, type EmptyDatabase } from '../testing/empty-database.ts'
import { migrateUpTo, restoreMilestone } from '../testing/milestone-data.ts'
import { movableClock, openTestServices } from '../testing/test-services.ts'

const MILESTONE = '0018-tax.sql.gz'
const owner = `mover_${randomBytes(6).toString('hex')}`
const quiet = () => undefined
let source: EmptyDatabase
let target: EmptyDatabase
let targetUrl: string
let milestone: { takenAt: Date; secretKey: string }

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('databaseServerUrl'))
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** As the owner of an empty database that a hosting company hands over. */
async function handOver(database: EmptyDatabase): Promise<string> {
  const url = new URL(database.url)
  await administer(`alter database ${url.pathname.slice(1)} owner to ${owner}`)
  url.username = owner
  url.password = 'a word'
  return url.href
}

beforeAll(async () => {
  await administer(`create role ${owner} login password 'a word'`)
  source = await createEmptyDatabase()
  target = await createEmptyDatabase()
  await migrateUpTo(source, MILESTONE)
  milestone = await restoreMilestone(source, MILESTONE)
  await migrate(source.url, { appUser, jobs: false })
  targetUrl = await handOver(target)
  await migrate(targetUrl, { appUser, jobs: false })
})
afterAll(async () => {
  await source.drop()
  await target.drop()
  await administer(`drop role ${owner}`)
})

const keys = (database: EmptyDatabase) =>
  database.query(`select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition, convalidated
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)

it('is whole or not there at all', async () => {
  // A row that no column takes: the last of what is copied fails, and the first is gone again.
  await target.query('alter table tax_periods add constraint none check (false) not valid')
  await expect(copyDatabase(source.url, targetUrl, quiet)).rejects.toThrow('none')
  expect(await target.query('select from accounts')).toEqual([])
  await target.query('alter table tax_periods drop constraint none')
})

it('brings every row, every guard and the next numbers', async () => {
  const { rows } = await copyDatabase(source.url, targetUrl, quiet)
  expect(rows).toBeGreaterThan(500)
  expect(await keys(target)).toEqual(await keys(source))
  expect(await target.query(`select from pg_trigger where tgenabled = 'D'`)).toEqual([])
  const numbers = 'select sequencename, last_value from pg_sequences order by 1'
  expect(await target.query(numbers)).toEqual(await source.query(numbers))

  const url = new URL(target.url)
  url.username = appUser
  const home = { url: url.href, ownerUrl: administratorUrl(target.url), drop: async () => undefined }
  const services = await openTestServices({
    home,
    clock: movableClock(milestone.takenAt),
    settings: { SECRET_KEY: milestone.secretKey },
  })
  try {
    const findings = await verifyInvariants(services, { bankDays: 0 })
    // Nobody works on it, and the cluster of tests gives durability up.
    expect(findings.filter(({ invariant }) => invariant !== 'I8' && invariant !== 'I9')).toEqual([])
  } finally {
    await services.close()
  }
})

it('is refused where somebody works already', async () => {
  await expect(copyDatabase(source.url, targetUrl, quiet)).rejects.toThrow('has accounts already')
})
