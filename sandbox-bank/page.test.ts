// Tests what the page shows, and that nothing a customer sends can get into it.

import { createHash } from 'node:crypto'
import { afterAll, expect, it, vi } from 'vitest'
import { yuan } from './money.ts'
import { maskName } from './page.ts'
import { order } from './testing/bank-client.ts'
import { listen } from './testing/listener.ts'
import { openBank } from './testing/open-banks.ts'

// Where the machine is busy, what takes milliseconds may take seconds.
vi.setConfig({ testTimeout: 30_000 })
afterAll(() => vi.resetConfig())

async function read(address: string) {
  const response = await fetch(`${address}/`)
  return { headers: response.headers, html: await response.text() }
}

it('shows an empty message without transfers and lists every card ending', async () => {
  const { address } = await openBank()
  const { html, headers } = await read(address)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html).toContain('还没有收到任何转账')
  for (let n = 1; n <= 8; n++) expect(html).toContain(`<td>000${n}</td>`)
})

it('shows totals and transfers with masked names and their callback status', async () => {
  const listener = await listen()
  const { client, address } = await openBank({ notifyUrl: listener.url })
  await client.control({ delays: { returnMs: 0 } })
  const [plain, returned] = [order('8888', { amountFen: 123_456_789 }), order('0006', { amountFen: 5 })]
  await client.submit([plain, returned, order('0001')])
  await vi.waitFor(async () => expect((await read(address)).html.match(/>已送达</g)).toHaveLength(3), {
    timeout: 10_000,
  })
  const { html } = await read(address)
  expect(html).toContain('<dd>2</dd>')
  expect(html).toContain('<dd>1,234,567.94</dd>')
  expect(html).toContain('<dd>0.05</dd>')
  expect(html).toContain(
    `<td>${plain.reference}</td><td>张*</td><td>8888</td><td class="money">1,234,567.89</td>`,
  )
  expect(html).toContain('已退票')
  expect(html).toContain('账户不存在')
  expect(html).not.toContain(plain.name)
  expect(html).not.toContain(plain.cardNo)
})

it('sets a strict content security policy and escapes what it was sent', async () => {
  const { client, address } = await openBank()
  await client.submit([order('8888', { name: '<img src=x onerror=alert(1)>', bankName: '<script>' })])
  const { html, headers } = await read(address)
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(html).toContain('<td>&#60;*</td>')
  expect(html).not.toMatch(/<script|<img|<link|style=|\son\w+=|https?:\/\//)
  expect(html).toContain('<meta http-equiv="refresh" content="5">')
})

it('shows the last hundred transfers only', async () => {
  const { client, address } = await openBank()
  const first = order()
  await client.submit([first])
  await client.submit(Array.from({ length: 100 }, () => order()))
  const { html } = await read(address)
  expect(html.match(/<span class="tag succeeded">/g)).toHaveLength(100)
  expect(html).not.toContain(first.reference)
})

it('formats amounts with separators and masks names', () => {
  expect([0n, 7n, 100n, 12_345_678_901n].map(yuan)).toEqual(['0.00', '0.07', '1.00', '123,456,789.01'])
  expect(['张三', '欧阳娜娜', '𠮷野', ''].map(maskName)).toEqual(['张*', '欧*', '𠮷*', '*'])
})
