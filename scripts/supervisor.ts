/** The frame of a supervisor: stops on Ctrl-C or when its parent is gone, tells what happens, and closes everything in order. */
import { once } from 'node:events'
import { reasonOf, StartProblem } from '@paywages/server/adapters/start-problem.ts'

export type Supervisor = {
  /** Aborted once everything is to stop. */
  readonly signal: AbortSignal
  /** Processes of the product: stopped first, all at once. */
  readonly children: { stop(): Promise<void> }[]
  /** What the children depend on, closed after them and in the opposite order. */
  readonly closers: (() => Promise<void>)[]
  print(line: string): void
  elapsed(): string
}

/** Runs until it is stopped, then ends this process: with 1 when it could not start, else with 0. */
export async function runSupervisor(start: (supervisor: Supervisor) => Promise<void>): Promise<never> {
  const began = performance.now()
  const stop = new AbortController()
  const elapsed = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  const supervisor: Supervisor = {
    signal: stop.signal,
    children: [],
    closers: [],
    print: (line) => console.log(`  ${elapsed().padStart(7)}  ${line}`),
    elapsed,
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  // The process that started us was killed, so nobody is left to stop us.
  process.on('disconnect', () => stop.abort())
  // A closed terminal must not keep us from stopping the rest in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const code = await runUntilStopped(supervisor, start)
  await closeAll(supervisor)
  process.exit(code)
}

async function runUntilStopped(
  supervisor: Supervisor,
  start: (supervisor: Supervisor) => Promise<void>,
): Promise<number> {
  const { signal } = supervisor
  try {
    await start(supervisor)
    if (!signal.aborted) await once(signal, 'abort')
    return 0
  } catch (problem) {
    if (signal.aborted) return 0
    const unexpected = problem instanceof StartProblem ? '' : 'Paywages cannot start: '
    console.error(`${unexpected}${reasonOf(problem)}`)
    return 1
  }
}

async function closeAll({ signal, children, closers }: Supervisor): Promise<void> {
  if (signal.aborted) console.log('\nStopping …')
  await Promise.all(children.map((child) => child.stop()))
  for (const close of closers.reverse()) await close().catch((problem) => console.error(reasonOf(problem)))
  if (signal.aborted) console.log('Paywages has stopped.')
}
