// The form in which a password travels (D8): keyed SHA-256 of its SHA-256.

import { createHash, createHmac } from 'node:crypto'

export function passwordDigest(password: string): string {
  const inner = createHash('sha256').update(password, 'utf8').digest('hex')
  return createHmac('sha256', 'paywages').update(inner).digest('hex')
}
