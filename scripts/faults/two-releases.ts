/** The processes of an earlier release and of this one on one database and one bank, and the ways in which a roll brings them there (ADR 147). */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { appUser } from '@paywages/server/adapters/embedded-postgres/app-user.ts'
import { migrate } from '@paywages/server/adapters/postgres/migrate.ts'
import { RELEASE } from '@paywages/server/adapters/postgres/release.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { verifyInvariants } from '@paywages/server/invariants/verify.ts'
import { openServices } from '@paywages/server/processes/open-services.ts'
import { freshRows } from '@paywages/server/testing/payout-sheet.ts'
import { readGate } from '@paywages/server/transfers/gate-store.ts'
import { writeNamed } from '@paywages/server/transfers/sending-server.ts'
import { takeOverSending } from '@paywages/server/transfers/take-over-sending.ts'
import { freePort } from '../free-port.ts'
import { forgetSessions, type Prepared, pressStart, readyBatch } from './batches.ts'
import { type DatabaseWorld, startStandby } from './cluster-copy.ts'
import { alive, type Entry, startEntry, until } from './entries.ts'
import { accountFor, type Ground, isQuiet } from './settlement.ts'
import { SETTINGS, type World } from './world.ts'

const ENDINGS = [...Array.from({ length: 20 }, () => ''), '0001', '0002', '0003', '0006', '0008']

export type Rolled = {
  readonly transfers: number
  readonly seconds: number
  readonly lost: number
  readonly twice: number
  readonly findings: readonly string[]
}

/** What is used of the other release's fault matrix: its own processes, and its own way to make and start a batch. */
export type ItsWorld = DatabaseWorld & {
  readonly bank: Ground['bank']
  readonly apiPorts: readonly number[]
  readonly processes: Record<Entry, ChildProcess[]>
  environment(port?: number): NodeJS.ProcessEnv
  restartDatabase: World['restartDatabase']
  kill(entry: Entry): Promise<void>
  start(entry: Entry): Promise<unknown>
  close(): Promise<void>
}
export type ItsBatches = {
  fund(world: ItsWorld, yuan: bigint): Promise<void>
  readyBatch(world: ItsWorld, endings: readonly string[]): Promise<Prepared>
  pressStart(world: ItsWorld, batchId: number, api?: number): Promise<string>
}

export class TwoReleases {
  readonly #world: ItsWorld
  readonly #its: ItsBatches
  readonly #started: Prepared[] = []
  readonly #own: ChildProcess[] = []
  #ownPort = 0
  #services: Services | undefined
  #rolledAt = 0

  constructor(world: ItsWorld, its: ItsBatches) {
    this.#world = world
    this.#its = its
  }

  /** Payouts are started before, during and after, at either release, and sent by both. */
  async goSideBySide(): Promise<void> {
    const waiting = await this.#payBefore()
    await this.#startOwn()
    await this.#rollBack()
    await this.#untilReady(this.#oldPort)
    await this.#start(waiting, this.#ownPort)
    await this.#start(await readyBatch(this.#console(), ENDINGS), this.#oldPort)
    const contested = await readyBatch(this.#console(), ENDINGS)
    const answers = await Promise.all(
      [0, 1].map((api) => pressStart(this.#console(), contested.batchId, api)),
    )
    if (answers.filter((answer) => answer === 'done').length !== 1)
      throw new Error(`a start asked of both releases was answered: ${answers}`)
    this.#started.push(contested)
    await this.#untilQuiet()
    await this.#takeOver()
    await this.#start(await readyBatch(this.#console(), ENDINGS), this.#ownPort)
  }

  /** As a rollback does it: the other release is started again on the schema of this one. */
  async #rollBack(): Promise<void> {
    for (const entry of ['api', 'worker'] as const) {
      await this.#world.kill(entry)
      await this.#world.start(entry)
    }
  }

  /** It stops by itself where the schema is no longer its own: starts nothing, sends nothing, and this one finishes its work. */
  async replace(): Promise<void> {
    const waiting = await this.#payBefore()
    await until('the other release has noticed', async () => !(await isReady(this.#oldPort)))
    const answer = await this.#its.pressStart(this.#world, waiting.batchId, 0)
    if (answer === 'done') throw new Error('a release that may not write has started a batch')
    await this.#startOwn()
    const [row] = await this.#query<{ status: string }>(
      'select status from payout_batches where batch_id = $1',
      [waiting.batchId],
    )
    if (row?.status !== 'ready') throw new Error(`the batch that was refused is ${row?.status}`)
    await this.#takeOver()
    await this.#start(waiting, this.#ownPort)
  }

  /** A standby was promoted beside this server, of which the other release knows nothing: started again, it must not take the halt for its own to end. */
  async rollBackSuperseded(): Promise<void> {
    const waiting = await this.#payBefore()
    for (const entry of ['api', 'worker'] as const) await this.#world.kill(entry)
    await this.#startOwn()
    await this.#untilQuiet()
    await this.#namePromoted()
    await until('this server is superseded', () => this.#isSuperseded())
    await this.#start(waiting, this.#ownPort)
    await this.#endOwn()
    for (const entry of ['api', 'worker'] as const) await this.#world.start(entry)
    // Its first round of work compares with the bank, and finds nothing against sending.
    await until(
      'the other release has compared',
      async () => (await this.#wasRefused('may not end a halt')) || !(await this.#isSuperseded()),
    )
    if (!(await this.#isSuperseded())) throw new Error('an earlier release has ended the halt')
    if (await this.#hasSent(waiting))
      throw new Error('an earlier release has sent where another server sends')
    await this.#goOnHere()
  }

  /** The old primary returns after a standby was promoted, and the first to be started on it is the other release: it never saw a halt. */
  async startOnOldPrimary(): Promise<void> {
    const waiting = await this.#payBefore()
    const standby = await startStandby(this.#world)
    for (const entry of ['api', 'worker'] as const) await this.#world.kill(entry)
    // This release compares with the bank while the standby streams.
    await this.#startOwn()
    await this.#untilQuiet()
    await standby.promoteBeside()
    await this.#endOwn()
    await this.#services?.database.close()
    await this.#world.restartDatabase('SIGKILL')
    this.#services = await this.#openServices()
    forgetSessions()
    await this.#namePromoted()
    for (const entry of ['api', 'worker'] as const) await this.#world.start(entry)
    const answer = await this.#its.pressStart(this.#world, waiting.batchId, 0)
    if (answer === 'done') this.#started.push(waiting)
    await until(
      'the other release was refused or has sent',
      async () =>
        (await this.#wasRefused('may not say that this server was compared')) ||
        (await this.#hasSent(waiting)),
    )
    await this.#startOwn()
    await until('this server is superseded', () => this.#isSuperseded())
    if (await this.#hasSent(waiting))
      throw new Error('an earlier release has sent where another server sends')
    await this.#goOnHere()
  }

  /** A server of the next timeline has been seen by the bank in this one's place. */
  async #namePromoted(): Promise<void> {
    const { services } = this.#console()
    const { current } = await services.database.query((tx) => readGate(tx))
    const promoted = { ...current, timeline: current.timeline + 1 }
    const by = { namedAt: new Date(), waits: true, byHand: false, replaced: [current] }
    await writeNamed(services, { server: promoted, ...by })
  }

  async #goOnHere(): Promise<void> {
    const { services } = this.#console()
    await takeOverSending(services, { by: 'operator', reason: 'the promoted server is off' })
    await this.#takeOver()
    await this.#startEntry('worker', 0)
  }

  async #hasSent({ batchId }: Prepared): Promise<boolean> {
    const statement = `select 1 from row_transfers where batch_id = $1 and state <> 'reserved' limit 1`
    return (await this.#query(statement, [batchId])).length > 0
  }

  async #isSuperseded(): Promise<boolean> {
    const statement = `select 1 from sending_gate where state = 'halted' and reason = 'superseded'`
    return (await this.#query(statement, [])).length > 0
  }

  /** Told in the log of its worker. */
  async #wasRefused(sentence: string): Promise<boolean> {
    const log = join(this.#world.environment().DATA_DIR ?? '', 'worker.log')
    return (await readFile(log, 'utf8')).includes(sentence)
  }

  /** The other release pays alone; the schema is migrated while the bank leaves its orders unanswered. */
  async #payBefore(): Promise<Prepared> {
    await this.#its.fund(this.#world, 10_000_000n)
    const [paid, cut, waiting] = [await this.#ready(), await this.#ready(), await this.#ready()]
    await this.#startAlone(paid)
    await this.#untilSome(paid, ['succeeded'])
    await this.#world.bank.control({ outage: true })
    await this.#startAlone(cut)
    await this.#untilSome(cut, ['sending', 'in-doubt'])
    await migrate(this.#world.postgres.url, { appUser })
    await this.#world.bank.control({ outage: false })
    // The other release has numbered its people as this one would.
    freshRows(ENDINGS.length * 10)
    return waiting
  }

  async #startAlone(batch: Prepared): Promise<void> {
    const answer = await this.#its.pressStart(this.#world, batch.batchId, 0)
    if (answer !== 'done') throw new Error(`its own start was answered: ${answer}`)
    this.#started.push(batch)
  }

  #untilSome({ batchId }: Prepared, states: readonly string[]): Promise<void> {
    return until(`some are ${states}`, async () => {
      const statement = 'select 1 from row_transfers where batch_id = $1 and state = any($2) limit 1'
      return (await this.#world.query(statement, [batchId, states])).length > 0
    })
  }

  #ready(): Promise<Prepared> {
    return this.#its.readyBatch(this.#world, ENDINGS)
  }

  get #oldPort(): number {
    return this.#world.apiPorts[0] ?? 0
  }

  async #startOwn(): Promise<void> {
    this.#ownPort = await freePort()
    await this.#startEntry('api', this.#ownPort)
    await this.#startEntry('worker', 0)
    this.#services = await this.#openServices()
    await this.#untilReady(this.#ownPort)
  }

  #openServices(): Promise<Services> {
    return openServices({ ...SETTINGS, ...this.#world.environment(), LOG_LEVEL: 'error' }, 'request')
  }

  async #startEntry(entry: Entry, port: number): Promise<void> {
    const environment: NodeJS.ProcessEnv = { ...SETTINGS, ...this.#world.environment(port) }
    this.#own.push(await startEntry(entry, environment, join(environment.DATA_DIR ?? '', 'this-release.log')))
  }

  /** The first address is the other release's, the second this one's. */
  #console(): { services: Services; apiPorts: number[] } {
    if (!this.#services) throw new Error(`release ${RELEASE} is not started`)
    return { services: this.#services, apiPorts: [this.#oldPort, this.#ownPort] }
  }

  async #start(batch: Prepared, port: number): Promise<void> {
    const answer = await pressStart(this.#console(), batch.batchId, port === this.#ownPort ? 1 : 0)
    if (answer !== 'done')
      throw new Error(
        `a start at ${port === this.#ownPort ? 'this' : 'the other'} release was answered: ${answer}`,
      )
    this.#started.push(batch)
  }

  #untilReady(port: number): Promise<void> {
    const which = port === this.#ownPort ? 'this release' : 'the other release'
    return until(`${which} is ready`, () => isReady(port))
  }

  async #query<T>(statement: string, values: readonly unknown[]): Promise<T[]> {
    return (await this.#console().services.database.pool.query(statement, [...values])).rows as T[]
  }

  get #ground(): Ground {
    return {
      services: this.#console().services,
      bank: this.#world.bank,
      query: (statement, values = []) => this.#query(statement, values),
    }
  }

  async #untilQuiet(): Promise<void> {
    for (const [index, batch] of this.#started.entries())
      await until(`batch ${index + 1} of the roll has ended`, () => isQuiet(this.#ground, batch)).catch(
        async (error: Error) => {
          const statement =
            'select state::text, count(*)::int as n from row_transfers where batch_id = $1 group by 1'
          const states = await this.#query<{ state: string; n: number }>(statement, [batch.batchId])
          throw new Error(`${error.message}: ${states.map(({ state, n }) => `${n} ${state}`).join(', ')}`)
        },
      )
  }

  /** The other release ends what it has in hand and exits in peace; the address that the bank knows becomes this one's. */
  async #takeOver(): Promise<void> {
    const old = [...this.#world.processes.api, ...this.#world.processes.worker].filter(alive)
    for (const child of old) child.kill('SIGTERM')
    for (const child of old) if (alive(child)) await once(child, 'exit')
    if (old.some(({ exitCode }) => exitCode !== 0)) throw new Error('the other release did not end cleanly')
    await this.#startEntry('api', this.#oldPort)
    // What the bank could not tell meanwhile it tells now.
    await this.#world.bank.control({ callbacks: true })
    this.#rolledAt = Date.now()
  }

  async account(): Promise<Rolled> {
    await this.#untilQuiet()
    const seconds = (Date.now() - this.#rolledAt) / 1_000
    const sums = { lost: 0, twice: 0 }
    const findings: string[] = []
    for (const batch of this.#started) {
      const { lost, twice, wrong } = await accountFor(this.#ground, batch, new Map())
      sums.lost += lost
      sums.twice += twice
      findings.push(...wrong)
    }
    for (const { invariant, what } of await verifyInvariants(this.#console().services, { bankDays: 1 }))
      findings.push(`${invariant}: ${what}`)
    return { transfers: this.#started.length * ENDINGS.length, seconds, ...sums, findings }
  }

  async #endOwn(): Promise<void> {
    for (const child of this.#own.filter(alive)) {
      child.kill('SIGKILL')
      if (alive(child)) await once(child, 'exit')
    }
  }

  async close(): Promise<void> {
    await this.#endOwn()
    forgetSessions()
    await this.#services?.database.close()
    await this.#world.close()
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
