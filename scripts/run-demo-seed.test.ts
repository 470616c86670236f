// The seeder is started where the demo was not made, or was made by other sources; else it is left alone.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Product } from './prepare-product.ts'
import { demoMark, runDemoSeed } from './run-demo-seed.ts'
import type { Supervisor } from './supervisor.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paywages-mark-'))
  for (const part of ['postgres', 'logs']) mkdirSync(join(folder, part))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

afterEach(() => vi.unstubAllEnvs())

function start(): Promise<void> {
  const supervisor = { signal: new AbortController().signal, print: () => {} } as unknown as Supervisor
  // Asked for when the seeder is started, and for nothing else.
  const environment = () => {
    throw new Error('started')
  }
  return runDemoSeed(supervisor, { settings: { dataDir: folder }, environment } as unknown as Product)
}

it.each([
  ['no mark', undefined, 'started'],
  ['the mark of other sources', 'another', 'started'],
  ['the mark of these sources', demoMark(), 'left alone'],
])('a database with %s', async (_, mark, expected) => {
  vi.stubEnv('DATABASE_URL', '')
  if (mark !== undefined) writeFileSync(join(folder, 'postgres', 'demo-seeded'), mark)
  expect(await outcome()).toBe(expected)
})

it('a database elsewhere, whatever is marked here', async () => {
  writeFileSync(join(folder, 'postgres', 'demo-seeded'), demoMark())
  vi.stubEnv('DATABASE_URL', 'postgres://elsewhere/paywages')
  expect(await outcome()).toBe('started')
})

const outcome = () =>
  start().then(
    () => 'left alone',
    (problem: Error) => problem.message,
  )
