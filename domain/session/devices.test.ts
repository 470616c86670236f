// What is told of a session's browser and address.

import { describe, expect, it } from 'vitest'
import { placeOfAddress } from './address-place.ts'
import { deviceOf, deviceText } from './device.ts'

const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const agents: readonly (readonly [string, string])[] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/126.0.0.0 Safari/537.36`, 'Chrome 126 Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.87`,
    'Edge 126 Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${KHTML} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome 140 Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128 Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari 17 macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari 17 iOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1',
    'Chrome 126 iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${KHTML} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.49`,
    'WeChat 8 Android',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/94.0 Safari/537.36 QQBrowser/11.9.5355.400`,
    'QQBrowser 11 Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/80.0 Safari/537.36 SE 2.X MetaSr 1.0`, 'Sogou 1 Windows'],
  ['curl/8.5.0', ''],
  ['', ''],
  ['Chrome/<script>alert(1)</script>', ''],
  ['Chrome/99999999999999', 'Chrome 9999'],
]

describe('the device of a session', () => {
  it.each(agents)('reads %s', (agent, told) => {
    expect(deviceText(deviceOf(agent))).toBe(told)
  })
})

describe('the place of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9', 'same'],
    ['::ffff:203.0.113.9', '203.0.113.9', 'same'],
    ['2001:db8:1:2::5', '2001:db8:1:2:ffff::9', 'same'],
    ['2001:db8:1:3::5', '2001:db8:1:2::9', 'elsewhere'],
    ['203.0.113.8', '203.0.113.9', 'elsewhere'],
    ['10.1.2.3', '203.0.113.9', 'internal'],
    ['172.15.0.1', '203.0.113.9', 'elsewhere'],
    ['172.16.0.1', '203.0.113.9', 'internal'],
    ['172.31.9.1', '203.0.113.9', 'internal'],
    ['172.32.0.1', '203.0.113.9', 'elsewhere'],
    ['192.168.1.20', '192.168.1.21', 'internal'],
    ['192.168.1.20', '192.168.1.20', 'same'],
    ['127.0.0.1', '203.0.113.9', 'internal'],
    ['::1', '203.0.113.9', 'internal'],
    ['fd00:1::1', '203.0.113.9', 'internal'],
    ['fe80::1', '203.0.113.9', 'internal'],
    ['100.64.0.1', '203.0.113.9', 'internal'],
    ['100.128.0.1', '203.0.113.9', 'elsewhere'],
    ['', '', 'elsewhere'],
  ] as const)('%s seen from %s is %s', (address, here, place) => {
    expect(placeOfAddress(address, here)).toBe(place)
  })
})
