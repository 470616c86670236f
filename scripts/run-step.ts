/** Runs one step of `npm test` or `npm run check` and tells its time, its outcome and, when it failed, all it said. */
import { type ChildProcess, spawn } from 'node:child_process'
import { type Counts, NONE } from './test-reports.ts'

export type Step = {
  name: string
  program: string
  args: string[]
  env?: NodeJS.ProcessEnv
  /** For a step that runs tests: reads their counts from the report it wrote. */
  count?: () => Promise<Counts>
}

const running = new Set<ChildProcess>()

export async function runStep(step: Step, { shows = false } = {}): Promise<Counts> {
  const began = performance.now()
  const { ok, output } = await runProgram(step)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const counts = await countsOf(step, ok)
  const figures = step.count ? `  ${counts.passed} passed, ${counts.failed} failed` : ''
  console.log(
    `  ${counts.failed === 0 ? '✓' : '✗'} ${step.name.padEnd(14)}${seconds.padStart(6)} s${figures}`,
  )
  if (counts.failed > 0 || shows) console.log(`\n${output.trimEnd()}\n`)
  return counts
}

/** Runs steps in their order, at most `lanes` at a time. */
export async function runSteps(steps: Step[], lanes: number): Promise<Counts[]> {
  const waiting = [...steps]
  const results: Counts[] = []
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

/** Stops what runs when the person interrupts, and leaves with the exit code of an interruption. */
export function stopOnSignals(): void {
  const leave = () => {
    for (const child of running) child.kill('SIGTERM')
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave)
  process.on('disconnect', leave)
}

async function countsOf(step: Step, ok: boolean): Promise<Counts> {
  const broken: Counts = { ...NONE, failed: 1, failures: [step.name] }
  if (!step.count) return ok ? { ...NONE, passed: 1 } : broken
  // Without a report the run itself broke.
  const counts = await step.count().catch(() => broken)
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1, failures: [step.name] }
}

function runProgram({ program, args, env }: Step): Promise<{ ok: boolean; output: string }> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  return new Promise((settle) => {
    const end = (ok: boolean, remark = '') => {
      running.delete(child)
      settle({ ok, output: output + remark })
    }
    child.on('error', (error) => end(false, error.message))
    child.on('close', (code) => end(code === 0))
  })
}
