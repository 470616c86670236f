// Values of a PDF read as a reader reads them, and what readers disagree about told as such.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesOf } from './file-samples.ts'
import { type PdfValue, readPdfObject, readPdfValue } from './pdf-object.ts'

function show(value: PdfValue): unknown {
  switch (value.kind) {
    case 'name':
      return `/${value.name}`
    case 'dictionary':
      return Object.fromEntries([...value.entries].map(([key, one]) => [key, show(one)]))
    case 'array':
      return value.items.map(show)
    case 'reference':
      return `${value.to.object} ${value.to.generation} R`
    case 'number':
      return value.number
    case 'string':
      return `(${String.fromCharCode(...value.bytes)})`
    default:
      return value.word
  }
}

const read = (text: string) => {
  const reading = readPdfValue(bytesOf(text), 0)
  return reading.is === 'value' ? show(reading.value) : reading.is
}

it.each([
  ['a name', '/Fl#61te', '/Flate'],
  ['a long name', `/${'a'.repeat(99)} 1`, `/${'a'.repeat(99)}`],
  ['a dictionary', '<</A 1/B[2 0 R/C]/D<</E null>>>>', { A: 1, B: ['2 0 R', '/C'], D: { E: 'null' } }],
  ['white space and comments', '<< % >>\n/A\t-1.5%\r>>', { A: -1.5 }],
  ['a text with brackets', '(a(b)\\)c\\061\\\n)', '(a(b)\\)c1)'.replace('\\)', ')')],
  ['a text that looks like an end', '<</A(>>stream)/B 1>>', { A: '(>>stream)', B: 1 }],
  ['digits', '<61 62 7>', '(abp)'],
  ['a bracket that closes nothing', '<</A ) >>', 'odd'],
  ['brackets in brackets without an end', '['.repeat(99), 'odd'],
  ['a dictionary that its object ends', '<</A 1 endobj 2 0 obj<</B 2>>>>', 'odd'],
  ['a dictionary that is cut', '<</A 1', 'nothing'],
  ['a text that is cut', '(abc', 'nothing'],
])('reads %s', (_, text, value) => expect(read(text)).toEqual(value))

it.each([
  ['<</A 1/B 2>>', false],
  ['<</A 1/A 2>>', true],
  ['<</A 1/B>>', true],
  ['<<1/A>>', true],
])('tells whether readers agree about %s', (text, isUnclear) => {
  expect(readPdfValue(bytesOf(text), 0)).toMatchObject({ value: { isUnclear } })
})

it.each([
  ['5 %\n0\0R endobj', '5 0 R'],
  ['5 0', 5],
  ['5 endobj', 5],
  ['/A 0 R', '/A'],
])('reads the object %j', (text, value) => {
  const reading = readPdfObject(bytesOf(text), 0)
  expect(reading.is === 'value' && show(reading.value)).toEqual(value)
})

it('ends on arbitrary bytes, within them', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>[]()/\\%R 01a') }), (text) => {
      expect(readPdfValue(bytesOf(text), 0).end).toBeLessThanOrEqual(text.length)
    }),
  )
})
