/** Finds what `npm test -- <path or name>` means: test files by a part of their path, else by a title in them, and fault cases. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CASES } from './faults/cases.ts'
import { ROLLS } from './faults/roll.ts'
import { TESTS_WITH_SERVER } from './tests-with-server.ts'

export type NamedTests = {
  readonly rules: readonly string[]
  readonly server: readonly string[]
  readonly journeys: readonly string[]
  readonly faults: readonly string[]
}

const ROOT = join(import.meta.dirname, '..')

export function findNamedTests(names: readonly string[]): NamedTests {
  const files = names.flatMap((name) => filesOf(name))
  const of = (kind: (file: string) => boolean) => [...new Set(files.filter(kind))]
  return {
    rules: of((file) => !isJourney(file) && !runsWithServer(file)),
    server: of((file) => !isJourney(file) && runsWithServer(file)),
    journeys: of(isJourney),
    faults: names.filter((name) => [...CASES, ...ROLLS].some(({ fault }) => fault.includes(name))),
  }
}

function filesOf(name: string): string[] {
  const all = testFiles()
  const wanted = name.replace(/^\.\//, '')
  const byPath = all.filter((file) => file.includes(wanted))
  if (byPath.length > 0) return byPath
  return all.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(wanted))
}

export function testFiles(): string[] {
  return globSync('{domain,wire,server,web,sandbox-bank,scripts,e2e}/**/*.{test,spec}.{ts,tsx}', {
    cwd: ROOT,
    exclude: (path) => /(^|[\\/])(node_modules|dist|results)$/.test(path),
  }).sort()
}

function isJourney(file: string): boolean {
  return file.startsWith('e2e/')
}

function runsWithServer(file: string): boolean {
  return file.startsWith('server/') || TESTS_WITH_SERVER.includes(file)
}
