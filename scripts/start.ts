/** The supervisor behind `npm start`: database, migrations, demo data, sandbox bank, api and worker, in order, and back again on Ctrl-C. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readSettings, type Settings } from '@paywages/server/adapters/config/settings.ts'
import { migrate } from '@paywages/server/adapters/postgres/migrate.ts'
import { reasonOf, StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { announcement, visitable } from './announcement.ts'
import { claimPort } from './claim-port.ts'
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.ts'
import { freePort } from './free-port.ts'
import { type KeptDatabase, keepDatabase } from './keep-database.ts'
import { noteRunning } from './running-environment.ts'
import { readOrMakeBankSecret, readOrMakeSecretKey } from './secret-key.ts'
import { type ChildPlan, firstSentence, openLog, type SupervisedChild, superviseChild } from './supervise.ts'

const began = performance.now()
const root = join(import.meta.dirname, '..')
const stop = new AbortController()
/** What the children stand on, to be closed after them and in the opposite order. */
const closers: (() => Promise<void>)[] = []
const children: SupervisedChild[] = []

const SCRIPTS = {
  api: join('server', 'processes', 'api.ts'),
  worker: join('server', 'processes', 'worker.ts'),
  'sandbox bank': join('sandbox-bank', 'main.ts'),
} as const

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
// The process that started us was killed, so nobody is left to stop us.
process.on('disconnect', () => stop.abort())
// A closed terminal must not keep us from stopping the rest in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.exitCode = await run()
await closeAll()
process.exit()

async function run(): Promise<number> {
  try {
    await start()
    if (!stop.signal.aborted) await once(stop.signal, 'abort')
    return 0
  } catch (problem) {
    if (stop.signal.aborted) return 0
    const unexpected = problem instanceof StartProblem ? '' : 'Paywages cannot start: '
    console.error(`${unexpected}${reasonOf(problem)}`)
    return 1
  }
}

async function start(): Promise<void> {
  const embedded = !process.env.DATABASE_URL
  const demo = wantsDemo(embedded)
  const settings = readOwnSettings(embedded)
  const lock = await lockDataFolder(settings.dataDir)
  closers.push(lock.release)
  if (lock.leftBehind) say('Recovering from a start that was killed.')
  await claimPort(settings.host, settings.port, lock.leftBehind)
  stop.signal.throwIfAborted()
  mkdirSync(join(settings.dataDir, 'logs'), { recursive: true })
  const databaseFolder = join(settings.dataDir, 'postgres')
  const secretKey = process.env.SECRET_KEY || (await readOrMakeSecretKey(settings.dataDir, databaseFolder))
  const database = embedded ? await startDatabase(databaseFolder) : undefined
  const port = settings.port || (await freePort())
  const bank = await planBank(settings, port)
  const environment = () => ({
    ...process.env,
    DATABASE_URL: database?.url() ?? settings.databaseUrl,
    DATA_DIR: settings.dataDir,
    PORT: String(port),
    HOST: settings.host,
    SECRET_KEY: secretKey,
    ...bank.environment,
  })
  stop.signal.throwIfAborted()
  await migrateDatabase(environment().DATABASE_URL)
  const ground = { settings, environment, lock, pids: new Map<string, number>() }
  // The demo's history is paid by it, so that the bank's record and ours agree from the first day.
  if (bank.sandbox) await startProcesses(['sandbox bank'], ground)
  if (demo) await seedDemo(settings, environment())
  const api = await startProcesses(['api', 'worker'], ground)
  closers.push(noteRunning(settings.dataDir, environment()))
  database?.onMoved(() => {
    noteRunning(settings.dataDir, environment())
    for (const child of children) child.restart()
  })
  console.log(
    announcement({
      address: api.address ?? visitable(settings.host, settings.port),
      dataFolder: relative(root, settings.dataDir).startsWith('..')
        ? settings.dataDir
        : `./${relative(root, settings.dataDir)}`,
      demo,
      bank: bank.sandbox ? bank.environment.BANK_URL : undefined,
      seconds: elapsed(),
    }),
  )
}

/** The bank of BANK_URL, or a sandbox of our own that keeps its port for as long as we run. */
async function planBank(settings: Settings, apiPort: number) {
  const { BANK_URL, BANK_SECRET } = process.env
  if (BANK_URL) return { sandbox: false, environment: { BANK_URL, BANK_SECRET: BANK_SECRET ?? '' } } as const
  const port = await freePort()
  const environment = {
    BANK_URL: `http://127.0.0.1:${port}`,
    BANK_SECRET: BANK_SECRET || (await readOrMakeBankSecret(settings.dataDir)),
    SANDBOX_BANK_PORT: String(port),
    SANDBOX_BANK_DATA: join(settings.dataDir, 'sandbox-bank'),
    SANDBOX_BANK_NOTIFY_URL: `${visitable(settings.host, apiPort)}/bank/notice`,
  }
  if (process.env.DATABASE_URL)
    say('No BANK_URL is set: transfers go to the sandbox bank, and no money moves.')
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

async function startDatabase(folder: string): Promise<KeptDatabase> {
  const database = await keepDatabase(folder, say)
  closers.push(database.stop)
  say('The database serves.')
  return database
}

async function migrateDatabase(url: string): Promise<void> {
  try {
    await migrate(url)
  } catch (error) {
    if (error instanceof StartProblem) throw error
    const cause = error instanceof Error && error.cause ? ` (${reasonOf(error.cause)})` : ''
    throw new StartProblem(`The database cannot be brought up to date: ${reasonOf(error)}${cause}.`)
  }
  stop.signal.throwIfAborted()
  say('The tables are up to date.')
}

async function seedDemo(settings: Settings, env: NodeJS.ProcessEnv): Promise<void> {
  const logFile = join(settings.dataDir, 'logs', 'seed-demo.log')
  const output = openLog(logFile)
  const from = fstatSync(output).size
  const script = join(root, 'scripts', 'seed-demo.ts')
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', output, output], detached: true })
  closeSync(output)
  const end = () => child.kill('SIGTERM')
  stop.signal.addEventListener('abort', end)
  const [code] = await once(child, 'exit')
  stop.signal.removeEventListener('abort', end)
  stop.signal.throwIfAborted()
  if (code !== 0) {
    throw new StartProblem(firstSentence(logFile, from) ?? `The demo data cannot be made; see ${logFile}.`)
  }
  say('The demo data is there.')
}

type ProcessName = keyof typeof SCRIPTS

type Ground = {
  readonly settings: Settings
  readonly environment: () => NodeJS.ProcessEnv
  readonly lock: DataFolderLock
  readonly pids: Map<string, number>
}

/** All start at once, and none stays when another cannot; the first is returned. */
async function startProcesses(
  names: readonly [ProcessName, ...ProcessName[]],
  { settings, environment, lock, pids }: Ground,
): Promise<SupervisedChild> {
  const failing = new AbortController()
  const startOne = async (name: ProcessName) => {
    const plan: ChildPlan = {
      name,
      script: join(root, SCRIPTS[name]),
      environment,
      logFile: join(settings.dataDir, 'logs', `${name.replace(' ', '-')}.log`),
      say,
      onLaunch: (pid) => lock.noteChildren([...pids.set(name, pid).values()]),
    }
    const child = await superviseChild(plan, AbortSignal.any([stop.signal, failing.signal]))
    children.push(child)
    say(`The ${name} serves.`)
    return child
  }
  const [first, ...others] = names
  const starting = [startOne(first), ...others.map(startOne)] as const
  try {
    await Promise.all(starting)
    return await starting[0]
  } catch (problem) {
    failing.abort()
    await Promise.allSettled(starting)
    throw problem
  }
}

async function closeAll(): Promise<void> {
  if (stop.signal.aborted) console.log('\nStopping …')
  await Promise.all(children.map((child) => child.stop()))
  for (const close of closers.reverse()) await close().catch((problem) => console.error(reasonOf(problem)))
  if (stop.signal.aborted) console.log('Paywages has stopped.')
}

function say(line: string): void {
  console.log(`  ${elapsed().padStart(7)}  ${line}`)
}

function elapsed(): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}
