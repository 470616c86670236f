// A real process that is reloaded, breaks, ends by itself and comes back.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { type ReloadingProcess, runReloading } from './reloading-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'paywages-reloading-'))
const script = join(folder, 'script.mjs')
const serves = (word: string) =>
  `console.log('${word}'); process.send({ ready: true }); setInterval(() => {}, 1000)`
/** A busy machine starts processes slowly. */
const retryPolicy = { timeout: 30_000 }
let running: ReloadingProcess | undefined
let lines: string[] = []
let said: string[] = []

afterEach(() => running?.stop())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(text: string): ReloadingProcess {
  writeFileSync(script, text)
  lines = []
  said = []
  const plan = {
    name: 'script',
    script,
    environment: () => process.env,
    logFile: join(folder, 'script.log'),
    onLine: (line: string) => void lines.push(line),
    onLaunch: () => {},
  }
  running = runReloading(plan, (line) => void said.push(line))
  return running
}

it('serves the saved change after a reload', retryPolicy, async () => {
  const child = run(serves('first'))
  expect(await child.settled()).toBeUndefined()
  writeFileSync(script, serves('second'))
  child.reload()
  expect(await child.settled()).toBeUndefined()
  await vi.waitFor(() => expect(lines).toEqual(['first', 'second']), retryPolicy)
  expect(said).toEqual(['The script serves.', 'The script serves the saved change.'])
})

it('waits for the next save when a file does not parse, and recovers with it', retryPolicy, async () => {
  const child = run('const = (')
  expect(await child.settled()).toBe('The script cannot start; the terminal shows why.')
  expect(said).toEqual(['The script cannot start; it is started again on the next save.'])
  writeFileSync(script, serves('mended'))
  child.reload()
  expect(await child.settled()).toBeUndefined()
})

it('says that a process ended by itself', retryPolicy, async () => {
  const child = run('process.send({ ready: true }, () => setTimeout(() => process.exit(3), 50))')
  await child.settled()
  await vi.waitFor(async () => {
    expect(await child.settled()).toBe('The script ended (code 3); the terminal shows why.')
  }, retryPolicy)
})

it('answers saves that come while it starts with one more start', retryPolicy, async () => {
  const child = run(serves('early'))
  writeFileSync(script, serves('late'))
  child.reload()
  child.reload()
  child.reload()
  expect(await child.settled()).toBeUndefined()
  await vi.waitFor(() => expect(lines.at(-1)).toBe('late'), retryPolicy)
  expect(lines.filter((line) => line === 'late')).toHaveLength(1)
  expect(said).toHaveLength(1)
})
