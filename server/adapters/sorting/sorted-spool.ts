// Sorts more lines than memory should hold: what is sorted in memory goes to files by and by, which are merged as they are read.

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onDisk } from '../file-store/spool.ts'
import { type Line, mergeSorted, type Pieces } from './merge-sorted.ts'

export type SortedSpool = {
  add(lines: readonly Line[]): Promise<void>
  /** Everything that was added, once, by key; equal keys in the order in which they were added. */
  inOrder(): Pieces
  /** Removes the files. */
  close(): Promise<void>
}

export type SpoolSizes = {
  /** So many lines are sorted in memory. */
  readonly held: number
  /** So many files are merged into one. */
  readonly fanIn: number
}

const SIZES: SpoolSizes = { held: 50_000, fanIn: 64 }
const READ_BYTES = 16 * 1024
const PIECE = 1_000

/** The folder is asked for when memory does not suffice. */
export function openSortedSpool(folder: () => Promise<string>, sizes: SpoolSizes = SIZES): SortedSpool {
  const made = new Set<string>()
  /** Files by how often they were merged, those of a level in the order in which they were made. */
  const levels: string[][] = []
  let held: Line[] = []

  async function spill(): Promise<void> {
    let path = await write(piecesOf(sorted(held)))
    held = []
    for (let level = 0; ; level += 1) {
      levels[level] ??= []
      const files = levels[level] as string[]
      files.push(path)
      if (files.length < sizes.fanIn) return
      path = await write(mergeSorted(files.map(readFile)))
      for (const merged of files.splice(0)) await remove(merged)
    }
  }

  async function write(pieces: Pieces): Promise<string> {
    const path = join(await onDisk(folder), randomUUID())
    made.add(path)
    const handle = await onDisk(() => open(path, 'wx', 0o600))
    try {
      for await (const piece of pieces)
        await onDisk(() => handle.writeFile(piece.map((line) => `${JSON.stringify(line)}\n`).join('')))
    } finally {
      await handle.close()
    }
    return path
  }

  async function remove(path: string): Promise<void> {
    await rm(path, { force: true })
    made.delete(path)
  }

  return {
    add: async (lines) => {
      for (const line of lines) {
        held.push(line)
        if (held.length >= sizes.held) await spill()
      }
    },
    inOrder: () => {
      const oldestFirst = levels.toReversed().flat()
      return mergeSorted([...oldestFirst.map(readFile), piecesOf(sorted(held))])
    },
    close: async () => {
      for (const path of made) await remove(path)
    },
  }
}

const sorted = (lines: Line[]): Line[] =>
  lines.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))

async function* piecesOf(lines: readonly Line[]): Pieces {
  for (let at = 0; at < lines.length; at += PIECE) yield lines.slice(at, at + PIECE)
}

/** A line ends where its JSON does: a line feed within text is written otherwise. */
async function* readFile(path: string): Pieces {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: READ_BYTES })) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield lines.map((line) => JSON.parse(line) as Line)
  }
}
