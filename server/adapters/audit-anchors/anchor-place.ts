// The port to a place where anchors of the audit log are published: outside the database's reach, each once.

export type AnchorPlace = {
  /** As operators know it. */
  readonly name: string
  /** Once: the same text again changes nothing, another one throws AnchorTaken and changes nothing either. */
  publish(key: string, text: string): Promise<void>
  read(key: string): Promise<string | undefined>
  keys(): AsyncIterable<string>
  /** Only where anchors may ever be taken away. */
  readonly remove?: (key: string) => Promise<void>
}

export class AnchorTaken extends Error {
  override readonly name = 'AnchorTaken'

  constructor(key: string, place: string) {
    super(`another anchor is already published as ${key} in the ${place}`)
  }
}

export const ANCHORS_PREFIX = 'audit-anchors/'
export const MAX_ANCHOR_BYTES = 10_000
