// Receipts cut out of a page: each picture shows one of them and nothing of the others (ADR 94).

import { loadImage } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { gbkPdf } from '../../testing/hand-built-pdf.ts'
import { coloursIn, receiptsPdf } from '../../testing/receipt-pdfs.ts'
import { withSealed } from '../../testing/sealed-file.ts'
import { SAMPLE_PAYMENTS } from '../../testing/statement-samples.ts'
import { cutReceipts } from './cut-receipts.ts'
import { readStatement } from './read-bank-statement.ts'

const at = new Date('2026-11-14T02:00:00Z')
const PAYMENTS = SAMPLE_PAYMENTS.slice(0, 3).map(({ netFen, ...one }) => ({ ...one, at, netFen }))

it('shows each receipt alone, whatever stands above or below it', async () => {
  await withSealed(await receiptsPdf(PAYMENTS), async (file) => {
    const { lines } = await readStatement(file)
    const places = lines.map(({ page, receipt = 0, amountFen, name }) => ({
      page,
      place: receipt,
      amountFen,
      name,
    }))
    expect(places.map(({ page, place }) => [page, place])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ])
    const pictures = await cutReceipts(file, places)
    expect(await Promise.all(pictures.map((png) => coloursIn(png as Uint8Array)))).toEqual([
      ['ff0000'],
      ['0000ff'],
      ['00ff00'],
    ])
    const [first, second] = places
    if (!first || !second) throw new Error('no receipts were read')
    // What was stored of one place is not on another.
    const others = [
      { ...first, place: 2 },
      { ...second, amountFen: 1n },
      { ...first, place: 9 },
    ]
    expect(await cutReceipts(file, others)).toEqual([null, null, null])
  })
})

/** Two on a page of 842 by 595 points, lying on its side or not. */
const texts = (name: string) => [
  { text: '某某银行电子回单', x: 100, y: 560 },
  { text: '收款人户名:王小明', x: 100, y: 530 },
  { text: '金额:12.50', x: 100, y: 500 },
  { text: '某某银行电子回单', x: 100, y: 260 },
  { text: `收款人户名:${name}`, x: 100, y: 230 },
  { text: '金额:3.00', x: 100, y: 200 },
]

const cutSecond = (name: string, side: Parameters<typeof gbkPdf>[1]) =>
  withSealed(gbkPdf(texts(name), side), async (file) => {
    const [png] = await cutReceipts(file, [{ page: 1, place: 2, amountFen: 300n, name }])
    return Buffer.from(png as Uint8Array)
  })

it('draws fonts that are not embedded, and pages that were printed lying on their side', async () => {
  const upright = await cutSecond('张三', {})
  // Without a Chinese font all letters are the same box.
  expect(upright.equals(await cutSecond('李四', {}))).toBe(false)
  const { width, height } = await loadImage(upright)
  expect([width, height]).toEqual([1684, 767])
  for (const side of [{ turned: true }, { runs: 'up' }, { runs: 'down' }] as const)
    expect(upright.equals(await cutSecond('张三', side))).toBe(true)
})
