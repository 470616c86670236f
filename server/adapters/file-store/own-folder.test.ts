// Whose temporary files are swept: those of processes that are gone, never those of one that lives.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { nameOf, ownFolder, SILENT_MS, sweepFolders } from './own-folder.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'paywages-own-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

async function leaveFile(name: string): Promise<string> {
  await mkdir(join(parent, name), { recursive: true })
  const path = join(parent, name, 'upload')
  await writeFile(path, 'x')
  return path
}

const aged = async (path: string, ms: number) => {
  const then = new Date(Date.now() - ms)
  await utimes(path, then, then)
}

it('keeps the files of a living process however old they are, and removes those of a killed one at once', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  await once(other, 'spawn')
  const [theirs, own] = [await leaveFile(nameOf(other.pid ?? 0)), join(await ownFolder(parent), 'upload')]
  await writeFile(own, 'x')
  await aged(join(theirs, '..'), 10 * SILENT_MS)
  await sweepFolders(parent)
  expect([existsSync(theirs), existsSync(own)]).toEqual([true, true])
  other.kill('SIGKILL')
  await once(other, 'exit')
  await sweepFolders(parent)
  expect([existsSync(theirs), existsSync(own)]).toEqual([false, true])
})

it('removes the files of an earlier process that had the same number', async () => {
  const left = await leaveFile(`${nameOf(process.pid)}1`)
  await sweepFolders(parent)
  expect(existsSync(left)).toBe(false)
})

it('believes a process of another machine for as long as it shows itself', async () => {
  const left = await leaveFile(`${'0'.repeat(16)}.1.123`)
  await aged(join(left, '..'), SILENT_MS - 5_000)
  await sweepFolders(parent)
  expect(existsSync(left)).toBe(true)
  await aged(join(left, '..'), SILENT_MS + 5_000)
  await sweepFolders(parent)
  expect(existsSync(left)).toBe(false)
})

it('does not make a parent that was taken away', async () => {
  await expect(ownFolder(join(parent, 'unmounted'))).rejects.toThrow(/ENOENT/)
})
