// The messages of a COPY TO STDOUT as they come from the connection: whole ones, many at a time, and none of them copied by itself.

import type { Socket } from 'node:net'
import type { Submittable } from 'pg'

/** One row each; what else a server tells in between is passed over. */
export const COPY_DATA = 0x64
const COPY_DONE = 0x63
const ERROR = 0x45
/** A code of one byte, and a length of four that counts itself. */
export const MESSAGE_HEAD = 5
/** So many pieces of at most 64 kB may wait for whoever reads them. */
const MAX_WAITING = 8

type Connection = { readonly stream: Socket; query(text: string): void }

/** Handed to `client.query`; then iterated over once. Each piece holds whole messages, with their heads. */
export class CopyMessages implements Submittable {
  readonly #statement: string
  #connection: Connection | undefined
  /** Of pg itself: answers before and after the data are its own. */
  #ordinary: ((bytes: Buffer) => void) | undefined
  #rest: Buffer = Buffer.alloc(0)
  #waiting: Buffer[] = []
  #isDone = false
  #failure: Error | undefined
  #wake = () => {}

  constructor(statement: string) {
    this.#statement = statement
  }

  submit(connection: unknown): void {
    const own = connection as Connection
    this.#connection = own
    const [ordinary] = own.stream.listeners('data') as [(bytes: Buffer) => void]
    this.#ordinary = ordinary
    own.stream.off('data', ordinary).on('data', this.#take)
    own.query(this.#statement)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = this.#waiting.shift()
      if (piece !== undefined) {
        if (this.#waiting.length < MAX_WAITING && this.#ordinary) this.#connection?.stream.resume()
        yield piece
      } else if (this.#failure) throw this.#failure
      else if (this.#isDone) return
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }

  handleError(error: Error): void {
    this.#giveBack()
    this.#failure ??= error
    this.#wake()
  }

  handleCommandComplete(): void {
    this.#isDone = true
    this.#wake()
  }

  handleReadyForQuery(): void {}

  readonly #take = (chunk: Buffer): void => {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    while (at + MESSAGE_HEAD <= bytes.length) {
      const code = bytes[at]
      if (code === COPY_DONE || code === ERROR) {
        this.#push(bytes.subarray(0, at))
        this.#giveBack(bytes.subarray(at))
        return
      }
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) break
      at = end
    }
    this.#push(bytes.subarray(0, at))
    this.#rest = bytes.subarray(at)
    if (this.#waiting.length >= MAX_WAITING) this.#connection?.stream.pause()
  }

  #push(piece: Buffer): void {
    if (piece.length === 0) return
    this.#waiting.push(piece)
    this.#wake()
  }

  /** What follows the data, pg reads itself. */
  #giveBack(bytes?: Buffer): void {
    const ordinary = this.#ordinary
    this.#ordinary = undefined
    if (ordinary === undefined) return
    this.#connection?.stream.off('data', this.#take).on('data', ordinary).resume()
    if (bytes !== undefined) ordinary(bytes)
  }
}
