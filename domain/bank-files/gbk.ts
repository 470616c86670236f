// GBK: which characters it has, and how many bytes a text takes in a bank's file.

import type { Encoding } from './encoding.ts'

let known: ReadonlySet<string> | undefined

/** Turned round from what the decoder knows; GBK has two bytes for all that is not ASCII. */
function characters(): ReadonlySet<string> {
  if (known) return known
  const decoder = new TextDecoder('gbk')
  const found = new Set<string>()
  for (let first = 0x81; first <= 0xfe; first += 1)
    for (let second = 0x40; second <= 0xfe; second += 1) {
      if (second === 0x7f) continue
      const text = decoder.decode(new Uint8Array([first, second]))
      // Private-use characters stand for nothing that a bank could print.
      if (text.length === 1 && text !== '\uFFFD' && !/\p{Co}/u.test(text)) found.add(text)
    }
  known = found
  return found
}

/** Digits, Latin letters and symbols: every encoding has them, a byte each. */
const PLAIN = /^[ -~]*$/

/** The first character that the encoding lacks; undefined where it has all. */
export function lackedBy(encoding: Encoding, text: string): string | undefined {
  if (PLAIN.test(text)) return undefined
  for (const one of text) {
    const point = one.codePointAt(0) ?? 0
    if (point < 0x20 || point === 0x7f || (point >= 0xd800 && point <= 0xdfff)) return one
    if (encoding === 'gbk' && point >= 0x80 && !characters().has(one)) return one
  }
  return undefined
}

/** How many bytes a text takes that the encoding has. */
export function bytesIn(encoding: Encoding, text: string): number {
  if (PLAIN.test(text)) return text.length
  if (encoding === 'utf-8') return new TextEncoder().encode(text).length
  let bytes = 0
  for (const one of text) bytes += (one.codePointAt(0) ?? 0) < 0x80 ? 1 : 2
  return bytes
}
