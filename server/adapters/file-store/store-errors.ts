// The ways a file store says no, apart so that the edge can answer each in its own words.

export class TooLarge extends Error {
  override readonly name = 'TooLarge'
  readonly limitBytes: number
  constructor(limitBytes: number) {
    super(`the file is larger than ${limitBytes} bytes`)
    this.limitBytes = limitBytes
  }
}

/** The disk is full or broken, or the object store does not answer: nobody's input is to blame. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The disk under the store has no space: reading goes on, writing does when there is space again. */
export class StorageFull extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super('Files cannot be stored: the disk is full.', options)
  }
}

/** What was stored is not what comes back: cut, swapped, altered, or sealed under a key we do not hold. */
export class FileDamaged extends Error {
  override readonly name = 'FileDamaged'
}

/** The file is no longer the one that was to be written over. */
export class ReplacedMeanwhile extends Error {
  override readonly name = 'ReplacedMeanwhile'
}

export class OutOfRange extends Error {
  override readonly name = 'OutOfRange'
  readonly size: number
  constructor(size: number) {
    super(`the range begins behind the end of the file, which has ${size} bytes`)
    this.size = size
  }
}
