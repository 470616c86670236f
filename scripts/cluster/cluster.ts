/** The product as a company with several machines runs it: two databases, an object store, a proxy, and on each of two machines an api and a worker. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Services } from '@paywages/server/app-services.ts'
import { openServices } from '@paywages/server/processes/open-services.ts'
import { type CutWire, openCutWire } from '@paywages/server/testing/cut-wire.ts'
import { createPeople } from '@paywages/server/testing/people.ts'
import { type SandboxBank, startSandboxBank } from '@paywages/server/testing/sandbox-bank.ts'
import { type StrictS3, startStrictS3 } from '@paywages/server/testing/strict-s3.ts'
import { alive, type Entry, startEntry } from '../faults/entries.ts'
import { DELAYS, SETTINGS } from '../faults/world.ts'
import { freePort } from '../free-port.ts'
import { DatabasePair } from './database-pair.ts'
import { type FrontProxy, openFrontProxy } from './front-proxy.ts'

const ENTRIES: readonly Entry[] = ['api', 'worker']
const STORE = {
  bucket: 'paywages',
  style: 'path',
  keys: { accessKeyId: 'cluster', secretAccessKey: 'only-for-tests' },
} as const

/** One of two, with its own lines to both databases. */
type Machine = {
  readonly folder: string
  readonly port: number
  readonly wires: readonly CutWire[]
  readonly processes: Partial<Record<Entry, ChildProcess>>
}

export class Cluster {
  /** The proxy's: everybody comes through it. */
  apiPorts: number[] = []
  services!: Services
  bank!: SandboxBank
  database!: DatabasePair
  /** Keys and whatever else a case rolls out; taken by processes as they start. */
  settings: NodeJS.ProcessEnv = {}
  readonly #folder: string
  readonly #machines: Machine[] = []
  #proxy!: FrontProxy
  #store!: StrictS3
  #storeWire!: CutWire

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'paywages-cluster-'))
    // As root the database runs as another user, who must be able to reach it.
    await chmod(folder, 0o755)
    const cluster = new Cluster(folder)
    cluster.database = await DatabasePair.open(join(folder, 'postgres'))
    cluster.#store = await startStrictS3(STORE)
    cluster.#storeWire = await openCutWire(`http://127.0.0.1:${cluster.#store.port}`)
    for (const name of ['machine-1', 'machine-2']) {
      const wires = await Promise.all(cluster.database.appUrls.map(openCutWire))
      const machine = { folder: join(folder, name), port: await freePort(), wires, processes: {} }
      await mkdir(machine.folder)
      cluster.#machines.push(machine)
    }
    cluster.#proxy = await openFrontProxy(cluster.#machines.map(({ port }) => port))
    cluster.apiPorts = [cluster.#proxy.port]
    cluster.bank = await startSandboxBank({
      folder: join(folder, 'bank'),
      notifyUrl: `http://127.0.0.1:${cluster.#proxy.port}/bank/notice`,
    })
    await cluster.bank.control({ delays: DELAYS })
    await cluster.openOwnServices()
    await createPeople(cluster.services)
    await cluster.heal()
    return cluster
  }

  /** Our own way in, past everything that is cut. */
  async openOwnServices(): Promise<void> {
    await this.services?.database.close()
    const env = this.#environment(this.database.appUrls, { LOG_LEVEL: 'error', DATA_DIR: this.#folder })
    this.services = await openServices(env, 'request')
  }

  #environment(databases: readonly string[], own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const [first = '', ...others] = databases
    const places = [new URL(first), ...others.map((url) => new URL(url))].map(({ host }) => host)
    return {
      ...process.env,
      ...SETTINGS,
      HOST: '127.0.0.1',
      DATABASE_URL: first.replace(new URL(first).host, places.join(',')),
      BANK_URL: this.bank.url,
      BANK_SECRET: this.bank.secret,
      S3_ENDPOINT: this.#storeWire.url.replace(/\/$/, ''),
      S3_BUCKET: STORE.bucket,
      S3_ACCESS_KEY_ID: STORE.keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: STORE.keys.secretAccessKey,
      SECOND_FACTOR: 'offered',
      UNMATCHED_RECHARGE_YUAN: '1000000000',
      ...own,
      ...this.settings,
    }
  }

  async #start(machine: Machine, entry: Entry): Promise<void> {
    const { folder, port, wires } = machine
    const own = { DATA_DIR: folder, PORT: String(port) }
    const env = this.#environment(
      wires.map(({ url }) => url),
      own,
    )
    machine.processes[entry] = await startEntry(entry, env, join(folder, `${entry}.log`))
  }

  async #end(machine: Machine, entry: Entry, signal: NodeJS.Signals): Promise<void> {
    const child = machine.processes[entry]
    if (!child || !alive(child)) return
    child.kill(signal)
    if (alive(child)) await once(child, 'exit')
    if (signal === 'SIGTERM' && child.exitCode !== 0)
      throw new Error(`the ${entry} ended with ${child.exitCode ?? child.signalCode}`)
  }

  #machine(which: number): Machine {
    const machine = this.#machines[which]
    if (!machine) throw new Error(`there is no machine ${which}`)
    return machine
  }

  /** The product's own processes, by machine and kind. */
  running(): { readonly name: string; readonly pid: number }[] {
    return this.#machines.flatMap(({ processes }, which) =>
      ENTRIES.flatMap((entry) => {
        const child = processes[entry]
        return child?.pid === undefined || !alive(child)
          ? []
          : [{ name: `${entry} ${which + 1}`, pid: child.pid }]
      }),
    )
  }

  /** Everything on it at once, as a power cut does. */
  async killMachine(which: number): Promise<void> {
    await Promise.all(ENTRIES.map((entry) => this.#end(this.#machine(which), entry, 'SIGKILL')))
  }

  /** It reaches neither database: connections stay and are silent. */
  partition(which: number): void {
    for (const wire of this.#machine(which).wires) wire.freeze()
  }

  async isReady(which: number): Promise<boolean> {
    const signal = AbortSignal.timeout(20_000)
    return (await fetch(`http://127.0.0.1:${this.#machine(which).port}/ready`, { signal })).ok
  }

  loseStore(): Promise<void> {
    return this.#storeWire.cut()
  }

  returnStore(): Promise<void> {
    return this.#storeWire.mend()
  }

  /** One process after another ends as it should and comes back with the settings of this moment. */
  async restartInTurn(): Promise<void> {
    for (const machine of this.#machines)
      for (const entry of ENTRIES) {
        await this.#end(machine, entry, 'SIGTERM')
        await this.#start(machine, entry)
      }
  }

  /** Both databases, all lines, and every process. */
  async heal(): Promise<void> {
    await this.database.heal()
    for (const machine of this.#machines) {
      for (const wire of machine.wires) wire.thaw()
      for (const entry of ENTRIES) {
        const child = machine.processes[entry]
        if (!child || !alive(child)) await this.#start(machine, entry)
      }
    }
  }

  async query<T>(statement: string, values: readonly unknown[] = []): Promise<T[]> {
    return (await this.services.database.pool.query(statement, [...values])).rows as T[]
  }

  async close(): Promise<void> {
    for (const machine of this.#machines) {
      for (const entry of ENTRIES) await this.#end(machine, entry, 'SIGKILL')
      for (const wire of machine.wires) await wire.close()
    }
    await this.services?.database.close().catch(() => undefined)
    await this.#proxy?.close()
    await this.bank?.stop()
    await this.#storeWire?.close()
    await this.#store?.stop()
    await this.database.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
