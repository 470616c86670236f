// Electronic receipts (电子回单) as a bank prints them, several on a page, each with a colour of its own to tell pictures by.

import { createCanvas, loadImage } from '@napi-rs/canvas'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { typeset } from '../adapters/pdf/typeset.ts'
import type { ListedPayment } from './statement-pdfs.ts'

const COLOURS = ['ff0000', '0000ff', '00ff00'] as const
export type ReceiptColour = (typeof COLOURS)[number]

const SOURCE = `
#let d = json(bytes(sys.inputs.data))
#set page(paper: "a4", margin: 1.6cm)
#set text(font: "Noto Sans SC", size: 9pt, lang: "zh")
#for (i, r) in d.receipts.enumerate() {
  if i > 0 and calc.rem(i, d.each) == 0 { pagebreak() }
  align(center, text(size: 12pt, "某某银行电子回单"))
  grid(columns: (1fr, 1fr), row-gutter: 10pt,
    "回单编号:" + r.serial, "交易日期:" + r.day,
    "付款人户名:星河科技有限公司", "收款人户名:" + r.name,
    "付款人账号:33050161820000000123", "收款人账号:" + r.card,
    "金额(小写):¥" + r.amount, "附言:" + r.reference)
  rect(width: 100%, height: 40pt, fill: rgb(r.colour))
  text("本回单仅供参考")
  v(30pt)
}
`

/** With so many receipts on a page; the colours follow each other. */
export function receiptsPdf(payments: readonly ListedPayment[], each = 2): Promise<Uint8Array> {
  const receipts = payments.map(({ at, serial = '', name, cardNo, netFen, reference }, index) => ({
    day: shanghaiDay(at),
    serial,
    name,
    card: cardNo,
    amount: formatYuanGrouped(netFen),
    reference,
    colour: COLOURS[index % COLOURS.length],
  }))
  return typeset(SOURCE, { receipts, each })
}

/** Which of the receipts' colours a picture shows. */
export async function coloursIn(png: Uint8Array): Promise<ReceiptColour[]> {
  const image = await loadImage(Buffer.from(png))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const seen = new Set<string>()
  for (let at = 0; at < data.length; at += 4) seen.add(Buffer.from(data.subarray(at, at + 3)).toString('hex'))
  return COLOURS.filter((colour) => seen.has(colour))
}
