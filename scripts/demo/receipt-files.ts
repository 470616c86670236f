// Bank receipts for the demo, drawn by ourselves: a picture in a five-by-seven font, or a page of PDF.

import { crc32, deflateSync } from 'node:zlib'

export type ReceiptLine = { readonly label: string; readonly value: string }

const WIDTH = 760
const HEIGHT = 460

/** Each sign as seven rows of five dots, one base-32 digit a row. */
const GLYPHS: Readonly<Record<string, string>> = {
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'sihhhis',
  E: 'vgguggv',
  F: 'vgguggg',
  I: 'e44444e',
  K: 'hikokih',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  Y: 'hhha444',
  '.': '00000cc',
  ',': '0000c48',
  '-': '000v000',
}

const [PAPER, INK, BAND, LINE, SEAL] = [0, 1, 2, 3, 4]
const PALETTE = [
  [255, 255, 255],
  [28, 37, 54],
  [29, 71, 181],
  [211, 217, 227],
  [196, 40, 28],
]

/** A small picture of a receipt: a band with its title, lines with a rule under each, and a round seal. */
export function receiptPicture(lines: readonly ReceiptLine[]): Uint8Array {
  const dots = new Uint8Array(WIDTH * HEIGHT).fill(PAPER)
  const paint = (x: number, y: number, colour: number) => {
    if (x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT) dots[y * WIDTH + x] = colour
  }
  const fill = (x: number, y: number, width: number, height: number, colour: number) => {
    for (let row = y; row < y + height; row += 1)
      for (let column = x; column < x + width; column += 1) paint(column, row, colour)
  }
  const write = (text: string, x: number, y: number, size: number, colour: number) => {
    ;[...text].forEach((sign, index) => {
      const rows = GLYPHS[sign] ?? ''
      ;[...rows].forEach((row, down) => {
        const bits = Number.parseInt(row, 32)
        for (let across = 0; across < 5; across += 1)
          if (bits & (16 >> across))
            fill(x + (index * 6 + across) * size, y + down * size, size, size, colour)
      })
    })
  }
  fill(0, 0, WIDTH, 76, BAND)
  write('BANK TRANSFER RECEIPT', 32, 24, 4, PAPER)
  lines.forEach(({ label, value }, index) => {
    const y = 112 + index * 54
    write(label, 32, y, 2, INK)
    write(value, 212, y - 4, 3, INK)
    fill(32, y + 30, WIDTH - 64, 1, LINE)
  })
  for (let angle = 0; angle < 360; angle += 0.3)
    for (const radius of [62, 63, 64, 54])
      paint(
        Math.round(640 + radius * Math.cos((angle * Math.PI) / 180)),
        Math.round(372 + radius * Math.sin((angle * Math.PI) / 180)),
        SEAL,
      )
  write('PAID', 605, 360, 3, SEAL)
  return pngOf(dots)
}

function pngOf(dots: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (let row = 0; row < HEIGHT; row += 1)
    rows.set(dots.subarray(row * WIDTH, (row + 1) * WIDTH), row * (WIDTH + 1) + 1)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(PALETTE.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** The same as one page of PDF. */
export function receiptPdf(lines: readonly ReceiptLine[]): Uint8Array {
  const texts = lines.flatMap(({ label, value }, index) => [
    `BT /F1 11 Tf 56 ${640 - index * 34} Td (${label}) Tj ET`,
    `BT /F2 14 Tf 190 ${640 - index * 34} Td (${value}) Tj ET`,
  ])
  const page = ['BT /F2 22 Tf 56 712 Td (BANK TRANSFER RECEIPT) Tj ET', ...texts].join('\n')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 782]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>',
    `<</Length ${page.length}>>stream\n${page}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>',
  ]
  let body = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}
