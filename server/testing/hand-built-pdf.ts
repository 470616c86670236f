// PDF files built object by object, for what no program writes by itself: scripts in compressed parts, a thousand pages, no text.

import { deflateSync } from 'node:zlib'

/** Objects 1, 2, … as texts, of which 1 is the catalog, inside one compressed object stream. */
export function compressedPdf(objects: readonly string[]): Uint8Array {
  let place = 0
  const places = objects.map((text, index) => {
    const entry = `${index + 1} ${place}`
    place += text.length + 1
    return entry
  })
  const head = `${places.join(' ')} `
  const packed = deflateSync(Buffer.from(head + objects.join('\n'), 'latin1'))
  const streamId = objects.length + 1
  const xrefId = objects.length + 2
  const start = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  const stream = Buffer.concat([
    Buffer.from(
      `${streamId} 0 obj\n<</Type/ObjStm/N ${objects.length}/First ${head.length}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  const xrefAt = start.length + stream.length
  const rows = [
    [0, 0, 255],
    ...objects.map((_, index) => [2, streamId, index]),
    [1, start.length, 0],
    [1, xrefAt, 0],
  ].map(([type = 0, where = 0, index = 0]) => [type, where >> 8, where & 255, index & 255])
  const table = Buffer.from(rows.flat())
  const xref = `${xrefId} 0 obj\n<</Type/XRef/Size ${xrefId + 1}/W[1 2 1]/Root 1 0 R/Length ${table.length}>>\nstream\n`
  const end = `\nendstream\nendobj\nstartxref\n${xrefAt}\n%%EOF\n`
  return new Uint8Array(Buffer.concat([start, stream, Buffer.from(xref), table, Buffer.from(end)]))
}

/** That many pages without a letter on them. */
export function emptyPages(count: number, catalog = ''): Uint8Array {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ')
  return compressedPdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Count ${count}/Kids[${kids}]>>`,
    ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>>>'),
  ])
}
