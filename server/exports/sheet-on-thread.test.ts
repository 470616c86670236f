// Large sheets on their own thread: the same bytes, nothing left of one that was given up, no half file that looks whole.

import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type CountingInput, sheet } from '../testing/sheets/counting-sheet.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { sheetOnThread } from './sheet-on-thread.ts'
import { writeSheet } from './write-sheet.ts'

const MODULE = new URL('../testing/sheets/counting-sheet.ts', import.meta.url)
let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const onThread = (input: CountingInput) => sheetOnThread(services, MODULE, input)

async function readingTransactions(): Promise<number> {
  const rows = await services.query(
    `select 1 from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
  )
  return rows.length
}

it('produces the same bytes as on the main thread', async () => {
  const input = { rows: 30_000 }
  const [there, here] = [await buffer(onThread(input)), await buffer(writeSheet(services, sheet, input))]
  expect(there.equals(here)).toBe(true)
})

it('writes more sheets than there are slots, one after another', async () => {
  const sizes = await Promise.all(
    [1, 2, 3, 4].map(async () => (await buffer(onThread({ rows: 2_000 }))).length),
  )
  expect(new Set(sizes).size).toBe(1)
})

it('fails with the error of its rows and releases its slot', async () => {
  for (let run = 0; run < 3; run += 1)
    await expect(buffer(onThread({ rows: 50_000, failAt: 40_000 }))).rejects.toThrow('no such row')
  expect((await buffer(onThread({ rows: 10 }))).length).toBeGreaterThan(0)
})

it('leaves neither a thread nor a transaction when the download is abandoned', async () => {
  const before = await readingTransactions()
  const stream = onThread({ rows: 5_000_000 })
  for await (const _ of stream) break
  expect(stream.destroyed).toBe(true)
  await vi.waitFor(async () => expect(await readingTransactions()).toBe(before), 10_000)
})

it('waits for a slow consumer instead of buffering the output', async () => {
  const stream = onThread({ rows: 400_000 })
  const reader = stream[Symbol.asyncIterator]()
  await reader.next()
  const before = process.memoryUsage().arrayBuffers
  // Nothing is taken for a while: other sheets are written meanwhile.
  await buffer(onThread({ rows: 100_000 }))
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  await reader.return?.()
})

it('writes the next sheet on the thread that wrote the last one, whatever the database', async () => {
  const input = { rows: 3 }
  const here = await buffer(onThread(input))
  const other = await openTestServices()
  const started: unknown[] = []
  const note = (thread: unknown) => started.push(thread)
  process.on('worker', note)
  expect((await buffer(sheetOnThread(other, MODULE, input))).equals(here)).toBe(true)
  process.off('worker', note)
  expect(started).toEqual([])
  // Its connection does not outlive the sheet: the database can be dropped.
  await other.close()
})
