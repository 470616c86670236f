// The command of docs/OPERATIONS.md that takes marks of bank files along to a restored file store, run as it stands there (ADR 162).

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { openDiskStore } from '@paywages/server/adapters/file-store/disk.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'

const OPERATIONS = join(import.meta.dirname, '..', 'docs', 'OPERATIONS.md')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-marks-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Keys and contents of a file store in this folder. */
async function store(files: string, contents: Readonly<Record<string, string>>) {
  const opened = await openDiskStore(join(folder, files))
  for (const [key, content] of Object.entries(contents))
    await opened.put(key, Readable.from([Buffer.from(content)]), { limitBytes: 100 })
  return opened
}

async function carry(): Promise<{ stdout: string; stderr: string }> {
  const command = /`(\(cd data-broken\/files [^`]+)`/.exec(await readFile(OPERATIONS, 'utf8'))?.[1]
  if (command === undefined) throw new Error('the command is gone')
  return promisify(execFile)('bash', ['-o', 'pipefail', '-c', command], { cwd: folder })
}

it('brings the marks that the restored store lacks, and changes nothing else', async () => {
  await store('data-broken/files', {
    'bank-file-marks/3': 'later',
    'bank-file-marks/3/first': 'later',
    'bank-file-marks/3/second': 'lost',
    'files/sheet': 'lost',
  })
  const restored = await store('data/files', {
    'bank-file-marks/3': 'kept',
    'bank-file-marks/3/first': 'kept',
    'files/other': 'kept',
  })
  expect(await carry()).toEqual({ stdout: '', stderr: '' })
  const found: Record<string, string> = {}
  for (const prefix of ['bank-file-marks/', 'files/'])
    for await (const { key } of restored.list(prefix)) {
      const body = await restored.get(key)
      found[key] = body ? await text(body.stream) : ''
    }
  expect(found).toEqual({
    'bank-file-marks/3': 'kept',
    'bank-file-marks/3/first': 'kept',
    'bank-file-marks/3/second': 'lost',
    'files/other': 'kept',
  })
})

it('passes where no file was ever handed out', async () => {
  await store('data-broken/files', {})
  await store('data/files', {})
  expect(await carry()).toEqual({ stdout: '', stderr: '' })
})
