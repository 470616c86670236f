// Invoices of the demo as files: a page of PDF, a picture, and an OFD as the tax bureau's software hands out.

import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import { type Fen, formatYuan, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { writePdf } from '@paywages/server/adapters/pdf-writer/write-pdf.ts'
import { zipParts } from '@paywages/server/adapters/zip/zip-stream.ts'
import { type Colour, drawPicture } from './draw-picture.ts'

export type InvoicePaper = {
  readonly applicationNo: string
  readonly number: string
  readonly day: string
  readonly title: string
  readonly buyer: string
  readonly seller: string
  readonly category: string
  readonly amountFen: Fen
}

const TEMPLATE = new URL('./invoice.typ', import.meta.url)

export function invoicePdf({ amountFen, ...paper }: InvoicePaper): Promise<Uint8Array> {
  return writePdf(TEMPLATE, {
    ...paper,
    amount: formatYuanGrouped(amountFen),
    capitals: chineseCapitals(amountFen),
  })
}

const [WIDTH, HEIGHT] = [900, 560]
const [PAPER, INK, SEAL, LINE] = [0, 1, 2, 3]
const PALETTE: readonly Colour[] = [
  [255, 253, 248],
  [28, 37, 54],
  [184, 35, 26],
  [222, 178, 172],
]

/** As scanned: the font of these pictures has no Chinese characters. */
export function invoicePicture({ number, day, amountFen }: InvoicePaper): Uint8Array {
  const picture = drawPicture(WIDTH, HEIGHT, PALETTE)
  picture.write('FAPIAO', 330, 36, 7, SEAL)
  picture.fill(40, 112, WIDTH - 80, 2, SEAL)
  const lines = [
    ['NO.', number],
    ['DATE', day],
    ['SUM CNY', formatYuan(amountFen)],
  ]
  for (const [place, [label = '', value = '']] of lines.entries()) {
    const y = 156 + place * 84
    picture.write(label, 56, y, 3, INK)
    picture.write(value, 300, y - 6, 4, INK)
    picture.fill(40, y + 46, WIDTH - 80, 1, LINE)
  }
  picture.ring(740, 452, [70, 71, 72, 62], SEAL)
  picture.write('DEMO', 694, 440, 4, SEAL)
  picture.fill(0, HEIGHT - 6, WIDTH, 6, PAPER)
  return picture.png()
}

const NAMESPACE = 'xmlns:ofd="http://www.ofdspec.org/2016"'
const XML = '<?xml version="1.0" encoding="UTF-8"?>'

/** One page of text (GB/T 33190): what its readers need and nothing more. */
export async function invoiceOfd(paper: InvoicePaper): Promise<Uint8Array> {
  const lines = [
    paper.title,
    `发票号码 ${paper.number}`,
    `开票日期 ${paper.day}`,
    `购买方 ${paper.buyer}`,
    `项目 ${paper.category}`,
    `价税合计 ${formatYuan(paper.amountFen)} 元`,
    '演示样张，不作报销凭证',
  ]
  const objects = lines.map(
    (text, index) =>
      `<ofd:TextObject ID="${10 + index}" Boundary="20 ${20 + index * 14} 170 10" Font="3" Size="5"><ofd:TextCode X="0" Y="6">${text}</ofd:TextCode></ofd:TextObject>`,
  )
  const parts = [
    {
      name: 'OFD.xml',
      body: [
        `${XML}<ofd:OFD ${NAMESPACE} Version="1.1" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:DocID>${paper.number}</ofd:DocID></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
      ],
    },
    {
      name: 'Doc_0/Document.xml',
      body: [
        `${XML}<ofd:Document ${NAMESPACE}><ofd:CommonData><ofd:MaxUnitID>99</ofd:MaxUnitID><ofd:PageArea><ofd:PhysicalBox>0 0 210 140</ofd:PhysicalBox></ofd:PageArea><ofd:PublicRes>PublicRes.xml</ofd:PublicRes></ofd:CommonData><ofd:Pages><ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages></ofd:Document>`,
      ],
    },
    {
      name: 'Doc_0/PublicRes.xml',
      body: [
        `${XML}<ofd:Res ${NAMESPACE} BaseLoc="Res"><ofd:Fonts><ofd:Font ID="3" FontName="宋体" FamilyName="宋体"/></ofd:Fonts></ofd:Res>`,
      ],
    },
    {
      name: 'Doc_0/Pages/Page_0/Content.xml',
      body: [
        `${XML}<ofd:Page ${NAMESPACE}><ofd:Content><ofd:Layer ID="2">${objects.join('')}</ofd:Layer></ofd:Content></ofd:Page>`,
      ],
    },
  ]
  const bytes: Uint8Array[] = []
  for await (const chunk of zipParts(parts)) bytes.push(chunk)
  return Buffer.concat(bytes)
}
