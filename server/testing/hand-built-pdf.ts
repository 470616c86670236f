// PDF files built object by object, for what no program writes by itself: scripts in compressed parts, a thousand pages, no text.

import { deflateSync } from 'node:zlib'

/** How an object stream is packed, beside the way that programs do it. */
export type Packing = {
  /** What its dictionary says of it. */
  readonly entries: string
  readonly pack: (objects: Buffer, streamId: number) => Uint8Array
  readonly trailer?: string
  /** One more object, written plainly; the trailer knows it as {plain}. */
  readonly plain?: string
}

const DEFLATED: Packing = { entries: '/Filter/FlateDecode', pack: (objects) => deflateSync(objects) }

/** Objects 1, 2, … as texts, of which 1 is the catalog, inside one compressed object stream. */
export function compressedPdf(objects: readonly string[], packing: Packing = DEFLATED): Uint8Array {
  let place = 0
  const places = objects.map((text, index) => {
    const entry = `${index + 1} ${place}`
    place += text.length + 1
    return entry
  })
  const head = `${places.join(' ')} `
  const streamId = objects.length + 1
  const xrefId = objects.length + 2
  const plainId = objects.length + 3
  const packed = packing.pack(Buffer.from(head + objects.join('\n'), 'latin1'), streamId)
  const start = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  const stream = Buffer.concat([
    Buffer.from(
      `${streamId} 0 obj\n<</Type/ObjStm/N ${objects.length}/First ${head.length}${packing.entries}/Length ${packed.length}>>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  const plain = Buffer.from(packing.plain ? `${plainId} 0 obj\n${packing.plain}\nendobj\n` : '', 'latin1')
  const plainAt = start.length + stream.length
  const xrefAt = plainAt + plain.length
  const rows = [
    [0, 0, 255],
    ...objects.map((_, index) => [2, streamId, index]),
    [1, start.length, 0],
    [1, xrefAt, 0],
    ...(packing.plain ? [[1, plainAt, 0]] : []),
  ].map(([type = 0, where = 0, index = 0]) => [type, where >> 8, where & 255, index & 255])
  const table = Buffer.from(rows.flat())
  const trailer = (packing.trailer ?? '').replaceAll('{plain}', `${plainId} 0 R`)
  const xref = `${xrefId} 0 obj\n<</Type/XRef/Size ${rows.length}/W[1 2 1]/Root 1 0 R${trailer}/Length ${table.length}>>\nstream\n`
  const end = `\nendstream\nendobj\nstartxref\n${xrefAt}\n%%EOF\n`
  return new Uint8Array(Buffer.concat([start, stream, plain, Buffer.from(xref), table, Buffer.from(end)]))
}

/** That many pages without a letter on them. */
export function emptyPages(count: number, catalog = '', packing = DEFLATED): Uint8Array {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ')
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Count ${count}/Kids[${kids}]>>`,
    ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>>>'),
  ]
  return compressedPdf(objects, packing)
}

/** One page and one attached file, whose name may be in Chinese. */
export function pdfWithAttachment(name: string): Uint8Array {
  const text = `<${Buffer.from(`\ufeff${name}`, 'utf16le').swap16().toString('hex')}>`
  return compressedPdf([
    `<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[${text} 4 0 R]>>>>>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>>>',
    `<</Type/Filespec/F ${text}/UF ${text}>>`,
  ])
}

type Written = { readonly text: string; readonly x: number; readonly y: number }

type OnItsSide = {
  /** Printed lying on its side, and the page says so. */
  readonly turned?: boolean
  /** The same, and nothing says so: its texts run up or down. */
  readonly runs?: 'up' | 'down'
}

/** One page in a Chinese font that is not embedded, as old programs of banks write it: its letters are GBK. */
export function gbkPdf(texts: readonly Written[], { turned = false, runs }: OnItsSide = {}): Uint8Array {
  const place = ({ x, y }: Written) => {
    if (runs === 'down') return `0 -1 1 0 ${y} ${842 - x}`
    return turned || runs === 'up' ? `0 1 -1 0 ${595 - y} ${x}` : `1 0 0 1 ${x} ${y}`
  }
  const paper = turned || runs !== undefined ? '595 842' : '842 595'
  const sheet = `${turned ? '/Rotate 90' : ''}/MediaBox[0 0 ${paper}]`
  const content = texts
    .map((written) => `BT /F 9 Tf ${place(written)} Tm <${gbkHex(written.text)}> Tj ET`)
    .join('\n')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R${sheet}/Resources<</Font<</F 4 0 R>>>>/Contents 7 0 R>>`,
    '<</Type/Font/Subtype/Type0/BaseFont/SimSun/Encoding/GBK-EUC-H/DescendantFonts[5 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/SimSun/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/DW 1000/W[1[500 500] 814 939 500]/FontDescriptor 6 0 R>>',
    '<</Type/FontDescriptor/FontName/SimSun/Flags 4/FontBBox[0 -141 1000 859]/ItalicAngle 0/Ascent 859/Descent -141/CapHeight 683/StemV 80>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(body + table + end, 'latin1'))
}

let gbkCodes: Map<string, string> | undefined

function gbkHex(text: string): string {
  gbkCodes ??= readGbk()
  return [...text]
    .map((character) => gbkCodes?.get(character) ?? character.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
}

/** Node decodes GBK and does not encode it. */
function readGbk(): Map<string, string> {
  const decoder = new TextDecoder('gbk')
  const codes = new Map<string, string>()
  for (let high = 0xb0; high <= 0xf7; high += 1)
    for (let low = 0xa1; low <= 0xfe; low += 1)
      codes.set(decoder.decode(Uint8Array.of(high, low)), Buffer.of(high, low).toString('hex'))
  return codes
}
