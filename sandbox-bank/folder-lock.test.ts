// Tests that one folder has one bank, and that a dead one's lock is no lock.

import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { identify } from './process-identity.ts'
import { newFolder } from './testing/open-banks.ts'

it('holds the lock until it is released', () => {
  const folder = newFolder()
  const lock = lockFolder(folder)
  const sentence = `The sandbox bank is already running from ${folder} (pid ${process.pid}).`
  expect(() => lockFolder(folder)).toThrow(sentence)
  lock.release()
  lockFolder(folder).release()
  expect(readdirSync(folder)).toEqual(['lock.2'])
})

it.each([
  ['of a dead process', JSON.stringify({ pid: spawnSync('true').pid, startedAt: '1' })],
  ['of another process with the same number', JSON.stringify({ pid: process.pid, startedAt: '1' })],
  ['cut short by a power failure', '{"pid":'],
])('takes over a lock %s', (_, content) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'lock.7'), content)
  writeFileSync(join(folder, 'lock.draft-left-behind'), '')
  const lock = lockFolder(folder)
  expect(readdirSync(folder)).toEqual(['lock.8'])
  expect(() => lockFolder(folder)).toThrow('is already running')
  lock.release()
})

it('uses the lock file with the highest number', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'lock.9'), 'released')
  writeFileSync(join(folder, 'lock.10'), JSON.stringify(identify(process.pid)))
  expect(() => lockFolder(folder)).toThrow('is already running')
})
