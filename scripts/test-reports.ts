/** What a run of tests reported: how many passed and failed, the names of the failed, and how long each file took. */
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Counts = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The titles of the failed tests with the beginning of what was wrong, or the name of the failed step: the last lines of a long log tell them. */
  readonly failures: readonly string[]
  readonly files: readonly FileTime[]
}

/** From the start of its first test to the end of its last one. */
export type FileTime = { readonly file: string; readonly ms: number }

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }

export function sum(parts: readonly Counts[]): Counts {
  return parts.reduce(
    (total, part) => ({
      passed: total.passed + part.passed,
      failed: total.failed + part.failed,
      skipped: total.skipped + part.skipped,
      failures: [...total.failures, ...part.failures],
      files: [...total.files, ...part.files],
    }),
    NONE,
  )
}

export function formatCounts({ passed, failed, skipped, failures }: Counts): string {
  const figures = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return [figures, ...failures.map((title) => `  ✗ ${title}`)].join('\n')
}

/** Where to look first when the suite has become slow. */
export function formatSlowest({ files }: Counts, most = 15): string {
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, most)
  return slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`).join('\n')
}

export async function countVitest(report: string): Promise<Counts> {
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: {
      name: string
      status: string
      startTime: number
      endTime: number
      assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
    }[]
  }
  return sum(
    testResults.map(({ name, status, startTime, endTime, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const failures = assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => withReason(`${file} › ${test.fullName}`, test.failureMessages?.[0]))
      // A file that cannot be loaded, or whose setup broke, has failed though none of its tests has.
      if (status === 'failed' && failures.length === 0) failures.push(file)
      const passed = assertionResults.filter((test) => test.status === 'passed').length
      const skipped = assertionResults.filter(
        (test) => test.status !== 'passed' && test.status !== 'failed',
      ).length
      const files = [{ file, ms: endTime - startTime }]
      return { passed, failed: failures.length, skipped, failures, files }
    }),
  )
}

type Spec = {
  readonly title: string
  readonly ok: boolean
  readonly tests: readonly { readonly results: readonly Result[] }[]
}
type Result = { readonly duration: number; readonly errors?: readonly { readonly message?: string }[] }
type Suite = {
  readonly title: string
  readonly suites?: readonly Suite[]
  readonly specs?: readonly Spec[]
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
    files: suites.map((suite) => ({ file: `e2e/${suite.title}`, ms: durationOf(suite) })),
  }
}

function durationOf({ suites = [], specs = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return [...results.map(({ duration }) => duration), ...suites.map(durationOf)].reduce(
    (total, ms) => total + ms,
    0,
  )
}

function failedSpecs({ title, suites = [], specs = [] }: Suite): string[] {
  return [
    ...specs.filter(({ ok }) => !ok).map((spec) => withReason(`${title} › ${spec.title}`, reasonOf(spec))),
    ...suites.flatMap((suite) => failedSpecs(suite)),
  ]
}

const reasonOf = ({ tests }: Spec) =>
  tests.flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors))[0]?.message

const REASON_LINES = 8

/** A log may be kept only in part: its end says why a test failed. */
function withReason(title: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return [title, ...lines.slice(0, REASON_LINES).map((line) => `      ${line}`)].join('\n')
}
