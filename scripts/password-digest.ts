// The form in which a password travels (D8), for commands that create accounts.

import { createHash, createHmac } from 'node:crypto'

export function passwordDigest(password: string): string {
  const inner = createHash('sha256').update(password, 'utf8').digest('hex')
  return createHmac('sha256', 'paywages').update(inner).digest('hex')
}
