// Bank receipts and the like for the demo, drawn by ourselves: a picture, or a page of PDF.

import { type Colour, drawPicture } from './draw-picture.ts'

export type ReceiptLine = { readonly label: string; readonly value: string }

const TITLE = 'BANK TRANSFER RECEIPT'
const WIDTH = 760
const HEIGHT = 460

const [PAPER, INK, BAND, LINE, SEAL] = [0, 1, 2, 3, 4]
const PALETTE: readonly Colour[] = [
  [255, 255, 255],
  [28, 37, 54],
  [29, 71, 181],
  [211, 217, 227],
  [196, 40, 28],
]

/** A small picture of a receipt: a band with its title, lines with a rule under each, and a round seal. */
export function receiptPicture(lines: readonly ReceiptLine[], title = TITLE): Uint8Array {
  const picture = drawPicture(WIDTH, HEIGHT, PALETTE)
  picture.fill(0, 0, WIDTH, 76, BAND)
  picture.write(title, 32, 24, 4, PAPER)
  lines.forEach(({ label, value }, index) => {
    const y = 112 + index * 54
    picture.write(label, 32, y, 2, INK)
    picture.write(value, 212, y - 4, 3, INK)
    picture.fill(32, y + 30, WIDTH - 64, 1, LINE)
  })
  picture.ring(640, 372, [62, 63, 64, 54], SEAL)
  picture.write('PAID', 605, 360, 3, SEAL)
  return picture.png()
}

/** The same as one page of PDF. */
export function receiptPdf(lines: readonly ReceiptLine[], title = TITLE): Uint8Array {
  const texts = lines.flatMap(({ label, value }, index) => [
    `BT /F1 11 Tf 56 ${640 - index * 34} Td (${label}) Tj ET`,
    `BT /F2 14 Tf 190 ${640 - index * 34} Td (${value}) Tj ET`,
  ])
  const page = [`BT /F2 22 Tf 56 712 Td (${title}) Tj ET`, ...texts].join('\n')
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
