// The way to the login page and back to the page one left.

import { beforeAll, describe, expect, it, vi } from 'vitest'

type Address = typeof import('./login-address.ts')
let address: Address

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { dataset: { plat: '1' } } })
  address = await import('./login-address.ts')
})

describe('login address', () => {
  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
    'does not redirect to another site: %j',
    (from) => {
      expect(address.readLoginSearch({ from }).from).toBeUndefined()
    },
  )

  it('keeps the page and its query', () => {
    expect(address.readLoginSearch({ from: '/accounts?page=2' }).from).toBe('/accounts?page=2')
  })

  it('carries the brand, the reason for leaving and the previous page', () => {
    expect(address.loginSearch(undefined)).toEqual({})
    expect(address.loginSearch(2, 'session-ended', '/layout')).toEqual({
      plat: '2',
      why: 'session-ended',
      from: '/layout',
    })
  })
})
