// Lets one task run at a time from gate to gate, in an order drawn from the seed, and breaks them at the gates.

import type { TestClock } from '../test-services.ts'
import { type Conditions, drawPause } from './conditions.ts'
import type { Coverage, Occurrence } from './coverage.ts'
import type { Journal } from './journal.ts'
import type { Random } from './random.ts'

/** kill -9: nothing that this process had in memory lives on. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/** What a broken connection to the database looks like; whether a commit under way was done, nobody knows. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** Where tasks may be parked, and broken: never inside a transaction, whose locks others might wait for. */
export type Gate = 'begin' | 'committed' | 'bank-call' | 'bank-answer'

const KILLS: Readonly<Record<Gate | 'commit', Occurrence>> = {
  begin: 'killed before begin',
  commit: 'killed before commit',
  committed: 'killed after commit',
  'bank-call': 'killed before a bank call',
  'bank-answer': 'killed after a bank call',
}
const LOSSES: Partial<Record<Gate | 'commit', Occurrence>> = {
  begin: 'connection lost before begin',
  commit: 'connection lost before commit',
  committed: 'connection lost after commit',
}

export class Task {
  readonly name: string
  readonly weight: number
  /** By how much its clock is wrong. */
  readonly skewMs: number
  /** Which process of that name: a killed one is replaced. */
  generation = 1
  killed = false
  done = false
  resting = true
  wakeAt = 0
  /** Calls to the bank that it began, and what the last one was about. */
  submits = 0
  sending: readonly string[] = []
  asking: readonly string[] = []
  /** Whoever is urgent goes before all others. */
  urgent = false
  /** Looked at right after each of its commits, before anybody else does anything. */
  afterCommit: (() => Promise<void>) | undefined
  resume: (() => void) | undefined

  constructor(name: string, weight: number, skewMs: number) {
    this.name = name
    this.weight = weight
    this.skewMs = skewMs
  }
}

type Sky = {
  readonly clock: TestClock
  readonly random: Random
  readonly conditions: Conditions
  readonly journal: Journal
  readonly coverage: Coverage
  readonly leaseMs: number
}

export class Scheduler {
  readonly tasks: Task[] = []
  stormy = true
  failure: unknown
  readonly #sky: Sky
  #crashing = false
  #turn: PromiseWithResolvers<void> | undefined

  constructor(sky: Sky) {
    this.#sky = sky
  }

  /** Begins a task; it stands still at its first gate until its turn comes. */
  spawn(name: string, weight: number, body: (task: Task) => Promise<void>): void {
    const { random, conditions, coverage } = this.#sky
    const task = new Task(
      name,
      weight,
      conditions.skewMs === 0 ? 0 : random.between(-conditions.skewMs, conditions.skewMs),
    )
    if (task.skewMs !== 0) coverage.saw('clocks differ')
    this.tasks.push(task)
    body(task)
      .catch((error: unknown) => {
        this.failure ??= error
      })
      .finally(() => {
        task.done = true
        this.#turn?.resolve()
      })
  }

  /** The task has nothing in hand; false when the storm is over. A killed one begins again here. */
  async rest(task: Task): Promise<boolean> {
    if (task.killed) {
      task.killed = false
      task.generation += 1
    }
    task.resting = true
    task.urgent = false
    task.sending = []
    task.asking = []
    if (this.stormy) await this.#park(task)
    task.resting = false
    return this.stormy
  }

  async pass(task: Task, gate: Gate, { stands = false, hangs = false } = {}): Promise<void> {
    if (task.killed) throw new Killed()
    const { random, conditions } = this.#sky
    // Most steps follow one another at once, as they do in life.
    const share = stands ? 1 : gate.startsWith('bank') ? 0.6 : 0.35
    if (!this.stormy || random.chance(share)) await this.#park(task)
    if (this.#crashing) this.#kill(task, gate)
    if (!this.stormy) return
    this.strike(task, gate)
    if (random.chance(hangs ? Math.min(0.5, conditions.stall * 10) : conditions.stall)) await this.#stop(task)
  }

  /** May kill the task or break its connection, here and now. */
  strike(task: Task, gate: Gate | 'commit'): void {
    if (task.killed) throw new Killed()
    if (!this.stormy) return
    const { random, conditions, coverage, journal } = this.#sky
    if (random.chance(conditions.kill)) this.#kill(task, gate)
    const loss = LOSSES[gate]
    if (loss !== undefined && random.chance(conditions.lose)) {
      journal.note(task.name, loss)
      coverage.saw(loss)
      throw new ConnectionLost(loss)
    }
  }

  /** A worker sends what another still believes to be sending: the other one wakes up now, at the worst moment. */
  rouse(task: Task, references: readonly string[]): boolean {
    const now = this.#sky.clock.now().getTime()
    const others = this.tasks.filter(
      (one) => one !== task && one.sending.some((reference) => references.includes(reference)),
    )
    for (const other of others) {
      this.#sky.journal.note(other.name, `wakes up as ${task.name} sends the same`)
      other.urgent = true
      other.wakeAt = Math.min(other.wakeAt, now)
    }
    // And whoever asked about it, and still knows only what it heard then, wakes up soon.
    for (const other of this.tasks)
      if (other !== task && other.asking.some((reference) => references.includes(reference)))
        other.wakeAt = Math.min(other.wakeAt, now + 2_000)
    return others.length > 0
  }

  async run(turns: number, everyTurn: (turn: number) => Promise<void>): Promise<void> {
    for (let turn = 0; turn < turns && this.failure === undefined; turn += 1) {
      this.#sky.clock.advance(drawPause(this.#sky.random))
      await this.#step()
      await everyTurn(turn)
    }
  }

  /** The storm is over: whoever has something in hand finishes it, or all die where they stand. */
  async end(crashing: boolean): Promise<void> {
    this.stormy = false
    this.#crashing = crashing
    while (this.failure === undefined && this.tasks.some(({ done }) => !done)) {
      this.#sky.clock.advance(this.#sky.random.between(1, 2_000))
      await this.#step()
    }
    this.#crashing = false
  }

  async #step(): Promise<void> {
    const { clock, random } = this.#sky
    const parked = this.tasks.filter(({ done, resume }) => !done && resume !== undefined)
    const earliest = Math.min(...parked.map(({ wakeAt }) => wakeAt))
    if (earliest > clock.now().getTime()) clock.set(new Date(earliest))
    const now = clock.now().getTime()
    const ready = parked.filter(({ wakeAt }) => wakeAt <= now)
    const urgent = ready.find((one) => one.urgent)
    const task =
      urgent ?? random.pickWeighted(ready.map((one) => [one.resting ? one.weight : 4, one] as const))
    const { resume } = task
    task.resume = undefined
    this.#turn = Promise.withResolvers<void>()
    resume?.()
    await this.#turn.promise
    this.#turn = undefined
  }

  #park(task: Task): Promise<void> {
    return new Promise((resolve) => {
      task.resume = resolve
      this.#turn?.resolve()
    })
  }

  #kill(task: Task, gate: Gate | 'commit'): never {
    task.killed = true
    this.#sky.journal.note(task.name, KILLS[gate])
    this.#sky.coverage.saw(KILLS[gate])
    throw new Killed()
  }

  /** SIGSTOP, and SIGCONT when its lease is long over, or just not yet. */
  async #stop(task: Task): Promise<void> {
    const { clock, random, leaseMs, journal, coverage } = this.#sky
    const ms = Math.round(leaseMs * (0.5 + 5 * random.next()))
    task.wakeAt = clock.now().getTime() + ms
    journal.note(task.name, `stopped for ${ms} ms`)
    if (ms > leaseMs) coverage.saw('stopped past its lease')
    await this.#park(task)
    if (this.#crashing) this.#kill(task, 'committed')
  }
}
