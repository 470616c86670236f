// The port to wherever files are kept: what every store promises, whatever it is made of.

import type { Readable } from 'node:stream'

/**
 * What was stored, measured on the way in. Size, head and tail are what domain/files/file-content sniffs: a zip
 * tells its contents at its end, so both ends are kept, each of at most 64 KB.
 */
export type StoredFile = {
  readonly size: number
  /** Lower-case hex of the content as given, before any encryption. */
  readonly sha256: string
  readonly head: Uint8Array
  readonly tail: Uint8Array
}

export type PutOptions = {
  readonly limitBytes: number
  readonly signal?: AbortSignal
  /** Leaves what is there already as it is, where the store knows how (a bucket with conditional writes). */
  readonly onlyNew?: boolean
  /**
   * Only in the place of this very version of the file; throws ReplacedMeanwhile where somebody wrote or removed it since. A bucket without
   * conditional writes, a folder and a file in parts are looked at right before.
   */
  readonly over?: string
}

/** Both ends included, as in HTTP; an end behind the last byte means the last byte. */
export type ByteRange = { readonly start: number; readonly end: number }

/** `size` is that of the whole file, also when only a range of it is streamed. */
export type FileBody = {
  readonly stream: Readable
  readonly size: number
  /** Another once other bytes were put. */
  readonly version: string
}

export type ListedFile = { readonly key: string; readonly modifiedAt: Date }

/** Keys are made by us, never by a caller: lower-case letters, digits and hyphens in parts joined by `/`. */
export type FileStore = {
  /**
   * Stores all or nothing: a failed, refused or aborted put leaves nothing of itself, and leaves what the key
   * held before. Throws TooLarge beyond the limit, StoreUnavailable when the store fails, and whatever the
   * stream throws.
   */
  readonly put: (key: string, stream: AsyncIterable<Uint8Array>, options: PutOptions) => Promise<StoredFile>
  /** Undefined when there is no such file; throws OutOfRange when the range begins behind its end. */
  readonly get: (key: string, range?: ByteRange) => Promise<FileBody | undefined>
  /** Removing what is not there is no error. */
  readonly remove: (key: string) => Promise<void>
  /** Every key that begins with the prefix, in no particular order. */
  readonly list: (prefix: string) => AsyncIterable<ListedFile>
  /** Writes, reads and removes a few bytes; throws StoreUnavailable when that fails. */
  readonly check: () => Promise<void>
}
