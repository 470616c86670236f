// PDFs whose acts hide in how their objects are written: readers disagree with a careless look at them (ADR 163).

import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import { describe, expect, it } from 'vitest'
import { compressedPdf, emptyPages } from '../../testing/hand-built-pdf.ts'
import { isQuietPdf } from './inspect-pdf.ts'

const OPENED = '/OpenAction<</S/URI/URI(http://x.example)>>'
const BY_REFERENCE = '1 0 obj<</Type/Catalog/OpenAction 4 0 R>>endobj\n'
const ADDRESS = '<</S/URI/URI(http://x.example)>>'
const PLACE = '4 0 obj<</S/GoTo/D[3 0 R/Fit]>>endobj\n'
const UNPACKED = { entries: '', pack: (objects: Buffer) => objects }

const QUIET: readonly [string, Uint8Array][] = [
  ['a page in an object stream that is not packed', emptyPages(1, '/OpenAction[3 0 R/Fit]', UNPACKED)],
  ['a page as an action of its own', pdfSample(BY_REFERENCE + PLACE)],
  ['a page as an array of its own', pdfSample(`${BY_REFERENCE}4 0 obj[3 0 R/Fit]endobj\n`)],
  ['a page by name, of its own', pdfSample(`${BY_REFERENCE}4 0 obj(first)endobj\n`)],
  ['a form that needs no program', pdfSample('1 0 obj<</AcroForm<</Fields[]/XFB 4 0 R>>>>endobj\n')],
]

const ACTING: readonly [string, Uint8Array][] = [
  ['an object stream that is not packed', emptyPages(1, OPENED, UNPACKED)],
  ['an object stream without a filter', emptyPages(1, OPENED, { ...UNPACKED, entries: '/Filter null' })],
  ['a dictionary that its object ends', pdfSample(`1 0 obj<</Type/Catalog${OPENED} endobj\n`)],
  ['a dictionary that nothing ends', pdfSample(`1 0 obj<</Type/Catalog${OPENED}`)],
  ['a packed dictionary that nothing ends', compressedPdf(['<<>>', `<</Type/Catalog${OPENED}`])],
  ['an object behind a comment', pdfSample(`${BY_REFERENCE + PLACE}4 %\n0 obj${ADDRESS}endobj\n`)],
  ['an object behind empty bytes', pdfSample(`${BY_REFERENCE + PLACE}4\0 0\0obj${ADDRESS}endobj\n`)],
  [
    'an object far behind its number',
    pdfSample(`${BY_REFERENCE + PLACE}4${' '.repeat(50)}0 obj${ADDRESS}endobj\n`),
  ],
  ['an object of a number with a point', pdfSample(`${BY_REFERENCE + PLACE}4.0 0 obj${ADDRESS}endobj\n`)],
  ['a reference to a reference', pdfSample(`${BY_REFERENCE + PLACE}4 0 obj 5 0 R endobj\n5 0 obj${ADDRESS}`)],
  ['a packed reference', compressedPdf(['<</Type/Catalog/OpenAction 2 0 R>>', '3 0 R', ADDRESS])],
  ['a form behind a comment', pdfSample('1 0 obj<</AcroForm<</XFA%\n[(template)4 0 R]>>>>endobj\n')],
  ['a film behind a comment', pdfSample('1 0 obj<</Subtype/Link/Movie%\n<</F(a.avi)>>>>endobj\n')],
  [
    'a thread whose kind stands elsewhere',
    pdfSample('1 0 obj<</A<</S 4 0 R/F(a.pdf)>>>>endobj\n4 0 obj/Thread endobj\n'),
  ],
]

describe('isQuietPdf', () => {
  it.each(ACTING)('refuses %s', async (_, bytes) => {
    expect(await isQuietPdf(bytes)).toBe(false)
  })
  it.each(QUIET)('passes %s', async (_, bytes) => {
    expect(await isQuietPdf(bytes)).toBe(true)
  })
})
