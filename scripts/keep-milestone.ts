/**
 * `node scripts/keep-milestone.ts CHECKOUT NAME`: starts the release in CHECKOUT with its own demo, proves its invariants with its own `verify`,
 * and keeps the data for the upgrade test. With `--faults=WORDS` the data is what those cases of its own fault matrix leave behind.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { MIGRATIONS_FOLDER, numberOf } from '@paywages/server/adapters/postgres/migration-files.ts'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { until } from './faults/entries.ts'
import { freePort } from './free-port.ts'

const [given = '', name = ''] = process.argv.slice(2)
const faults = process.argv.find((word) => word.startsWith('--faults='))?.split('=')[1]
if (!/^[a-z-]+$/.test(name)) throw new Error('Usage: keep-milestone.ts CHECKOUT NAME [--faults=WORDS]')
const checkout = resolve(given)
const folder = mkdtempSync(join(tmpdir(), 'paywages-milestone-'))
// As root the database runs as another user, who must be able to reach it.
chmodSync(folder, 0o755)
try {
  await (faults === undefined ? keepDemo() : keepFaults(faults))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

type Noted = { readonly DATABASE_URL: string; readonly SECRET_KEY: string }

async function keepDemo(): Promise<void> {
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(port),
    DEMO: '1',
    DATABASE_URL: '',
    BANK_URL: '',
  }
  const started = (script: string) =>
    spawn(process.execPath, [join(checkout, 'scripts', script)], { cwd: checkout, env, stdio: 'inherit' })
  const product = started('start.ts')
  const ready = () => fetch(`http://127.0.0.1:${port}/ready`).then(({ ok }) => ok)
  await until('it is ready', ready, 900_000)
  const { DATABASE_URL, SECRET_KEY } = JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')) as Noted
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  await until('the audit log has its first seal', async () => {
    const { rows } = await client.query(`select (select count(*) from audit_seals) > 0 as sealed`)
    return rows[0]?.sealed === true
  })
  const [code] = await once(started('verify.ts'), 'exit')
  if (code !== 0) throw new Error('its own verify has findings')
  await keep(client, SECRET_KEY)
  await client.end()
  product.kill('SIGTERM')
  await once(product, 'exit')
}

/** What is used of the fault matrix of that release. */
type ItsWorld = {
  readonly services: unknown
  readonly postgres: { readonly url: string }
  heal(): Promise<void>
  close(): Promise<void>
}
type ItsCase = { readonly fault: string; make(world: ItsWorld, batch: unknown): Promise<void> }

async function keepFaults(words: string): Promise<void> {
  const its = (path: string) => import(pathToFileURL(join(checkout, path)).href)
  const { World, SETTINGS } = await its('scripts/faults/world.ts')
  const { CASES, prepare } = await its('scripts/faults/cases.ts')
  const { fund } = await its('scripts/faults/batches.ts')
  const { isQuiet } = await its('scripts/faults/settlement.ts')
  const { verifyInvariants } = await its('server/invariants/verify.ts')
  const world: ItsWorld = await World.open()
  try {
    for (const fault of (CASES as ItsCase[]).filter((one) =>
      words.split('|').some((w) => one.fault.includes(w)),
    )) {
      console.log(fault.fault)
      await fund(world, 10_000_000n)
      const batch = await prepare(world, fault)
      await fault.make(world, batch)
      await world.heal()
      await until('everything has ended', () => isQuiet(world, batch))
    }
    const findings = await verifyInvariants(world.services, { bankDays: 1 })
    if (findings.length > 0) throw new Error(`its own verify finds ${JSON.stringify(findings)}`)
    const client = new pg.Client(world.postgres.url)
    await client.connect()
    await keep(client, SETTINGS.SECRET_KEY)
    await client.end()
  } finally {
    await world.close()
  }
}

/** Each table with rows, by COPY in one snapshot, and the greatest number that each sequence has given. */
async function keep(client: pg.Client, secretKey: string): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  const { rows: tables } = await client.query<{ table: string; columns: string }>(`
    select c.relname as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'schema\\_%'
    group by c.relname order by 1`)
  const { rows: files } = await client.query<{ name: string }>(
    'select name from schema_migrations order by 1',
  )
  const newest = numberOf(files.at(-1)?.name ?? '')
  const head = await text(spawn('git', ['-C', checkout, 'rev-parse', '--short', 'HEAD']).stdout)
  let kept = `-- commit: ${head.trim()}\n-- taken at: ${new Date().toISOString()}\n-- secret key: ${secretKey}\n`
  for (const { table, columns } of tables) {
    const rows = await text(client.query(to(`copy (select ${columns} from ${table}) to stdout`)))
    if (rows !== '') kept += `copy ${table} (${columns}) from stdin;\n${rows}\\.\n`
  }
  const { rows: numbered } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as table, quote_ident(a.attname) as column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null order by 1`)
  // The application's user may not ask a sequence where it stands.
  for (const { table, column, sequence } of numbered) {
    const { rows } = await client.query<{ last: string | null }>(
      `select max(${column})::text as last from ${table}`,
    )
    if (rows[0]?.last) kept += `select setval('${sequence.replace('public.', '')}', ${rows[0].last});\n`
  }
  await client.query('commit')
  const file = join(MIGRATIONS_FOLDER, 'fixtures', `${String(newest).padStart(4, '0')}-${name}.sql.gz`)
  writeFileSync(file, gzipSync(kept, { level: 9 }))
  console.log(
    `${file}: ${readFileSync(file).length} bytes, of ${readdirSync(join(MIGRATIONS_FOLDER, 'fixtures')).length}`,
  )
}
