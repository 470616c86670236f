// The chain over sealed batches: each digest covers its entries and the digest before it (D34).

import { createHmac, type KeyObject } from 'node:crypto'

/** What the first seal builds on. */
export const CHAIN_START = 'paywages audit log'

export function sealDigest(key: KeyObject, previous: string, texts: readonly string[]): string {
  const mac = createHmac('sha256', key).update(`${previous}\n${texts.length}`)
  for (const text of texts) mac.update('\n').update(text)
  return mac.digest('hex')
}
