// Tests every kind of upload against every content, its size limit and its name.

import { describe, expect, it } from 'vitest'
import { FILE_RULES, type FileKind, MEDIA_TYPES, SHOWN_IN_PLACE, validateFile } from './file-kind.ts'

const MB = 1024 * 1024
const all = ['png', 'jpg', 'gif', 'bmp', 'pdf', 'xlsx', 'docx', 'ofd', 'xls', 'csv', 'xml'] as const
const limits: readonly [FileKind, string, number][] = [
  ['document', 'png jpg gif bmp pdf docx ofd', 20],
  ['payout-sheet', 'xlsx xls', 20],
  ['marked-sheet', 'xlsx', 64],
  ['receipt', 'png jpg pdf', 10],
  ['contract', 'png jpg gif bmp pdf docx', 20],
  ['invoice', 'png jpg gif bmp pdf ofd', 10],
  ['tax-proof', 'png jpg gif bmp pdf', 10],
  ['statement', 'pdf xlsx xls csv xml', 20],
  ['evidence', 'png jpg gif bmp pdf', 10],
  ['id-card-image', 'png jpg', 10],
  ['signature', 'png', 1],
  ['bank-file', 'xlsx xls csv xml', 64],
  ['bank-result', 'xlsx xls csv text xml pdf', 20],
  ['bank-template', 'xlsx xls csv', 5],
]

it('covers every file kind in this table', () => {
  expect(limits.map(([kind]) => kind).sort()).toEqual(Object.keys(FILE_RULES).sort())
})

describe.each(limits)('file kind %s', (kind, allowed, limitMb) => {
  const first = FILE_RULES[kind].contents[0] ?? 'pdf'
  it.each(all)('accepts or rejects content %s according to the rule of the kind', (content) => {
    const refusal = validateFile(kind, { name: `a.${content}`, size: 1, content })
    expect(refusal).toBe(allowed.split(' ').includes(content) ? undefined : 'file-type')
  })

  it.each([
    [-1, 'file-empty'],
    [0, 'file-empty'],
    [1, undefined],
    [limitMb * MB, undefined],
    [limitMb * MB + 1, 'file-too-large'],
  ])('checks size %i against the limits of the kind', (size, refusal) => {
    expect(validateFile(kind, { name: `a.${first}`, size, content: first })).toBe(refusal)
  })

  it('rejects unknown content whatever the extension', () => {
    expect(validateFile(kind, { name: `a.${first}`, size: 1, content: 'unknown' })).toBe('file-type')
  })
})

it.each([
  ['a.jpg', 'jpg', undefined],
  ['a.jpeg', 'jpg', undefined],
  ['A.JPEG', 'jpg', undefined],
  ['回执.Png', 'png', undefined],
  ['a.b.pdf', 'pdf', undefined],
  ['a.png', 'jpg', 'file-type'],
  ['a.pdf.exe', 'pdf', 'file-type'],
  ['a', 'pdf', 'file-type'],
  ['pdf', 'pdf', 'file-type'],
  ['.pdf', 'pdf', 'file-type'],
  ['a.', 'pdf', 'file-type'],
  ['', 'pdf', 'file-type'],
  ['a.pdf ', 'pdf', 'file-type'],
  ['a.constructor', 'pdf', 'file-type'],
] as const)('checks that the extension of receipt "%s" matches content %s', (name, content, refusal) => {
  expect(validateFile('receipt', { name, size: 1, content })).toBe(refusal)
})

it('accepts text under the name of a workbook as a statement alone', () => {
  const page = { name: '流水.xls', size: 1, content: 'csv' } as const
  expect([validateFile('statement', page), validateFile('payout-sheet', page)]).toEqual([
    undefined,
    'file-type',
  ])
})

it('allows inline display for images and PDF only, and maps no content to an executable media type', () => {
  expect(all.filter((content) => SHOWN_IN_PLACE.has(MEDIA_TYPES[content]))).toEqual([
    'png',
    'jpg',
    'gif',
    'bmp',
    'pdf',
  ])
  expect(Object.values(MEDIA_TYPES).filter((type) => /html|svg|xml$|script/.test(type))).toEqual([])
})
