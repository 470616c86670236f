/** The whole product as real processes, small and impatient, so that faults can be made to it and healed again. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appUser } from '@paywages/server/adapters/embedded-postgres/app-user.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@paywages/server/adapters/embedded-postgres/start-embedded-postgres.ts'
import { migrate } from '@paywages/server/adapters/postgres/migrate.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { acknowledgeRestore } from '@paywages/server/audit-log/acknowledge-restore.ts'
import { openServices } from '@paywages/server/processes/open-services.ts'
import { createPeople, type People } from '@paywages/server/testing/people.ts'
import { type SandboxBank, startSandboxBank } from '@paywages/server/testing/sandbox-bank.ts'
import { holdAcknowledged } from '@paywages/server/transfers/note-restore.ts'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { alive, type Entry, startEntry, until } from './entries.ts'
import { moveClock } from './machine-clock.ts'

/** Times so short that every wait of the product happens within a case. */
export const LEASE_MS = 2_000
export const SETTINGS = {
  BANK_TIMEOUT_SECONDS: '1',
  TRANSFER_LEASE_SECONDS: String(LEASE_MS / 1_000),
  TRANSFER_RESEND_AFTER_SECONDS: '2',
  TRANSFER_MANUAL_AFTER_SECONDS: '45',
  SENDING_TAKE_OVER_SECONDS: '8',
  SECRET_KEY: 'xT9v2Lq8Zr4Wn7Kc1Hs6Yd3Gb5Mf0Pj+',
  LOG_LEVEL: 'warn',
  DATABASE_TIMEOUT_SECONDS: '6',
  DISK_STOP_MB: '0',
  SECOND_FACTOR: 'offered',
  UNMATCHED_RECHARGE_YUAN: '1000000000',
}
export const DELAYS = { slowMs: 500, notAcceptedMs: 2_000, returnMs: 500 }

export type WorldOptions = {
  /** So many days before its own the bank keeps its record; for good, where none are given. */
  readonly recordDays?: number
  /** Where its clock stands at first, in days from ours. */
  readonly clockDays?: number
}

export class World {
  readonly processes: Record<Entry, ChildProcess[]> = { api: [], worker: [] }
  postgres!: EmbeddedPostgres
  bank!: SandboxBank
  services!: Services
  people!: People
  apiPorts: number[] = []
  readonly #folder: string
  /** Waiting for a killed database is no reason for us to end. */
  readonly #awake = setInterval(() => undefined, 60_000)
  #bankPort = 0
  #wasReplaced = false

  readonly #recordDays: number | undefined

  private constructor(folder: string, recordDays: number | undefined) {
    this.#folder = folder
    this.#recordDays = recordDays
  }

  static async open({ recordDays, clockDays }: WorldOptions = {}): Promise<World> {
    if (clockDays !== undefined) await moveClock(clockDays)
    const folder = await mkdtemp(join(tmpdir(), 'paywages-faults-'))
    // As root the database runs as another user, who must be able to reach it.
    await chmod(folder, 0o755)
    const world = new World(folder, recordDays)
    world.apiPorts = [await freePort(), await freePort()]
    world.#bankPort = await freePort()
    world.postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
    await migrate(world.postgres.url, { appUser })
    await world.startBank()
    world.services = await world.openOwnServices()
    world.people = await createPeople(world.services)
    for (const entry of ['api', 'api', 'worker', 'worker'] as const) await world.start(entry)
    return world
  }

  environment(port = 0): NodeJS.ProcessEnv {
    return {
      ...process.env,
      ...SETTINGS,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: this.#folder,
      DATABASE_URL: this.postgres.appUrl,
      BANK_URL: `http://127.0.0.1:${this.#bankPort}`,
      BANK_SECRET: this.bank.secret,
    }
  }

  /** Lost connections are what it came for. */
  openOwnServices(): Promise<Services> {
    return openServices({ ...this.environment(), LOG_LEVEL: 'error' }, 'request')
  }

  async startBank(): Promise<void> {
    this.bank = await startSandboxBank({
      folder: join(this.#folder, 'bank'),
      port: this.#bankPort,
      notifyUrl: `http://127.0.0.1:${this.apiPorts[0]}/bank/notice`,
      recordDays: this.#recordDays,
    })
    await this.bank.control({ delays: DELAYS })
  }

  /** Brings back one process of the kind; an api takes the port that is free. */
  async start(entry: Entry): Promise<ChildProcess> {
    const running = this.processes[entry].filter(alive)
    const taken = new Set(running.map((child) => (child as Numbered).port))
    const port = entry === 'api' ? (this.apiPorts.find((one) => !taken.has(one)) ?? 0) : 0
    const child = (await startEntry(
      entry,
      this.environment(port),
      join(this.#folder, `${entry}.log`),
    )) as Numbered
    child.port = port
    this.processes[entry] = [...running, child]
    return child
  }

  /** All of a kind at once, as a power cut does. */
  async kill(entry: Entry, count = 2): Promise<void> {
    for (const child of this.processes[entry].filter(alive).slice(0, count)) {
      child.kill('SIGKILL')
      if (alive(child)) await once(child, 'exit')
    }
  }

  /** The machine's, so that of whoever runs there: api, worker, bank and this process. */
  async moveClock(days: number): Promise<void> {
    await Promise.all([this.kill('api'), this.kill('worker'), this.killBank()])
    await moveClock(days)
    await this.startBank()
    for (const entry of ['api', 'api', 'worker', 'worker'] as const) await this.start(entry)
  }

  signal(entry: Entry, signal: NodeJS.Signals): void {
    for (const child of this.processes[entry].filter(alive)) child.kill(signal)
  }

  async killBank(): Promise<void> {
    this.bank.process.kill('SIGKILL')
    await once(this.bank.process, 'exit')
  }

  /** Ends the database, gently or not, and brings it back; whoever lost its address is started again. */
  async restartDatabase(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const before = this.postgres.url
    process.kill(this.postgres.pid, signal)
    await this.postgres.gone
    this.postgres = await startEmbeddedPostgres({ folder: join(this.#folder, 'postgres') })
    if (this.postgres.url === before) return
    await this.services.database.close()
    this.services = await this.openOwnServices()
    await this.kill('api')
    await this.kill('worker')
  }

  /** Puts other files in the place of the database's, as a restore or a failover does; all that used it is ended. */
  async replaceDatabase(
    bring: (cluster: string) => Promise<void>,
    signal: 'SIGKILL' | 'SIGINT' = 'SIGINT',
  ): Promise<void> {
    await this.kill('api')
    await this.kill('worker')
    await this.services.database.close()
    process.kill(this.postgres.pid, signal)
    await this.postgres.gone
    this.#wasReplaced = true
    await bring(join(this.postgres.home, 'cluster'))
    this.postgres = await startEmbeddedPostgres({ folder: join(this.#folder, 'postgres') })
    this.services = await this.openOwnServices()
    // It takes readers while it still replays its log.
    await this.until('the database can write', async () => {
      const [row] = await this.query<{ replays: boolean }>('select pg_is_in_recovery() as replays')
      return row?.replays === false
    })
  }

  /** Whoever restored says so, as docs/OPERATIONS.md asks where what was lost had been published of the audit log; what it refuses is found by I10. */
  async acknowledgeRestore(): Promise<void> {
    if (!this.#wasReplaced) return
    this.#wasReplaced = false
    await acknowledgeRestore(this.services, {
      by: 'administrator',
      reason: 'a fault',
      hold: holdAcknowledged,
    })
  }

  /** Two of each, and a bank that behaves. */
  async heal(): Promise<void> {
    for (const entry of ['api', 'worker'] as const) this.signal(entry, 'SIGCONT')
    if (!alive(this.bank.process)) await this.startBank()
    const well = {
      latencyMs: 0,
      fail500BeforeRate: 0,
      fail500AfterRate: 0,
      hangRate: 0,
      resetRate: 0,
      badSignatureRate: 0,
    }
    await this.bank.control({ ...well, outage: false, callbacks: true, delays: DELAYS })
    for (const entry of ['api', 'worker'] as const)
      while (this.processes[entry].filter(alive).length < 2) await this.start(entry)
  }

  async query<T>(statement: string, values: readonly unknown[] = []): Promise<T[]> {
    return (await this.services.database.pool.query(statement, [...values])).rows as T[]
  }

  /** What the application's own user may not do. */
  async administer(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.postgres.url, application_name: 'fault' })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  readonly until = until

  async close(): Promise<void> {
    for (const entry of ['api', 'worker'] as const) {
      this.signal(entry, 'SIGCONT')
      await this.kill(entry)
    }
    clearInterval(this.#awake)
    // Closed already where a database could not be brought back.
    await this.services.database.close().catch(() => undefined)
    await this.bank.stop()
    await this.postgres.stop()
    await rm(this.#folder, { recursive: true, force: true })
    if (this.postgres.home.startsWith('/var/')) await rm(this.postgres.home, { recursive: true, force: true })
  }
}

type Numbered = ChildProcess & { port: number }
