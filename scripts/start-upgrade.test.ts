/** `npm start` of a newer release on the data folder of an older one, as docs/OPERATIONS.md tells it, and of an older release on a newer one's. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '@paywages/server/adapters/embedded-postgres/start-embedded-postgres.ts'
import { RELEASE } from '@paywages/server/adapters/postgres/release.ts'
import { INVARIANTS } from '@paywages/server/invariants/finding.ts'
import { migrateUpTo, restoreMilestone } from '@paywages/server/testing/milestone-data.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type RunningProduct, startProduct } from './faults/product.ts'

/** Many contracts ago, and without a file that the file store would have to hold. */
const OLDER = '0025-orders.sql.gz'
/** Migrated halfway between then and now. */
const CONTESTED = 'sending_gate'
const PATIENCE = { timeout: 110_000, interval: 100 }

const numbered = (release: number) => String(release).padStart(4, '0')

let folder: string
let started: RunningProduct | undefined
let owner: pg.Client

const start = async () => {
  started = await startProduct(folder)
  return started
}
const ready = (product: RunningProduct) =>
  vi.waitFor(
    async () => expect(await product.isReady().catch(() => false), product.said()).toBe(true),
    PATIENCE,
  )
const gone = (product: RunningProduct) =>
  vi.waitFor(() => expect(product.runs(), product.said()).toBe(false), PATIENCE)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-older-'))
  await chmod(folder, 0o755)
  // It goes on beside the first start, which adopts it.
  const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  await migrateUpTo(server, OLDER)
  const { secretKey } = await restoreMilestone(server, OLDER)
  await writeFile(join(folder, 'secret.key'), `${secretKey}\n`)
  owner = new pg.Client(server.url)
  owner.on('error', () => undefined)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await started?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('is killed while it migrates, is started again, and every invariant holds', {
  timeout: 400_000,
}, async () => {
  await owner.query(`begin; lock table ${CONTESTED} in access share mode`)
  const cut = await start()
  await vi.waitFor(() => expect(cut.said()).toMatch(/\.sql waits for a lock of connection/), PATIENCE)
  expect(cut.said()).toContain(`The tables are of release 0025, and are brought to ${numbered(RELEASE)}.`)
  process.kill(JSON.parse(await readFile(join(folder, 'paywages.lock'), 'utf8')).owner.pid, 'SIGKILL')
  await gone(cut)
  await owner.query('commit')

  const product = await start()
  await ready(product)
  const said = product.said()
  expect(said).toContain('Recovering from a start that was killed.')
  // Nothing is done twice.
  expect(said).toMatch(/The tables are of release 0(?!025)\d{3}, and are brought to/)
  expect(said).toContain('The tables are up to date.')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    // The bank of those days is not here.
    [join(import.meta.dirname, 'verify.ts'), '--bank-days=0'],
    { env: { ...process.env, DATABASE_URL: '', BANK_URL: '', SECRET_KEY: '', DATA_DIR: folder } },
  )
  expect(stdout.match(/^I\d+ +holds /gm)).toHaveLength(INVARIANTS.length - 1)
  expect(stdout).toContain('files hold')
})

it('tells the user of the application whether a standby is to follow', async () => {
  const { DATABASE_URL } = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'))
  const user = new pg.Client(DATABASE_URL)
  await user.connect()
  const hasStandby = async () => (await user.query('select has_standby() as has')).rows[0]?.has
  expect(await hasStandby()).toBe(false)
  await owner.query(`select pg_create_physical_replication_slot('standby')`)
  expect(await hasStandby()).toBe(true)
  await owner.query(`select pg_drop_replication_slot('standby')`)
  await user.end()
})

it('says that it is too old for the folder of a newer release, and leaves it as it is', async () => {
  const newer = `${numbered(RELEASE + 1)}-contract.sql`
  await owner.query(`insert into schema_migrations (name, sha256) values ('${newer}', '')`)
  await owner.query(`set paywages.release = 9999; update schema_version set least_writer = ${RELEASE + 1}`)
  await started?.stop()
  const older = await start()
  await gone(older)
  expect(older.said()).toContain(
    `The database has the migration ${newer}, which this version does not know; start a newer version.`,
  )
  expect(older.said()).not.toMatch(/The (tables|sandbox bank|api|worker) /)
})
