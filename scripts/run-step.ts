/** Runs one step of `npm test` or `npm run check` and tells its time, its outcome and, when it failed, all it said. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

export type Counts = {
  passed: number
  failed: number
  skipped: number
  /** The titles of the failed tests, or the name of the failed step: the last lines of a long log tell them. */
  failures: string[]
}

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

export function sum(parts: Counts[]): Counts {
  const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const part of parts) {
    total.failures.push(...part.failures)
    total.passed += part.passed
    total.failed += part.failed
    total.skipped += part.skipped
  }
  return total
}

export function formatCounts({ passed, failed, skipped, failures }: Counts): string {
  const figures = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return [figures, ...failures.map((title) => `  ✗ ${title}`)].join('\n')
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
  const broken: Counts = { passed: 0, failed: 1, skipped: 0, failures: [step.name] }
  if (!step.count) return ok ? { passed: 1, failed: 0, skipped: 0, failures: [] } : broken
  // Without a report the run itself broke.
  const counts = await step.count().catch(() => broken)
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1, failures: [step.name] }
}

function runProgram({ program, args, env }: Step): Promise<{ ok: boolean; output: string }> {
  // The product's processes start dozens of times in a run; compiled once, they take half the time.
  const cache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '..', 'node_modules', '.cache', 'paywages') }
  const child = spawn(program, args, {
    env: { ...cache, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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

export async function countVitest(report: string): Promise<Counts> {
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: {
      name: string
      status: string
      assertionResults: { status: string; fullName: string }[]
    }[]
  }
  return sum(
    testResults.map(({ name, status, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const failures = assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${file} › ${test.fullName}`)
      // A file that cannot be loaded, or whose setup broke, has failed though none of its tests has.
      if (status === 'failed' && failures.length === 0) failures.push(file)
      const passed = assertionResults.filter((test) => test.status === 'passed').length
      const skipped = assertionResults.filter(
        (test) => test.status !== 'passed' && test.status !== 'failed',
      ).length
      return { passed, failed: failures.length, skipped, failures }
    }),
  )
}

type Suite = {
  readonly title: string
  readonly suites?: readonly Suite[]
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[]
}

export async function countPlaywright(report: string): Promise<Counts> {
  const { stats, errors, suites } = JSON.parse(await readFile(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: unknown[]
    suites: Suite[]
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, errors.length > 0 ? 1 : 0),
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => failedSpecs(suite)),
  }
}

function failedSpecs({ title, suites = [], specs = [] }: Suite): string[] {
  return [
    ...specs.filter(({ ok }) => !ok).map((spec) => `${title} › ${spec.title}`),
    ...suites.flatMap((suite) => failedSpecs(suite)),
  ]
}
