// Separated text in the encodings and habits of banks' programs.

import { expect, it } from 'vitest'
import { csvRows, decodeText } from './csv-text.ts'
import { encodeGb18030 } from './gb18030.ts'

it.each<[string, string, string[][]]>([
  [
    'commas',
    '日期,金额\r\n2026-11-14,1.00\r\n',
    [
      ['日期', '金额'],
      ['2026-11-14', '1.00'],
    ],
  ],
  ['quotes', '"a,b","1,234.50","say ""x"""\n', [['a,b', '1,234.50', 'say "x"']]],
  [
    'line ends inside a cell',
    'a,"b\nc",d\ne,f,g',
    [
      ['a', 'b\nc', 'd'],
      ['e', 'f', 'g'],
    ],
  ],
  [
    'tabs',
    'a\tb\tc,d\n1\t2\t3\n',
    [
      ['a', 'b', 'c,d'],
      ['1', '2', '3'],
    ],
  ],
  [
    'semicolons',
    'a;b;c\n1;2;3,5',
    [
      ['a', 'b', 'c'],
      ['1', '2', '3,5'],
    ],
  ],
  ['tabs behind numbers', '"6222"\t,"a"\t,b,c', [['6222', 'a', 'b', 'c']]],
  ['an empty last cell', 'a,b,\n', [['a', 'b', '']]],
  ['a quote that never ends', 'a,b,"c', [['a', 'b', 'c']]],
])('reads %s', (_, text, rows) => expect([...csvRows(text)]).toEqual(rows))

it.each([
  ['UTF-8', Buffer.from('户名,金额')],
  ['UTF-8 with a mark', Buffer.from('\ufeff户名,金额')],
  ['UTF-16', Buffer.from('\ufeff户名,金额', 'utf16le')],
  ['GBK', encodeGb18030('户名,金额')],
])('decodes %s', (_, bytes) => expect(decodeText(bytes)).toBe('户名,金额'))
