// The lock of a data folder: held, told, left behind by a kill.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identify, isAlive } from '@paywages/server/adapters/process-identity.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from './data-folder-lock.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('locks the data folder, names the holder to others and frees it on release', async () => {
  const lock = await lockDataFolder(folder)
  expect(lock.leftBehind).toBeUndefined()
  await expect(lockDataFolder(folder)).rejects.toThrow(
    `Paywages is already running from this data folder (pid ${process.pid}).`,
  )
  await lock.release()
  const next = await lockDataFolder(folder)
  expect(next.leftBehind).toBeUndefined()
  await next.release()
  expect(await readdir(folder)).toEqual([])
})

test('takes over the lock of a killed owner and returns its children', async () => {
  const lock = await lockDataFolder(folder)
  lock.noteChildren([process.pid])
  const file = join(folder, 'paywages.lock')
  const content = JSON.parse(await readFile(file, 'utf8'))
  // The same number, but a process that began at another time.
  await writeFile(file, JSON.stringify({ ...content, owner: { pid: process.pid, startedAt: 'earlier' } }))
  const next = await lockDataFolder(folder)
  expect(next.leftBehind).toEqual([identify(process.pid)])
})

test('takes over a truncated lock file', async () => {
  await writeFile(join(folder, 'paywages.lock'), '{"owner":{"pi')
  expect((await lockDataFolder(folder)).leftBehind).toEqual([])
})

test('lets exactly one of many concurrent attempts take over a stale lock', async () => {
  await writeFile(join(folder, 'paywages.lock'), '')
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataFolder(folder)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('identifies a process by pid and start time', async () => {
  const child = spawn('sleep', ['30'])
  const identity = identify(child.pid ?? 0)
  if (!identity) throw new Error('the process was not found')
  expect(isAlive(identity)).toBe(true)
  expect(isAlive({ ...identity, startedAt: 'earlier' })).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(identity)).toBe(false)
})
