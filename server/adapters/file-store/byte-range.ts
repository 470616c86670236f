// Fits an asked range to the size of a file.

import type { ByteRange } from './file-store.ts'
import { OutOfRange } from './store-errors.ts'

export function assertByteRange({ start, end }: ByteRange): void {
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start
  if (!isRange) throw new RangeError('not a byte range')
}

export function fitRange(range: ByteRange, size: number): ByteRange {
  if (range.start >= size) throw new OutOfRange(size)
  return { start: range.start, end: Math.min(range.end, size - 1) }
}
