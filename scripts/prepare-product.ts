/** Prepares what the product's processes need: a locked data folder, secrets, the database with its tables, and their settings. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { takeSecretFiles } from '@paywages/server/adapters/config/secret-files.ts'
import { readSettings, type Settings } from '@paywages/server/adapters/config/settings.ts'
import { openKeyRing } from '@paywages/server/adapters/personal-data/key-ring.ts'
import { readSecrets } from '@paywages/server/adapters/personal-data/unwrap-secrets.ts'
import { reasonOf, StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { visitable } from './announcement.ts'
import { keepArchiving } from './archive-wal.ts'
import { claimPort } from './claim-port.ts'
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.ts'
import { freePort } from './free-port.ts'
import { migrateAsOwner } from './migrate-as-owner.ts'
import { type RunningDatabase, runDatabase } from './run-database.ts'
import { noteRunning } from './running-environment.ts'
import { readOrMakeBankSecret, readOrMakeSecretKey } from './secret-key.ts'
import type { Supervisor } from './supervisor.ts'

export type Product = {
  readonly settings: Settings
  /** Where the browser finds it. */
  readonly port: number
  readonly demo: boolean
  /** Where our own sandbox bank shows itself, if it is the bank. */
  readonly sandboxBank: string | undefined
  /** What each process is started with; asked again each time, since the database may have moved to another port. */
  environment(): NodeJS.ProcessEnv
  /** Lets commands find the product, and calls back when the database came back on another port. */
  announce(restartProcesses: () => void): void
  /** Notes a running process for the next start, should this one be killed. */
  noteProcess(name: string, pid: number): void
}

/** Where the api listens: at the product's own address, or on a port of its own behind a development server. */
/** Whoever tries the demo is alone: nothing that needs a phone or a bank's statement stands in the way. */
function demoSettings(env: NodeJS.ProcessEnv) {
  return {
    SECOND_FACTOR: env.SECOND_FACTOR || 'offered',
    UNMATCHED_RECHARGE_YUAN: env.UNMATCHED_RECHARGE_YUAN || '1000000000',
    REVEALS_PER_HOUR: env.REVEALS_PER_HOUR || '2000',
    FULL_EXPORTS_PER_HOUR: env.FULL_EXPORTS_PER_HOUR || '500',
  }
}

export type ApiPlace = 'own-address' | 'behind-proxy'

export async function prepareProduct(supervisor: Supervisor, place: ApiPlace): Promise<Product> {
  const { closers, print, signal } = supervisor
  takeSecretFiles(process.env)
  const embedded = !process.env.DATABASE_URL
  const demo = wantsDemo(embedded)
  const settings = readOwnSettings(embedded)
  const lock = await lockDataFolder(settings.dataDir)
  closers.push(lock.release)
  if (lock.leftBehind) print('Recovering from a start that was killed.')
  await claimPort(settings.host, settings.port, lock.leftBehind)
  signal.throwIfAborted()
  mkdirSync(join(settings.dataDir, 'logs'), { recursive: true })
  const databaseFolder = join(settings.dataDir, 'postgres')
  const secretKey = process.env.SECRET_KEY || (await readOrMakeSecretKey(settings.dataDir, databaseFolder))
  const database = embedded ? await startDatabase(supervisor, settings, secretKey) : undefined
  const port = settings.port || (await freePort())
  const api = await planApi(settings, port, place)
  const bank = await planBank(supervisor, settings, visitable(api.HOST, Number(api.PORT)))
  const environment = () => ({
    ...process.env,
    DATABASE_URL: database?.url() ?? settings.databaseUrl,
    // The processes have no use for the owner's rights.
    DATABASE_OWNER_URL: undefined,
    DATA_DIR: settings.dataDir,
    SECRET_KEY: secretKey,
    ...api,
    ...bank.environment,
    ...(demo ? demoSettings(process.env) : {}),
  })
  signal.throwIfAborted()
  const owner = database?.ownerUrl() ?? process.env.DATABASE_OWNER_URL
  await migrateDatabase({ ...environment(), DATABASE_OWNER_URL: owner }, print)
  signal.throwIfAborted()
  print('The tables are up to date.')
  return {
    settings,
    port,
    demo,
    sandboxBank: bank.sandbox ? bank.environment.BANK_URL : undefined,
    environment,
    announce: (restartProcesses) => {
      closers.push(noteRunning(settings.dataDir, environment()))
      database?.onMoved(() => {
        orTell(print, () => noteRunning(settings.dataDir, environment()))
        restartProcesses()
      })
    },
    noteProcess: notesIn(lock, print),
  }
}

function notesIn(lock: DataFolderLock, print: Supervisor['print']): Product['noteProcess'] {
  const pids = new Map<string, number>()
  return (name, pid) => orTell(print, () => lock.noteChildren([...pids.set(name, pid).values()]))
}

/** A note that a full disk does not take is missed only by a start after a kill; the product runs on. */
function orTell(print: Supervisor['print'], note: () => unknown): void {
  try {
    note()
  } catch (problem) {
    print(`The data folder takes no notes: ${reasonOf(problem)}.`)
  }
}

/** Behind a proxy its links still name the address that the browser knows. */
async function planApi(settings: Settings, port: number, place: ApiPlace) {
  if (place === 'own-address') return { HOST: settings.host, PORT: String(port) }
  return {
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    PUBLIC_URL: settings.publicUrl ?? visitable(settings.host, port),
  }
}

/** The bank of BANK_URL, or a sandbox of our own that keeps its port for as long as we run. */
async function planBank({ print }: Supervisor, settings: Settings, api: string) {
  const { BANK_URL, BANK_SECRET } = process.env
  if (BANK_URL) return { sandbox: false, environment: { BANK_URL, BANK_SECRET: BANK_SECRET ?? '' } } as const
  const port = await freePort()
  const environment = {
    BANK_URL: `http://127.0.0.1:${port}`,
    BANK_SECRET: BANK_SECRET || (await readOrMakeBankSecret(settings.dataDir)),
    SANDBOX_BANK_PORT: String(port),
    SANDBOX_BANK_DATA: join(settings.dataDir, 'sandbox-bank'),
    SANDBOX_BANK_NOTIFY_URL: `${api}/bank/notice`,
  }
  if (process.env.DATABASE_URL)
    print('No BANK_URL is set: transfers go to the sandbox bank, and no money moves.')
  return { sandbox: true, environment } as const
}

function wantsDemo(embedded: boolean): boolean {
  const { DEMO = '' } = process.env
  if (!['', '0', '1'].includes(DEMO)) throw new StartProblem('The setting DEMO must be 0 or 1.')
  return embedded && DEMO !== '0'
}

/** Reads the settings as the children will; what we make ourselves without a DATABASE_URL is stood in for. */
function readOwnSettings(embedded: boolean): Settings {
  const { DATABASE_URL, SECRET_KEY } = process.env
  return readSettings({
    ...process.env,
    DATABASE_URL: embedded ? 'postgres://embedded' : DATABASE_URL,
    SECRET_KEY: SECRET_KEY || (embedded ? 'made or read once the data folder is ours' : undefined),
    ...(process.env.BANK_URL
      ? {}
      : { BANK_URL: 'http://sandbox', BANK_SECRET: 'made or read once the data folder is ours' }),
  })
}

async function startDatabase(
  { closers, print }: Supervisor,
  settings: Settings,
  secretKey: string,
): Promise<RunningDatabase> {
  const folder = join(settings.dataDir, 'postgres')
  const keys = openKeyRing(await readSecrets({ ...settings, secretKey }))
  const archiving = keepArchiving(settings, keys, folder, print)
  closers.push(archiving.stop)
  const database = await runDatabase(folder, print)
  archiving.follow(database.url)
  closers.push(database.stop)
  print('The database serves.')
  return database
}

async function migrateDatabase(environment: NodeJS.ProcessEnv, print: (line: string) => void): Promise<void> {
  try {
    await migrateAsOwner(environment, print)
  } catch (error) {
    if (error instanceof StartProblem) throw error
    const cause = error instanceof Error && error.cause ? ` (${reasonOf(error.cause)})` : ''
    throw new StartProblem(`The database cannot be brought up to date: ${reasonOf(error)}${cause}.`)
  }
}
