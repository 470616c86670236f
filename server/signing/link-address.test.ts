// Which address a signing link begins with.

import { expect, it } from 'vitest'
import { linkAddress } from './link-address.ts'

const own = { publicUrl: undefined, host: '127.0.0.1', port: 8080 }

it.each([
  [{ ...own, publicUrl: 'https://pay.example.com' }, 'http://10.0.0.5', 'https://pay.example.com/sign/t'],
  [own, 'https://console.example.com', 'https://console.example.com/sign/t'],
  [own, undefined, 'http://127.0.0.1:8080/sign/t'],
  [own, 'http://', 'http://127.0.0.1:8080/sign/t'],
])('builds the signing link for %o requested at %s: %s', (settings, site, address) => {
  expect(linkAddress(settings, 't', site)).toBe(address)
})
