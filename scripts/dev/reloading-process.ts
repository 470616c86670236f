/** Runs one process for development: a reload starts it again, and one that cannot start or ends by itself waits for the next. */
import { endGently, exitOf, type Launched, type LaunchPlan, launch } from '../supervise.ts'

export type ReloadingProcess = {
  reload(): void
  /** Resolves once it serves, or with the reason why it does not until the next reload. */
  settled(): Promise<string | undefined>
  stop(): Promise<void>
}

/** Nobody waits for more than a save: what is cut off here is what a crash would cut off. */
const drainLimitMs = 2_000

export function runReloading(plan: LaunchPlan, print: (line: string) => void): ReloadingProcess {
  let current: Launched | undefined
  let reason: string | undefined
  let stopping = false
  let waiting = false
  let turn = startAnew()
  return {
    reload: () => {
      if (waiting || stopping) return
      waiting = true
      if (current) void endGently(current.process, drainLimitMs)
      turn = turn.then(startAnew)
    },
    settled: async () => {
      for (let seen: unknown; seen !== turn; ) {
        seen = turn
        await turn
      }
      return reason
    },
    stop: async () => {
      stopping = true
      if (current) await endGently(current.process)
      await turn
    },
  }

  /** One at a time, since the next needs the port of the last. */
  async function startAnew(): Promise<void> {
    if (current) await endGently(current.process, drainLimitMs)
    waiting = false
    if (stopping) return
    const launched = launch(plan)
    const again = current !== undefined
    current = launched
    reason = undefined
    const ready = await launched.ready
    if (stopping || waiting) return
    if (ready) {
      print(`The ${plan.name} serves${again ? ' the saved change' : ''}.`)
      void watchEnd(launched)
      return
    }
    await endGently(launched.process, drainLimitMs)
    if (!stopping && !waiting) fail(`The ${plan.name} cannot start`)
  }

  async function watchEnd(launched: Launched): Promise<void> {
    const [code, signal] = await exitOf(launched.process)
    if (launched !== current || stopping || waiting) return
    fail(`The ${plan.name} ended (${signal ?? `code ${code}`})`)
  }

  function fail(what: string): void {
    print(`${what}; it is started again on the next save.`)
    reason = `${what}; the terminal shows why.`
  }
}
