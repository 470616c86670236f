// Tests that a file is recognised by its bytes and that a disguise is not.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { END_BYTES, endsOf, sniffContent } from './file-content.ts'
import {
  be,
  bmpSample,
  bytesOf,
  docxSample,
  gifSample,
  jpgSample,
  jpgSegment,
  le,
  ofdSample,
  oleSample,
  PNG_MARK,
  pdfSample,
  pngSample,
  xlsxSample,
  zipSample,
} from './file-samples.ts'

const sniff = (bytes: Uint8Array) => sniffContent(endsOf(bytes))
const office = ['[Content_Types].xml', '_rels/.rels']
const patched = (bytes: Uint8Array, at: number, values: readonly number[]) => {
  const copy = bytes.slice()
  copy.set(values, at)
  return copy
}

describe('content of valid files', () => {
  const exif = jpgSegment(0xe1, bytesOf('Exif\0\0', new Uint8Array(65_000)))
  it.each([
    ['png', 'png', pngSample()],
    ['png, largest side', 'png', pngSample(30_000, 6_000)],
    ['png, padded with zeros', 'png', bytesOf(pngSample(), le(0, 9))],
    ['jpg', 'jpg', jpgSample()],
    ['jpg with fill bytes', 'jpg', jpgSample(8, 8, bytesOf([0xff, 0xff]))],
    ['jpg whose frame lies after the bytes read', 'jpg', jpgSample(8, 8, bytesOf(exif, exif))],
    ['gif', 'gif', gifSample()],
    ['bmp', 'bmp', bmpSample()],
    ['bmp, rows downwards', 'bmp', bmpSample(1, 0xffffffff)],
    ['pdf', 'pdf', pdfSample()],
    ['pdf 2.0', 'pdf', patched(pdfSample(), 5, [0x32, 0x2e, 0x30])],
    ['long pdf', 'pdf', pdfSample('x'.repeat(3 * END_BYTES))],
    ['xls', 'xls', oleSample(['Workbook'])],
    ['xls of Excel 95', 'xls', oleSample(['Book'])],
    ['xls with its directory at the end', 'xls', oleSample(['Workbook'], 400)],
    ['xlsx', 'xlsx', xlsxSample()],
    ['xlsx with a comment', 'xlsx', zipSample([...office, 'xl/workbook.xml'], { comment: 'made by hand' })],
    [
      'xlsx larger than the bytes read',
      'xlsx',
      zipSample([...office, 'xl/workbook.xml'], { bigContent: END_BYTES }),
    ],
    ['docx', 'docx', docxSample()],
    ['docx of Office online', 'docx', zipSample([...office, 'word/document2.xml'])],
    ['ofd', 'ofd', ofdSample()],
    [
      'a workbook as XML',
      'csv',
      bytesOf('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
    ],
    ['lines of fixed widths', 'text', bytesOf('000001张三      100S\r\n000002李四      200F\r\n')],
    [
      'UTF-16 without a mark',
      'csv',
      bytesOf(Array.from('a,b\r\n1,2\r\n3,4\r\n5,6\r\n').flatMap((sign) => [sign.charCodeAt(0), 0])),
    ],
    ['columns parted by ~', 'csv', bytesOf('1~6222~100~0\r\n2~6222~100~1\r\n')],
    ['columns parted by ^', 'csv', bytesOf('1^6222^100^0\r\n2^6222^100^1\r\n')],
    // 苵 in GBK ends in the byte of ~.
    [
      'fixed widths whose characters end in ~',
      'text',
      bytesOf([0xc6, 0x7e, 0xc6, 0x7e, 0xc6, 0x7e, 0xc6, 0x7e, 0x31, 0x0d, 0x0a]),
    ],
    ['a page with a table', 'csv', bytesOf('<html><body><table><tr><td>1</td></tr></table></body></html>')],
  ])('recognises %s', (_, expected, bytes) => {
    expect(sniff(bytes)).toBe(expected)
  })
})

describe('content of disguised, damaged or unsupported files', () => {
  const middleOle = oleSample(['Workbook', 'x'], 400)
  it.each([
    ['an empty file', bytesOf()],
    ['text', bytesOf('hello')],
    ['html', bytesOf('<!doctype html><script>alert(1)</script>')],
    ['svg', bytesOf('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['xml', bytesOf('<?xml version="1.0"?><x/>')],
    ['a Windows program', bytesOf('MZ', le(0, 200))],
    ['a Linux program', bytesOf([0x7f], 'ELF', le(0, 200))],
    ['text that begins with BM', bytesOf('BM is not only a picture, it is a way of writing.')],
    ['html after a png signature', bytesOf(PNG_MARK, '<script>alert(1)</script>')],
    ['png without its end chunk', pngSample().slice(0, -1)],
    ['png with html appended', bytesOf(pngSample(), '<script>')],
    ['png with a wrong header checksum', patched(pngSample(), 19, [9])],
    ['png without width', pngSample(0, 1)],
    ['png too wide', pngSample(30_001, 1)],
    ['png of too many pixels', pngSample(30_000, 30_000)],
    ['png of impossible depth', pngSample(1, 1, 4, 6)],
    ['png of unknown colour type', pngSample(1, 1, 8, 5)],
    ['html after a jpg signature', bytesOf([0xff, 0xd8, 0xff, 0xe0], '<script>alert(1)</script>')],
    ['jpg signature only', bytesOf([0xff, 0xd8, 0xff])],
    ['jpg without frame', bytesOf([0xff, 0xd8], jpgSegment(0xe0, bytesOf('JFIF\0', le(0, 9))))],
    ['jpg without height', jpgSample(8, 0)],
    [
      'jpg whose application data is not known',
      bytesOf([0xff, 0xd8], jpgSegment(0xe0, bytesOf('<html', le(0, 60_000))), le(0, 60_000)),
    ],
    [
      'jpg that scans before its frame',
      bytesOf([0xff, 0xd8], jpgSegment(0xda, bytesOf(le(0, 6))), jpgSample().slice(2)),
    ],
    ['gif signature before script', bytesOf('GIF89a/*', le(0, 10), '*/=alert(1)//;')],
    ['gif without its trailer', gifSample().slice(0, -1)],
    ['gif with a zip appended', bytesOf(gifSample(), xlsxSample())],
    ['gif without width', gifSample(0, 1)],
    ['bmp of odd depth', patched(bmpSample(), 28, [7])],
    ['bmp without pixels', bmpSample().slice(0, 54)],
    ['pdf signature only', bytesOf('%PDF-1.7\n<html>')],
    ['pdf after other bytes', bytesOf('x', pdfSample())],
    ['pdf cut short', pdfSample().slice(0, 30)],
    ['pdf of an unknown version', patched(pdfSample(), 5, [0x39])],
    ['ole of Word', oleSample(['WordDocument'])],
    ['ole of a protected workbook', oleSample(['EncryptedPackage', 'Workbook'])],
    ['ole cut short', oleSample(['Workbook']).slice(0, 600)],
    ['ole signature only', bytesOf([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['ole whose directory is outside the bytes read', bytesOf(middleOle, new Uint8Array(200_000))],
    ['plain zip', zipSample(['readme.txt'])],
    ['jar', zipSample(['META-INF/MANIFEST.MF', 'Main.class'])],
    ['zip without entries', zipSample([])],
    ['workbook without content types', zipSample(['xl/workbook.xml'])],
    ['workbook with macros', zipSample([...office, 'xl/workbook.xml', 'xl/vbaProject.bin'])],
    ['workbook and document at once', zipSample([...office, 'xl/workbook.xml', 'word/document.xml'])],
    ['zip with a parent path', zipSample([...office, 'xl/workbook.xml', '../../etc/passwd'])],
    ['zip with an absolute path', zipSample([...office, 'xl/workbook.xml', '/etc/passwd'])],
    ['zip with a Windows path', zipSample([...office, 'xl/workbook.xml', 'xl\\x.xml'])],
    ['zip with the same entry twice', zipSample([...office, 'xl/workbook.xml', 'xl/workbook.xml'])],
    ['encrypted zip', zipSample([...office, 'xl/workbook.xml'], { flags: 1 })],
    ['zip after a program', zipSample([...office, 'xl/workbook.xml'], { before: 'MZ' })],
    ['zip cut short', xlsxSample().slice(0, -5)],
    ['zip with bytes appended', bytesOf(xlsxSample(), 'x')],
    ['zip that begins with another entry', patched(xlsxSample(), 30, be(0x41, 1))],
    [
      'zip of thousands of entries',
      zipSample([...office, 'xl/workbook.xml', ...Array.from({ length: 2000 }, (_, n) => `x${n}`)]),
    ],
  ])('returns unknown for: %s', (_, bytes) => {
    expect(sniff(bytes)).toBe('unknown')
  })
})

it('recognises an xls by its workbook header when its directory is outside the bytes read', () => {
  const far = bytesOf(oleSample(['Workbook'], 400), new Uint8Array(200_000))
  expect(sniff(far)).toBe('unknown')
  expect(sniff(patched(far, 512, [0x09, 0x08, 0x10, 0, 0, 6, 5, 0]))).toBe('xls')
})

it('recognises a jpg whose segment markers fall on the edge of the bytes read', () => {
  const exif = jpgSegment(0xe1, bytesOf('Exif\0\0', new Uint8Array(60_000)))
  for (let length = END_BYTES - 60_000 - 120; length < END_BYTES - 60_000 + 8; length += 1) {
    const photo = jpgSample(8, 8, bytesOf(exif, jpgSegment(0xe2, new Uint8Array(length)), exif))
    expect(sniff(photo), `profile of ${length}`).toBe('jpg')
  }
})

const samples = [
  pngSample(),
  jpgSample(),
  gifSample(),
  bmpSample(),
  pdfSample(),
  oleSample(['Workbook']),
  xlsxSample(),
]

it('does not throw on random bytes, with or without a valid file header', () => {
  const start = fc.constantFrom(bytesOf(), ...samples.map((sample) => sample.slice(0, 24)))
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 400 }), fc.nat(), (head, noise, extra) => {
      const bytes = bytesOf(head, noise)
      sniff(bytes)
      sniffContent({ size: bytes.length + extra, head: bytes, tail: noise })
    }),
    { numRuns: 3000 },
  )
})

it('does not throw on a damaged file', () => {
  const damage = fc.array(fc.tuple(fc.nat(700), fc.nat(255)), { maxLength: 8 })
  fc.assert(
    fc.property(fc.constantFrom(...samples), damage, fc.nat(40), (sample, places, cut) => {
      const copy = sample.slice(0, sample.length - cut)
      for (const [at, value] of places) if (at < copy.length) copy[at] = value
      sniff(copy)
    }),
    { numRuns: 5000 },
  )
})
