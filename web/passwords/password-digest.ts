// The form in which a password travels (D8): keyed SHA-256 of its SHA-256, from a library that also works over plain http.

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const KEY = utf8ToBytes('paywages')

export function passwordDigest(password: string): string {
  const digest = bytesToHex(sha256(utf8ToBytes(password)))
  return bytesToHex(hmac(sha256, KEY, utf8ToBytes(digest)))
}
