/** Runs a PostgreSQL of our own in a folder: made on first use, adopted when it still runs, recovered after any kill. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { reasonOf, StartProblem } from '../start-problem.ts'
import { appUser, ensureAppUser } from './app-user.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, readPassword, superuser } from './cluster.ts'
import { findPlace, leaveSignpost, type Place } from './place.ts'
import { findRunning, launch, stopPostmaster } from './postmaster.ts'
import { isPostgresIn } from './processes.ts'

export type EmbeddedPostgresOptions = {
  folder: string
  log?: (line: string) => void
  /** For tests: gives up durability for speed. */
  fast?: boolean
}

export type EmbeddedPostgres = {
  /** The superuser's address of the database "paywages": migrations run as its owner. */
  url: string
  /** The address by which the application connects, as a user that owns nothing. */
  appUrl: string
  /** Whether the server was already running, left by a start that was killed. */
  adopted: boolean
  pid: number
  /** Where the data really is; differs from the folder asked for when its user cannot reach that. */
  home: string
  /** Resolves when the server process is gone, for whatever reason. */
  gone: Promise<void>
  stop(): Promise<void>
}

const database = 'paywages'

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder, log = () => {}, fast = false } = options
  try {
    const place = await findPlace(folder, log)
    const native = await findBinaries(place.user, log)
    await ensureCluster(place, native, fast, log)
    await leaveSignpost(folder, place)
    return await runServer(place, native, fast, log)
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(`The embedded PostgreSQL in ${folder} cannot be started: ${reasonOf(error)}.`)
  }
}

/** Stops the server of a folder if one runs, whoever started it. */
export async function stopEmbeddedPostgres(folder: string): Promise<{ home: string }> {
  const place = await findPlace(folder, () => {})
  const running = await findRunning(place)
  if (running) await stopPostmaster(running.pid, place)
  return { home: place.home }
}

async function runServer(
  place: Place,
  native: string,
  fast: boolean,
  log: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const password = await readPassword(place)
  const running = await findRunning(place)
  if (running) log(`Adopting the PostgreSQL server that still runs (pid ${running.pid}).`)
  const { pid, port } = running ?? (await launch(place, native, fast, log))
  const address = (name: string) => `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`
  let appPassword: string
  try {
    appPassword = await ensureDatabase(address('postgres'), place, fast)
  } catch (error) {
    if (!running) await stopPostmaster(pid, place)
    throw error
  }
  return {
    url: address(database),
    appUrl: `postgres://${appUser}:${appPassword}@127.0.0.1:${port}/${database}`,
    adopted: running !== undefined,
    pid,
    home: place.home,
    gone: waitUntilGone(pid, place),
    stop: () => stopPostmaster(pid, place),
  }
}

/** Database and user; gives the user's password. */
async function ensureDatabase(url: string, place: Place, fast: boolean): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  // Without a listener a lost connection would end the whole process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`)
    if (!fast) await ensureStatementStatistics(client)
    return await ensureAppUser(client, place)
  } finally {
    await client.end()
  }
}

/**
 * Tells of all databases, from here: ours, its copies and its dumps know nothing of it. A server that is being recovered, or was told to
 * write nothing, starts without it.
 */
async function ensureStatementStatistics(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ missing: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'off'
      AND NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_stat_statements') AS missing`,
  )
  if (rows[0]?.missing) await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
}

/** Watched by looking rather than by the exit event, since an adopted server is not our child. */
async function waitUntilGone(pid: number, place: Place): Promise<void> {
  while (await isPostgresIn(pid, place.cluster)) await sleep(250, undefined, { ref: false })
}
