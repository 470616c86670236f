// Sorting outside of memory: order, equal keys, any text, files that are merged several times and gone at the end.

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Line } from './merge-sorted.ts'
import { openSortedSpool } from './sorted-spool.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-spool-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ODD = ['', 'a\nb', 'a\0', '"', '王', '\ud800', '😀', '\u{ffff}']

it.each([
  ['in memory', 1_000, 3, 0],
  ['in files that are merged three times', 7, 3, 2],
])('is by key, and by the order of adding among equals: %s', async (_, held, fanIn, files) => {
  const lines = Array.from(
    { length: 200 },
    (_value, n): Line => [`${ODD[(n * 5) % ODD.length]}${(n * 37) % 11}`, String(n)],
  )
  const spool = openSortedSpool(async () => folder, { held, fanIn })
  for (let at = 0; at < lines.length; at += 50) await spool.add(lines.slice(at, at + 50))
  const found: Line[] = []
  for await (const piece of spool.inOrder()) found.push(...piece)
  expect(found).toEqual(lines.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  expect(await readdir(folder)).toHaveLength(files)
  await spool.close()
  expect(await readdir(folder)).toEqual([])
})

it('leaves no files behind for one that is left early', async () => {
  const spool = openSortedSpool(async () => folder, { held: 2, fanIn: 4 })
  await spool.add(Array.from({ length: 9 }, (_value, n): Line => [String(n)]))
  for await (const piece of spool.inOrder()) if (piece.length > 0) break
  await spool.close()
  expect(await readdir(folder)).toEqual([])
})
