// An append-only file of JSON lines: what it took is on the disk before anybody hears of it.

import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { StartProblem } from './start-problem.ts'

const NEWLINE = 0x0a
const READ_BYTES = 1024 * 1024

export class Journal {
  readonly #file: number
  readonly #onBroken: (error: unknown) => void
  #size: number
  #shut = false

  private constructor(file: number, size: number, onBroken: (error: unknown) => void) {
    this.#file = file
    this.#size = size
    this.#onBroken = onBroken
  }

  /**
   * Hands every entry on record to `replay`, and cuts off a last line that a killed process did not finish: nobody
   * was told of it. `onBroken` is called when the disk can no longer be trusted, and should end the process.
   */
  static open(path: string, replay: (entry: unknown) => void, onBroken: (error: unknown) => void): Journal {
    const file = openSync(path, 'a+', 0o600)
    syncFolder(dirname(path))
    const end = readLines(file, (line, offset) => replay(parse(line, path, offset)))
    if (end < fstatSync(file).size) {
      ftruncateSync(file, end)
      fdatasyncSync(file)
    }
    return new Journal(file, end, onBroken)
  }

  /** All entries are on the disk when this returns; when it throws, none of them counts. */
  append(entries: readonly object[]): void {
    if (entries.length === 0) return
    if (this.#shut) throw new Error('the journal takes nothing any more')
    const lines = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    try {
      writeWhole(this.#file, lines)
    } catch (error) {
      // A full disk takes half a chunk; what it took must not be found at the next start, since nobody acts on it.
      this.#undo(error)
      throw error
    }
    try {
      fdatasyncSync(this.#file)
    } catch (error) {
      // After a failed sync nobody knows what the disk holds; only reading it again at a start can tell.
      this.#break(error)
      throw error
    }
    this.#size += lines.length
  }

  close(): void {
    // A late caller must not write to whatever file gets the number next.
    this.#shut = true
    closeSync(this.#file)
  }

  #undo(cause: unknown): void {
    try {
      ftruncateSync(this.#file, this.#size)
    } catch {
      this.#break(cause)
    }
  }

  #break(error: unknown): void {
    this.#shut = true
    this.#onBroken(error)
  }
}

/** One write suffices as a rule; the system may take less at a time. */
function writeWhole(file: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from, bytes.length - from)
}

/** Calls back with each whole line and where it begins; returns where the last whole line ends. */
function readLines(file: number, onLine: (line: string, offset: number) => void): number {
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  let rest: Buffer = Buffer.alloc(0)
  let lineStart = 0
  for (let position = 0; ; ) {
    const read = readSync(file, buffer, 0, READ_BYTES, position)
    if (read === 0) return lineStart
    position += read
    const bytes = Buffer.concat([rest, buffer.subarray(0, read)])
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      onLine(bytes.toString('utf8', from, end), lineStart)
      lineStart += end + 1 - from
      from = end + 1
    }
    rest = bytes.subarray(from)
  }
}

function parse(line: string, path: string, offset: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new StartProblem(`The bank's journal ${path} is damaged at byte ${offset}.`)
  }
}

/** A new file's name is lost with the power unless its folder is synced too. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
