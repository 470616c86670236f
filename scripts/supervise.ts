/** Keeps one child process of the product running: waits until it serves, restarts it when it dies, stops it gently. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { devNull } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf, StartProblem } from '@paywages/server/adapters/start-problem.ts'

export type LaunchPlan = {
  name: string
  script: string
  /** Options of Node itself. */
  nodeOptions?: readonly string[]
  /** Asked at each launch, since the database may have moved to another port. */
  environment(): NodeJS.ProcessEnv
  logFile: string
  /** Hears every line that goes to the log. */
  onLine?(line: string): void
  /** Called whenever another process takes the place of the last. */
  onLaunch(pid: number): void
}

export type ChildPlan = LaunchPlan & { print(line: string): void }

export type SupervisedChild = {
  pid(): number | undefined
  /** Where it serves, if it said so. */
  address: string | undefined
  restart(): void
  stop(): Promise<void>
}

export type Launched = {
  process: ChildProcess
  ready: Promise<{ address?: string } | undefined>
  complaint(): string
}

const readyLimitMs = 60_000
const drainLimitMs = 20_000
const maxBackoffMs = 30_000
const settledAfterMs = 60_000
const maxLogBytes = 10 * 1024 * 1024

/** Resolves once the child serves; a child that cannot start for the first time is a StartProblem in its own words. */
export async function superviseChild(plan: ChildPlan, stop: AbortSignal): Promise<SupervisedChild> {
  stop.throwIfAborted()
  let current = launch(plan)
  let stopping = false
  let failures = 0
  const child: SupervisedChild = {
    pid: () => current.process.pid,
    address: undefined,
    restart: () => void current.process.kill('SIGTERM'),
    stop: async () => {
      stopping = true
      await endGently(current.process)
    },
  }
  const giveUp = () => void child.stop()
  stop.addEventListener('abort', giveUp)
  const answer = await current.ready
  stop.removeEventListener('abort', giveUp)
  if (!answer) {
    await child.stop()
    stop.throwIfAborted()
    throw new StartProblem(current.complaint())
  }
  child.address = answer.address
  void keepRunning()
  return child

  async function keepRunning() {
    while (!stopping) {
      const launchedAt = Date.now()
      const [code, signal] = await exitOf(current.process)
      if (stopping) return
      failures = Date.now() - launchedAt > settledAfterMs ? 1 : failures + 1
      const pauseMs = Math.min(250 * 2 ** (failures - 1), maxBackoffMs)
      plan.print(`The ${plan.name} ended (${signal ?? `code ${code}`}) and is started again.`)
      await sleep(pauseMs)
      if (stopping) return
      try {
        current = launch(plan)
      } catch (problem) {
        // The ended one stays; the next round tries again after a longer pause.
        plan.print(`The ${plan.name} could not be started: ${reasonOf(problem)}.`)
        continue
      }
      const again = await current.ready
      if (again) plan.print(`The ${plan.name} serves again.`)
      else await endGently(current.process)
    }
  }
}

/** Detached, so that Ctrl-C reaches the supervisor alone, which then stops things in order. */
export function launch(plan: LaunchPlan): Launched {
  const output = openLog(plan.logFile)
  const from = fstatSync(output).size
  const { onLine } = plan
  const target = onLine ? 'pipe' : output
  const child = spawn(process.execPath, [...(plan.nodeOptions ?? []), plan.script], {
    env: plan.environment(),
    stdio: ['ignore', target, target, 'ipc'],
    detached: true,
  })
  if (onLine) copyLines(child, output, onLine)
  else closeSync(output)
  if (child.pid) plan.onLaunch(child.pid)
  const complaint = () =>
    firstSentence(plan.logFile, from) ?? `The ${plan.name} did not start; its log is ${plan.logFile}.`
  return { process: child, ready: waitUntilReady(child), complaint }
}

function copyLines(child: ChildProcess, output: number, onLine: (line: string) => void): void {
  for (const input of [child.stdout, child.stderr]) {
    if (!input) continue
    createInterface({ input }).on('line', (line) => {
      onLine(line)
      try {
        writeSync(output, `${line}\n`)
      } catch {
        // A full disk takes no more lines; the process they are of runs on.
      }
    })
  }
  child.once('close', () => closeSync(output))
}

function waitUntilReady(child: ChildProcess): Promise<{ address?: string } | undefined> {
  return new Promise((settle) => {
    const timer = setTimeout(() => settle(undefined), readyLimitMs)
    const done = (answer: { address?: string } | undefined) => {
      clearTimeout(timer)
      settle(answer)
    }
    child.on('message', (message) => {
      if (typeof message === 'object' && 'ready' in message) done(message as { address?: string })
    })
    child.once('exit', () => done(undefined))
    child.once('error', () => done(undefined))
  })
}

export async function endGently(child: ChildProcess, limitMs = drainLimitMs): Promise<void> {
  if (hasEnded(child)) return
  const ended = exitOf(child)
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  await ended
  clearTimeout(timer)
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

export async function exitOf(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  if (hasEnded(child)) return [child.exitCode, child.signalCode]
  const [code, signal] = await once(child, 'exit')
  return [code, signal]
}

/** A process without a log is better than none: where the file cannot be opened, its lines are dropped. */
export function openLog(file: string): number {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size > maxLogBytes) renameSync(file, `${file}.1`)
    return openSync(file, 'a', 0o600)
  } catch {
    return openSync(devNull, 'a')
  }
}

/** What a process said to a person since the given byte; its log lines are JSON. */
export function firstSentence(logFile: string, from: number): string | undefined {
  if (!existsSync(logFile)) return undefined
  const words = readFileSync(logFile).subarray(from).toString('utf8')
  return words.split('\n').find((line) => line.trim() !== '' && !line.startsWith('{'))
}
