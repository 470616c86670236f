// Reads real statements by LibreOffice, a browser and typst, and refuses in its own words whatever is no statement (D32).

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyPages, gbkPdf, type Packing, pdfWithAttachment } from '../../testing/hand-built-pdf.ts'
import { PACKINGS } from '../../testing/packed-pdf.ts'
import { streamOf } from '../../testing/sealed-file.ts'
import { LAYOUTS, type Layout, type ListedPayment, statementPdf } from '../../testing/statement-pdfs.ts'
import { SAMPLE_PAYMENTS } from '../../testing/statement-samples.ts'
import { writeSealedCopy } from '../file-store/sealed-copy.ts'
import { parseBankStatement } from './parse-bank-statement.ts'
import { PDF_LIMITS, type PdfLimits } from './pdf-limits.ts'
import { readStatement } from './read-bank-statement.ts'
import { typeset } from './typeset.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statements-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const sample = (name: string) => join(import.meta.dirname, 'samples', `${name}.pdf`)

const stored = (content: string | Uint8Array) => writeSealedCopy(folder, streamOf(content))

type Shown = { reference: string; account?: (cardNo: string) => string }
const SAMPLES: Readonly<Record<string, (payment: (typeof SAMPLE_PAYMENTS)[number]) => Shown>> = {
  'lo-two-sided': ({ reference }) => ({ reference }),
  'lo-bracketed': ({ serial }) => ({
    reference: serial,
    account: (cardNo) => `${cardNo.slice(0, 6)}******${cardNo.slice(-4)}`,
  }),
  'chromium-wrapped': ({ serial }) => ({ reference: serial }),
  'chromium-marked': () => ({ reference: '' }),
}

describe.each(Object.entries(SAMPLES))('reading the sample %s', (name, shown) => {
  it('returns every line with its page and number', async () => {
    const { pageCount, lines } = await readStatement(await stored(sample(name)))
    expect(pageCount).toBeGreaterThan(1)
    expect(
      lines.map((line) => [line.reference, line.name, line.account, line.amountFen, line.kind, line.day]),
    ).toEqual(
      SAMPLE_PAYMENTS.map((payment) => {
        const { reference, account = (cardNo) => cardNo } = shown(payment)
        return [reference, payment.name, account(payment.cardNo), payment.netFen, 'debit', '2026-03-16']
      }),
    )
    expect(lines.map(({ lineNumber }) => lineNumber)).toEqual(lines.map((_, index) => index + 1))
    expect(lines.at(-1)?.page).toBe(pageCount)
  })
})

it('finds the payer reference inside a wrapped remark', async () => {
  const { lines } = await readStatement(await stored(sample('chromium-wrapped')))
  expect(
    lines.map(({ remarkCodes }, index) => remarkCodes.includes(SAMPLE_PAYMENTS[index]?.reference ?? '')),
  ).toEqual(SAMPLE_PAYMENTS.map(() => true))
})

it.each([false, true])('reads Chinese fonts that are not embedded; page rotated: %s', async (turned) => {
  const cells = [
    ['交易日期', '流水号', '收款户名', '收款账号', '金额'],
    ['2026-11-14', 'BK1000001', '黄小明', '6222021202000010009', '-1,234.50'],
    ['2026-11-14', 'BK1000002', '马户', '6222021202000010017', '-88.00'],
  ]
  const texts = cells.flatMap((row, line) =>
    row.map((text, column) => ({ text, x: 40 + column * 150, y: 500 - line * 20 })),
  )
  const { lines } = await readStatement(await stored(gbkPdf(texts, { turned })))
  expect(
    lines.map(({ reference, name, account, amountFen }) => [reference, name, account, amountFen]),
  ).toEqual([
    ['BK1000001', '黄小明', '6222021202000010009', 123_450n],
    ['BK1000002', '马户', '6222021202000010017', 8_800n],
  ])
})

const many = (count: number): ListedPayment[] =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date('2026-11-14T02:00:00Z'),
    kind: index % 11 === 5 ? 'return' : 'debit',
    reference: `PW202611140001R${index + 2}Xf1ffi${index % 10}`,
    serial: String(9_000_000 + index),
    name: ['黄马户', '阿卜杜拉·买买提艾力', '王小明', '龙飞', 'John Smith', '欧阳青见贝'][index % 6] ?? '',
    cardNo: `6222021202${String(index).padStart(8, '0')}8`,
    netFen: BigInt(100 + index * 12_345),
    remark: index % 4 === 0 ? '劳务费第一周含夜班补贴以及上月补发的部分' : '劳务费',
  }))

it.each(Object.entries(LAYOUTS) as [keyof typeof LAYOUTS, Layout][])(
  'reads all 1,200 lines of the layout %s across pages, line wraps and returns',
  async (name, layout) => {
    const payments = many(1_200)
    const { lines } = await readStatement(await stored(await statementPdf(layout, payments)))
    const masked = name === 'signed'
    expect(lines.map(({ name, account, amountFen, kind }) => [name, account, amountFen, kind])).toEqual(
      payments.map(({ name, cardNo, netFen, kind }) => [
        name,
        masked ? `${cardNo.slice(0, 4)}****${cardNo.slice(-4)}` : cardNo,
        netFen,
        kind,
      ]),
    )
    if (name === 'marked') return
    const referred = lines.map(({ numbers, remarkCodes }, index) =>
      [...numbers, ...remarkCodes].includes(payments[index]?.reference ?? ''),
    )
    expect(referred).toEqual(payments.map(() => true))
  },
  60_000,
)

describe('readStatement refuses', () => {
  const code = async (bytes: Uint8Array, limits?: Partial<PdfLimits>) =>
    readStatement(await stored(bytes), limits ? { limits } : {}).then(
      () => 'read',
      (error: { code?: string; detail?: unknown }) => error.code,
    )
  const whole = () => statementPdf(LAYOUTS.signed, many(30))

  it('a PDF that needs a password', async () =>
    expect(await code(await readFile(sample('lo-encrypted')))).toBe('statement-encrypted'))

  it('a truncated, corrupted or empty PDF', async () => {
    const bytes = await whole()
    const changed = Uint8Array.from(bytes)
    changed.fill(0x41, 200, bytes.length - 900)
    for (const broken of [bytes.subarray(0, bytes.length >> 1), changed, pdfSample('')])
      expect(await code(broken)).toBe('statement-damaged')
  })

  it('pages without text, also between pages of text', async () => {
    const drawn = await typeset('#rect(width: 100%, height: 80%)', {})
    expect(await code(drawn)).toBe('statement-scanned')
    expect(await code(emptyPages(3))).toBe('statement-scanned')
    const between = await typeset('日期 流水号 金额 #pagebreak() #rect() #pagebreak() 第三页', {})
    expect(await code(between)).toBe('statement-scanned')
  })

  it('tables that are no bank statement, and plain letters', async () => {
    const staff = await typeset(
      '#table(columns: 3, "姓名", "部门", "电话", "王小明", "财务", "13912342001")',
      {},
    )
    const empty = await statementPdf(LAYOUTS.signed, [])
    const letter = await typeset('关于十一月账单的说明：金额与流水号见附件。', {})
    for (const bytes of [staff, empty, letter]) expect(await code(bytes)).toBe('statement-unknown')
  })

  it('a table in another unit, of which no row is taken for a receipt', async () => {
    const row = (name: string, cardNo: string, amount: string) =>
      `"2026-10-15", "${amount}", "", "${name}", "${cardNo}"`
    const table = await typeset(
      `单位：万元 #table(columns: 5, "交易日期", "借方发生额", "贷方发生额", "对方户名", "对方账号",
        ${row('王小明', '6222021202000010001', '0.45')}, ${row('李芳', '6225880123456789', '0.38205')})`,
      {},
    )
    expect(await code(table)).toBe('statement-unit')
  })

  it('what acts, or is attached, in whatever way its objects are packed', async () => {
    // In this thread: what the thread of its own does, without the time that starting it takes.
    const here = (bytes: Uint8Array) =>
      parseBankStatement(bytes, PDF_LIMITS).then(
        () => 'read',
        (error: { code?: string }) => error.code,
      )
    const launch = '/OpenAction<</S/Launch/F(cmd.exe)>>'
    for (const packing of [PACKINGS['a predictor'], PACKINGS.AES]) {
      expect(await here(emptyPages(1, launch, packing))).toBe('statement-active')
      // Quiet so far, and without a letter on it.
      expect(await here(emptyPages(1, '', packing))).toBe('statement-scanned')
    }
    expect(await here(pdfWithAttachment('run.exe'))).toBe('statement-active')
    expect(await here(pdfWithAttachment('voucher.xml'))).toBe('statement-scanned')
    const twice = { ...(PACKINGS.AES as Packing), entries: '/X 1/X 2/Filter/FlateDecode' }
    expect(await here(emptyPages(1, '', twice))).toBe('statement-active')
  })

  it('scripts, both in plain and in compressed objects', async () => {
    const action = '/OpenAction<</S/JavaScript/JS(app.alert(1))>>'
    expect(Buffer.from(emptyPages(1, action)).includes('JavaScript')).toBe(false)
    expect(await code(emptyPages(1, action))).toBe('statement-active')
    const plain = Buffer.concat([
      await whole(),
      Buffer.from('\n9 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj\n'),
    ])
    expect(await code(plain)).toBe('statement-active')
  })

  it('too many pages, too many lines, too much time or memory', async () => {
    const bytes = await statementPdf(LAYOUTS.signed, many(60))
    const refusal = (limits: Partial<PdfLimits>) =>
      stored(bytes)
        .then((path) => readStatement(path, { limits }))
        .catch(({ code, detail }) => ({ code, detail }))
    expect(await refusal({ pages: 1 })).toEqual({ code: 'statement-too-long', detail: { max: '1 页' } })
    expect(await refusal({ lines: 59 })).toEqual({ code: 'statement-too-long', detail: { max: '59 行' } })
    expect(await code(bytes, { lines: 60 })).toBe('read')
    expect(await code(bytes, { seconds: 0.001 })).toBe('statement-slow')
    expect(await code(bytes, { pagePieces: 100 })).toBe('statement-slow')
    expect(await code(await statementPdf(LAYOUTS.signed, many(1_000)), { heapMegabytes: 12 })).toBe(
      'statement-slow',
    )
  }, 60_000)
})

it('stops reading when aborted', async () => {
  const path = await stored(await statementPdf(LAYOUTS.signed, many(200)))
  const gone = new AbortController()
  const reading = readStatement(path, { signal: gone.signal })
  gone.abort(new Error('gone'))
  await expect(reading).rejects.toThrow('gone')
})
