// PDFs that act by themselves are found wherever they hide it; the papers that people really upload pass (D5).

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import { describe, expect, it } from 'vitest'
import { compressedPdf, emptyPages, pdfWithAttachment } from '../../testing/hand-built-pdf.ts'
import { PACKINGS } from '../../testing/packed-pdf.ts'
import { isQuietPdf } from './inspect-pdf.ts'
import { openPdf } from './open-pdf.ts'
import { isQuietParsed } from './parse-active.ts'
import { scanPdf, verdictOf } from './scan-pdf.ts'
import { typeset } from './typeset.ts'

const ACTIONS: readonly [string, string][] = [
  ['a script on opening', '/OpenAction<</S/JavaScript/JS(app.alert(1))>>'],
  ['a script under an escaped name', '/OpenAction<</S/J#61vaScript/J#53(app.alert(1))>>'],
  ['a program to launch', '/OpenAction<</S/Launch/F(cmd.exe)>>'],
  ['scripts by name', '/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>>>'],
  ['an XFA form', '/AcroForm<</XFA[(template)(x)]/Fields[]>>'],
  ['a form that sends itself away', '/OpenAction<</S/SubmitForm/F(http://x.example)>>'],
  ['rich media', '/OpenAction<</S/Rendition/AN 3 0 R>>'],
  ['data to import', '/OpenAction<</S/ImportData/F(a.fdf)>>'],
  ['an address to open', '/OpenAction<</S/URI/URI(http://x.example)>>'],
  ['an address to open, in an object of its own', '/OpenAction 4 0 R'],
  ['what begins before printing', '/AA<</WP 4 0 R>>'],
  ['a program that is associated alone', '/AF[<</Type/Filespec/F(run.exe)/EF<</F 4 0 R>>>>]'],
  ['a file elsewhere to open', '/OpenAction<</S/GoToR/F(\\\\\\\\host\\\\a.pdf)/D[0/Fit]>>'],
]

/** What a click opens is no act of the file. */
const QUIET_PAGES: readonly [string, string][] = [
  ['a link to an address', '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://x.example)>>>>]'],
  ['a font named as actions are', '/Resources<</Font<</AA 4 0 R>>>>'],
]

const plainPdf = (catalog: string) => pdfSample(`1 0 obj<</Type/Catalog${catalog}>>endobj\n`)

describe('isQuietPdf', () => {
  it.each(ACTIONS)('finds %s, in plain objects and in packed ones', async (_, catalog) => {
    const packed = emptyPages(1, catalog)
    expect(Buffer.from(packed).includes('OpenAction')).toBe(false)
    expect([await isQuietPdf(plainPdf(catalog)), await isQuietPdf(packed)]).toEqual([false, false])
  })

  it.each(Object.entries(PACKINGS))(
    'finds what acts in objects packed with %s, which readers open',
    async (_, packing) => {
      const [, script] = ACTIONS[0] as [string, string]
      const pdf = await openPdf(emptyPages(1, script, packing))
      expect(await pdf.getJSActions()).not.toBeNull()
      await pdf.loadingTask.destroy()
      for (const [, catalog] of ACTIONS) {
        const scan = await scanPdf(emptyPages(1, catalog, packing))
        expect(scan.isOpaque).toBe(false)
        expect(scan.parts).not.toEqual(new Set())
      }
      const quiet = emptyPages(1, '/OpenAction[3 0 R/Fit]', packing)
      expect(verdictOf(await scanPdf(quiet))).not.toBe('active')
      expect(await isQuietParsed({ bytes: quiet, isAttached: false })).toBe(true)
    },
  )

  it.each([
    ['a filter that no program uses for objects', ['/Filter/FlateDecode', '/Filter/Flate']],
    ['a filter written elsewhere', ['/Filter/FlateDecode', '/Filter 99 0 R']],
    ['two filters to choose from', ['/Filter/FlateDecode', '/F/AHx/Filter/FlateDecode']],
    ['settings written elsewhere', ['/Filter/FlateDecode', '/Filter/FlateDecode/DecodeParms 99 0 R']],
    ['a key that stands twice', ['/Filter/FlateDecode', '/Filter/AHx/Filter/FlateDecode']],
    ['a dictionary that does not pair', ['/Filter/FlateDecode', '/Filter/FlateDecode 1']],
    [
      'brackets without an end',
      ['/Filter/FlateDecode', `/X${'['.repeat(99)}${']'.repeat(99)}/Filter/FlateDecode`],
    ],
  ])('refuses a program to launch behind %s', async (_, [written = '', changed = '']) => {
    const [, catalog] = ACTIONS[2] as [string, string]
    const text = Buffer.from(emptyPages(1, catalog)).toString('latin1')
    expect(text).toContain(written)
    expect(await isQuietPdf(Buffer.from(text.replace(written, changed), 'latin1'))).toBe(false)
  })

  it('refuses a program to launch under a password, or under encryption that it cannot undo', async () => {
    const [, catalog] = ACTIONS[2] as [string, string]
    for (const [from, to] of [
      ['/O<07', '/O<08'],
      ['/Filter/Standard', '/Filter/Stranger'],
      ['/CFM/AESV2', '/CFM/AESV9'],
    ] as const) {
      const text = Buffer.from(emptyPages(1, catalog, PACKINGS.AES)).toString('latin1')
      expect(text).toContain(from)
      expect(await isQuietPdf(Buffer.from(text.replace(from, to), 'latin1'))).toBe(false)
    }
  })

  it.each([
    ['the type left out', (text: string) => text.replace('/Type/ObjStm', '/Typo/ObjStx')],
    ['an escaped filter', (text: string) => text.replace('/FlateDecode', '/Flate#44ecode')],
    ['the filter written elsewhere', (text: string) => text.replace('/Filter/FlateDecode', '/Filter 99 0 R')],
  ])('finds a script in an object stream with %s', async (_, disguise) => {
    const [, catalog] = ACTIONS[0] as [string, string]
    const bytes = Buffer.from(disguise(Buffer.from(emptyPages(1, catalog)).toString('latin1')), 'latin1')
    expect(await isQuietPdf(bytes)).toBe(false)
  })

  it('is not misled by an end mark inside the packed bytes', async () => {
    const [, catalog] = ACTIONS[0] as [string, string]
    // Stored, not packed: the mark stands in the stream as it is, and the script behind it.
    const objects = `1 0 2 40 <</Type/Catalog/X(\nendstream\nendobj\n)>> <<${catalog}>>`
    const stored = deflateSync(Buffer.from(objects), { level: 0 })
    const head = `%PDF-1.7\n3 0 obj<</Type/ObjStm/N 2/First 9/Filter/FlateDecode/Length ${stored.length}>>stream\n`
    const tail = '\nendstream\nendobj\nstartxref\n9\n%%EOF\n'
    const bytes = Buffer.concat([Buffer.from(head), stored, Buffer.from(tail)])
    expect((await scanPdf(bytes)).parts).toContain('script')
  })

  it('finds a script in a large file, and in a dictionary longer than any program writes', async () => {
    const [, catalog] = ACTIONS[0] as [string, string]
    const large = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.alloc(1_100_000, '% \n'),
      Buffer.from(emptyPages(1, catalog)).subarray(9),
    ])
    expect(await isQuietPdf(large)).toBe(false)
    const quiet = Buffer.concat([Buffer.from(plainPdf('')), Buffer.alloc(1_100_000, ' ')])
    expect(await isQuietPdf(quiet)).toBe(true)
    const long = Buffer.from(emptyPages(1, catalog))
      .toString('latin1')
      .replace('/FlateDecode', `/FlateDecode${' '.repeat(5_000)}`)
    expect((await scanPdf(Buffer.from(long, 'latin1'))).parts).toContain('script')
    expect(await isQuietPdf(Buffer.from(long, 'latin1'))).toBe(false)
  })

  it('gives up on bytes made to keep it busy', async () => {
    for (const piece of ['/', 'stream', 'objstream', '/First stream\n'])
      expect(typeof (await isQuietPdf(Buffer.alloc(2_000_000, piece)))).toBe('boolean')
    for (const piece of ['obj<<', 'obj<<(', 'obj%', 'obj<</A'])
      expect(await scanPdf(Buffer.alloc(200_000, piece))).toMatchObject({ isOpaque: true })
  })

  it('refuses what it can neither unpack nor parse', async () => {
    const [, catalog] = ACTIONS[0] as [string, string]
    const odd = Buffer.from(
      Buffer.from(emptyPages(1, catalog))
        .toString('latin1')
        .replace('/FlateDecode', '[/FlateDecode/RunLengthDecode]'),
      'latin1',
    )
    expect(await scanPdf(odd)).toMatchObject({ isOpaque: true })
    expect(await isQuietPdf(odd)).toBe(false)
  })

  it('refuses a PDF that needs a password, and one that nobody can look through in time', async () => {
    const locked = await readFile(join(import.meta.dirname, 'samples', 'lo-encrypted.pdf'))
    expect(await isQuietPdf(locked)).toBe(false)
    const attached = pdfWithAttachment('voucher.xml')
    expect(await isQuietPdf(attached, { seconds: 0.001, heapMegabytes: 256 })).toBe(false)
  })

  it.each([
    ['voucher.xml', true],
    ['发票.ofd', true],
    ['run.exe', false],
    ['inner.pdf', false],
  ])('with the attachment %s: %s', async (name, quiet) => {
    expect(await isQuietPdf(pdfWithAttachment(name))).toBe(quiet)
  })

  it.each([
    ['the document', '/OpenAction<</S/JavaScript/JS(app.alert(1))>>', ''],
    ['a page', '', '/AA<</O<</S/JavaScript/JS(app.alert(1))>>>>'],
    [
      'an annotation',
      '',
      '/Annots[<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/Rect[0 0 9 9]/AA<</U<</S/JavaScript/JS(x)>>>>>>]',
    ],
    ['rich media', '', '/Annots[<</Type/Annot/Subtype/RichMedia/Rect[0 0 9 9]>>]'],
    ['an XFA form', '/AcroForm<</XFA[(template)4 0 R]/Fields[]>>', ''],
  ])('asks the parser as well, for what is encrypted: %s', async (_, catalog, page) => {
    const pdf = compressedPdf([
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>${page}>>`,
      '<<>>',
    ])
    expect(await isQuietParsed({ bytes: pdf, isAttached: false })).toBe(false)
    expect(await isQuietParsed({ bytes: emptyPages(1), isAttached: false })).toBe(true)
    expect(await isQuietParsed({ bytes: emptyPages(1), isAttached: true })).toBe(false)
  })

  it.each(['lo-two-sided', 'lo-bracketed', 'chromium-wrapped', 'chromium-marked'])(
    'passes %s, as programs write papers',
    async (name) => {
      expect(await isQuietPdf(await readFile(join(import.meta.dirname, 'samples', `${name}.pdf`)))).toBe(true)
    },
  )

  it.each(QUIET_PAGES)('passes %s', async (_, page) => {
    const pdf = compressedPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${page}>>`,
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ])
    expect(await isQuietPdf(pdf)).toBe(true)
  })

  it('passes what we make, an opening at a page, and a signed form', async () => {
    expect(await isQuietPdf(await typeset('合同', {}))).toBe(true)
    expect(await isQuietPdf(emptyPages(2, '/OpenAction[3 0 R/Fit]'))).toBe(true)
    expect(await isQuietPdf(emptyPages(1, '/AcroForm<</SigFlags 3/Fields[]>>'))).toBe(true)
  })
})
