// The digest that travels instead of a password, against vectors.

import { describe, expect, it } from 'vitest'
import { passwordDigest } from './password-digest.ts'

// Computed apart, with node:crypto:
// createHmac('sha256', 'paywages').update(createHash('sha256').update(password).digest('hex')).digest('hex')
const vectors = [
  ['Paywages@2026', '195dd656d9e029c7f7ec1c0af1e9d8c2eb50d7e5d75a53ffacdf73954aaedab0'],
  ['密码 with 空格', '4bbdd9c75b9debe1fbc337200e5e32a60b67c46f4fa6cf4b2dcf8ff4ae2d39bc'],
  ['', 'd485a0db74c749a66c34a0f70ac137f7e6a4105596f7d5037bad0e82523b2940'],
] as const

describe('password digest', () => {
  it.each(vectors)('digests %j like node:crypto', (password, digest) => {
    expect(passwordDigest(password)).toBe(digest)
  })
})
