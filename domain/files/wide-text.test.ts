// Text in UTF-16 with and without a mark, in either order of bytes, and what is none.

import { expect, it } from 'vitest'
import { type WideEncoding, wideEncoding } from './wide-text.ts'

const SHEET = '姓名,身份证号,金额\r\n王一,11010119900307001X,100.00\r\n'
const le = (text: string) =>
  Uint8Array.from([...text].flatMap((sign) => [sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8]))
const be = (text: string) =>
  Uint8Array.from([...text].flatMap((sign) => [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 0xff]))
const utf8 = (text: string) => new TextEncoder().encode(text)

it.each<[string, Uint8Array, WideEncoding | undefined]>([
  ['a mark, low byte first', le(`\ufeff${SHEET}`), 'utf-16le'],
  ['a mark, high byte first', be(`\ufeff${SHEET}`), 'utf-16be'],
  ['no mark, low byte first', le(SHEET), 'utf-16le'],
  ['no mark, high byte first', be(SHEET), 'utf-16be'],
  ['no mark, nothing but latin', le('a,b\n1,2\n'), 'utf-16le'],
  ['no mark, tabs and full width', le('金额\t￥１００\n'), 'utf-16le'],
  ['no mark, half a sign at the end', le(SHEET).slice(0, -1), 'utf-16le'],
  ['no mark and no line end', le('姓名,金额'), undefined],
  ['UTF-8', utf8(SHEET), undefined],
  ['bytes that are no text', Uint8Array.from({ length: 64 }, (_, at) => at), undefined],
  ['zeros', new Uint8Array(64), undefined],
  ['a zero in plain text', utf8('a,b\n1,2\0\n'), undefined],
  ['nothing', new Uint8Array(0), undefined],
])('%s', (_, bytes, encoding) => expect(wideEncoding(bytes)).toBe(encoding))
