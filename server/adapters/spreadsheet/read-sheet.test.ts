// How the reading thread gives rows, waits, and ends.

import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import { describe, expect, it } from 'vitest'
import { withSealed } from '../../testing/sealed-file.ts'
import { rowsOf, SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readInThread } from '../../testing/sheet-reading.ts'
import { buildSheet } from '../../testing/xlsx-builder.ts'
import { newSealedCopy, type SealedCopy } from '../file-store/sealed-copy.ts'
import { readSheet } from './read-sheet.ts'
import { claimReader } from './reader-slots.ts'

const person = textsOf(SHEET_PEOPLE[0] as RawRow)
const sheetOf = (rows: number): Uint8Array =>
  buildSheet([SHEET_TITLES, ...Array.from({ length: rows }, () => person)])
const long = sheetOf(15_000)
const plain = join(import.meta.dirname, 'samples/lo-plain.xlsx')

describe('readSheet', () => {
  it('yields every row once, in order and in chunks, and reports progress', async () => {
    await withSealed(long, async (copy) => {
      const numbers: number[] = []
      const progress: number[] = []
      const foreseen: number[] = []
      const onProgress = (rows: number, expected?: number): void => {
        progress.push(rows)
        if (expected !== undefined) foreseen.push(expected)
      }
      for await (const rows of readSheet(copy, { kind: 'payouts', fileName: 'a.xlsx', onProgress })) {
        expect(rows.length).toBeLessThan(4_000)
        numbers.push(...rows.map(({ rowNumber }) => rowNumber))
      }
      expect(numbers).toEqual(Array.from({ length: 15_000 }, (_, index) => index + 2))
      expect(progress.at(-1)).toBe(15_000)
      expect(progress.length).toBeGreaterThan(3)
      // Of every chunk but the last, from how much of the sheet is unpacked.
      expect(foreseen).toHaveLength(progress.length - 1)
      for (const expected of foreseen) expect(Math.abs(expected / 15_000 - 1)).toBeLessThan(0.1)
    })
  })

  it('does not block the main thread', async () => {
    let turns = 0
    let isReading = true
    const counting = (async () => {
      for (; isReading; turns += 1) await setImmediate()
    })()
    await readInThread(long, 'a.xlsx')
    isReading = false
    await counting
    expect(turns).toBeGreaterThan(100)
  })

  it('waits for a slow consumer without counting the wait as reading time', async () => {
    await withSealed(long, async (copy) => {
      let count = 0
      for await (const rows of readSheet(copy, {
        kind: 'payouts',
        fileName: 'a.xlsx',
        limits: { seconds: 20 },
      })) {
        count += rows.length
        await setTimeout(30)
      }
      expect(count).toBe(15_000)
    })
  })

  it('can be abandoned early, repeatedly', async () => {
    await withSealed(long, async (copy) => {
      for (let time = 0; time < 3; time += 1) {
        for await (const rows of readSheet(copy, { kind: 'payouts', fileName: 'a.xlsx' })) {
          expect(rows[0]?.rowNumber).toBe(2)
          break
        }
      }
    })
    expect(await readInThread(plain)).toEqual({ rows: rowsOf() })
  })

  it('can be aborted before, during and between chunks', async () => {
    const reason = new Error('gone')
    await withSealed(plain, (copy) => expect(all(copy, AbortSignal.abort(reason))).rejects.toBe(reason))
    await withSealed(long, async (copy) => {
      const controller = new AbortController()
      const reading = all(copy, controller.signal)
      await setTimeout(20)
      controller.abort(reason)
      await expect(reading).rejects.toBe(reason)
      const second = new AbortController()
      const chunks = readSheet(copy, { kind: 'payouts', fileName: 'a.xlsx', signal: second.signal })
      await chunks.next()
      second.abort(reason)
      await expect(chunks.next()).rejects.toBe(reason)
    })
  })

  it('throws ENOENT for a missing file instead of a refusal', async () =>
    expect(all(newSealedCopy('/nowhere'), new AbortController().signal)).rejects.toThrow(/ENOENT/))
})

async function all(copy: SealedCopy, signal: AbortSignal): Promise<RawRow[]> {
  const rows: RawRow[] = []
  for await (const chunk of readSheet(copy, { kind: 'payouts', fileName: 'a.xlsx', signal }))
    rows.push(...chunk)
  return rows
}

describe('claimReader', () => {
  it('allows two readers; a third waits and can be aborted', async () => {
    const [first, second] = [await claimReader(), await claimReader()]
    const controller = new AbortController()
    const gaveUp = claimReader(controller.signal)
    const third = claimReader()
    controller.abort(new Error('gone'))
    await expect(gaveUp).rejects.toThrow('gone')
    expect(await Promise.race([third, setTimeout(20, 'waiting')])).toBe('waiting')
    first()
    const release = await third
    second()
    release()
  })

  it('serves more reads than there are slots', async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => readInThread(plain)))
    expect(results).toEqual(Array.from({ length: 5 }, () => ({ rows: rowsOf() })))
  })
})
