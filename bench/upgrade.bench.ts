// A database of the release of migration 0033 with 1,000,000 payouts, made by its own code, upgraded to this release: verified before, killed in the middle, taken up again, verified while the worker goes on and after. UPGRADE_ROWS sets another size.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@paywages/server/adapters/embedded-postgres/start-embedded-postgres.ts'
import pg from 'pg'
import { checkOutRelease, finished, runHere, type Said, startScript } from './earlier-release.ts'
import { type Finding, printTable, shown } from './print-table.ts'
import { sized, told } from './size.ts'

/** The last one before rows, seals and transfers took another shape. */
const REVISION = '4bb7373'
const ROWS = Number(process.env.UPGRADE_ROWS ?? sized(1_000_000))
const ROOT = join(import.meta.dirname, '..')
/** Enough for a slow machine; what is left then is told. */
const RESEALED_WITHIN_MS = 60_000 + ROWS * 2

type Seeded = {
  readonly folder: string
  readonly databaseUrl: string
  readonly secretKey: string
  readonly bankSecret: string
}

const release = await checkOutRelease(REVISION, ['seed-release-0033.mjs'])
const seeded = JSON.parse(
  (await release.run('bench/seed-release-0033.mjs', [String(ROWS)], {})).output,
) as Seeded
const postgres = await startEmbeddedPostgres({ folder: join(seeded.folder, 'postgres') })
const client = new pg.Client(seeded.databaseUrl)
await client.connect()
const environment = {
  DATABASE_URL: seeded.databaseUrl,
  DATA_DIR: seeded.folder,
  SECRET_KEY: seeded.secretKey,
  BANK_URL: 'http://127.0.0.1:9',
  BANK_SECRET: seeded.bankSecret,
  SECOND_FACTOR: 'offered',
  UNMATCHED_RECHARGE_YUAN: '1000000000',
  LOG_LEVEL: 'error',
}
try {
  const rows = await countRows()
  const findings: Finding[] = [shown('payouts made by the earlier release', told(rows))]
  findings.push(
    verified('verified by it before', await release.run('scripts/verify.ts', ['--bank-days=0'], environment)),
  )
  findings.push(await killedInTheMiddle())
  const began = performance.now()
  const migrated = await runHere('scripts/migrate.ts', [], environment)
  if (migrated.code !== 0) throw new Error(`the upgrade failed:\n${migrated.output}`)
  console.log(migrated.output)
  findings.push(shown('taken up and finished in, on this machine', seconds(began)))
  findings.push(verified('verified right after', await verify()))
  console.log('upgraded and verified; the worker goes on')
  findings.push(...(await whileTheWorkerGoesOn()))
  findings.push(verified('verified at the end', await verify()))
  findings.push(
    told(await countRows()) === told(rows)
      ? holds('no payout was lost')
      : broken('no payout was lost', 'LOST'),
  )
  printTable(findings)
} finally {
  await client.end()
  await postgres.stop()
  await rm(seeded.folder, { recursive: true, force: true })
  await release.remove()
}

function verify(): Promise<Said> {
  return runHere('scripts/verify.ts', ['--bank-days=0'], environment)
}

/** Killed while a backfill is under way; a second run takes it up where it was. */
async function killedInTheMiddle(): Promise<Finding> {
  const child = startScript(join(ROOT, 'scripts', 'migrate.ts'), [], environment)
  const ended = finished(child)
  const backfilling = async () => {
    const { rows } = await client
      .query<{ name: string; position: string }>(
        'select name, position from schema_steps where position > 0 and not done',
      )
      .catch(() => ({ rows: [] }))
    return rows[0]
  }
  for (;;) {
    const step = await backfilling()
    if (step !== undefined) {
      child.kill('SIGKILL')
      await ended
      return shown('killed in the middle of', `${step.name} at ${step.position}`)
    }
    if (child.exitCode !== null)
      return shown('killed in the middle of', 'nothing: it was over before a backfill was seen')
    await wait(20)
  }
}

/** The worker of this release, which brings what the migration left to its new form; verified in the middle of that. */
async function whileTheWorkerGoesOn(): Promise<Finding[]> {
  const left = await rowsOfOldForm()
  if (left === 0) return [shown('rows left for the worker', '0')]
  const worker = spawn(process.execPath, [join(ROOT, 'server', 'processes', 'worker.ts')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    await Promise.race([
      once(worker, 'message'),
      once(worker, 'exit').then(([code]) => {
        throw new Error(`the worker ended with ${code}`)
      }),
    ])
    const began = performance.now()
    while ((await rowsOfOldForm()) === left && performance.now() - began < RESEALED_WITHIN_MS) await wait(200)
    const middle = verified('verified while the worker goes on', await verify())
    while ((await rowsOfOldForm()) > 0 && performance.now() - began < RESEALED_WITHIN_MS) await wait(500)
    return [
      middle,
      shown('rows left for the worker, done in, on this machine', `${told(left)}, ${seconds(began)}`),
      (await rowsOfOldForm()) === 0
        ? holds('none is left')
        : broken('none is left', told(await rowsOfOldForm())),
    ]
  } finally {
    worker.kill('SIGTERM')
    if (worker.exitCode === null) await once(worker, 'exit')
  }
}

/** Sealed as the earlier release did, in batches from which nothing is being sent: the others wait until they have ended. None where the column is gone. */
async function rowsOfOldForm(): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(
    `select count(*) = 2 as there from information_schema.columns
    where table_schema = 'public' and table_name = 'payout_rows' and column_name in ('sealed', 'seal')`,
  )
  if (!rows[0]?.there) return 0
  const found = await client.query<{ left: number }>(
    `select count(*)::int as left from payout_rows r join payout_batches b using (batch_id)
    where r.seal is null and (b.status <> 'transferring' or b.ended_at is not null)`,
  )
  return found.rows[0]?.left ?? 0
}

async function countRows(): Promise<number> {
  return (
    (await client.query<{ rows: number }>('select count(*)::int as rows from payout_rows')).rows[0]?.rows ?? 0
  )
}

/** Nobody works on it before and after, so that something may be found waiting (I8). */
function verified(what: string, { output, code }: Said): Finding {
  const lines = output.split('\n').filter((line) => line.includes('BROKEN') && !line.startsWith('I8'))
  if (code === 0 || (lines.length === 0 && /^I1 /m.test(output))) return holds(what)
  return broken(what, lines.join('; ') || output.slice(0, 200) || `exit ${code}`)
}

function holds(what: string): Finding {
  return { what, measured: 'holds', goal: 'holds', met: true }
}

function broken(what: string, measured: string): Finding {
  return { what, measured, goal: 'holds', met: false }
}

function seconds(began: number): string {
  return `${Math.round((performance.now() - began) / 1_000)} s`
}
