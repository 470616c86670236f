/** Cuts a stream into parts of a bounded size, so that no object is too large for a store or too long to send again. */

export const PART_BYTES = 32 * 1_048_576

/** Each part must be read to its end before the next is asked for. */
export async function* inParts(
  source: AsyncIterable<Uint8Array>,
  size: number = PART_BYTES,
): AsyncGenerator<AsyncGenerator<Uint8Array>> {
  const chunks = source[Symbol.asyncIterator]()
  let waiting: Uint8Array | undefined
  const next = async () => {
    for (;;) {
      const { value, done } = await chunks.next()
      if (done || value.length > 0) return done ? undefined : value
    }
  }
  async function* part(): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0 && waiting !== undefined; ) {
      const piece: Uint8Array = waiting.subarray(0, left)
      left -= piece.length
      waiting = piece.length < waiting.length ? waiting.subarray(piece.length) : await next()
      yield piece
    }
  }
  waiting = await next()
  while (waiting !== undefined) yield part()
}
