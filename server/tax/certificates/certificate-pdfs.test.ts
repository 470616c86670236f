// The PDF of a tax certificate: every word of it, ink where it must stand, nothing over the edge, never another text than published.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TAX_TABLES } from '@paywages/domain/tax/tables.ts'
import { describe, expect, it } from 'vitest'
import { digestOf } from '../../adapters/pdf-writer/published-text.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { type GreyPage, rasterise } from '../../testing/rasterise.ts'
import { certificateText, NEWEST_TEXT, PUBLISHED, readCertificateTexts } from './certificate-text.ts'
import { type CertificateDraft, renderCertificate } from './render-certificate.ts'

const text = certificateText(NEWEST_TEXT.version)
const FOLDER = new URL('./statement-texts/', import.meta.url)
const squeezed = (words: string) => words.replaceAll(/[\s　\u200b]/g, '')

const line = (day: string, incomeFen: bigint, taxFen: bigint): CertificateDraft['lines'][number] => ({
  kind: 'paid',
  batchNo: `PC${day.replaceAll('-', '')}0001`,
  at: new Date(`${day}T10:00:00+08:00`),
  paymentMonth: day.slice(0, 7),
  withholds: true,
  incomeFen,
  taxFen,
})

const draft: CertificateDraft = {
  statement: {
    statementId: 123,
    month: '2026-02',
    name: '王小明',
    generatedAt: new Date('2026-03-03T10:00:00+08:00'),
    incomeFen: 30_000_00n,
    taxFen: 570_00n,
  },
  payer: { name: '杭州云启科技有限公司', taxpayerId: '91330106MA2B000001' },
  idCardNo: '330102199001011234',
  person: {
    idHash: '',
    name: '王小明',
    sealed: '',
    method: 'cumulative',
    gapRule: 'everything',
    counting: 'first-income',
    withholds: true,
    incomeFen: 30_000_00n,
    taxFen: 570_00n,
    payments: 2,
    corrections: 0,
    correctedIncomeFen: 0n,
    correctedTaxFen: 0n,
    booked: [{ month: '2026-02', incomeFen: 30_000_00n, withheldFen: 570_00n }],
    carriedMonths: [],
    adjusted: {},
    declared: true,
    declaredIncomeFen: 30_000_00n,
    months: [
      { month: '2026-01', incomeFen: 30_000_00n, withheldFen: 570_00n },
      { month: '2026-02', incomeFen: 30_000_00n, withheldFen: 570_00n },
    ],
  },
  lines: [line('2026-02-10', 10_000_00n, 90_00n), line('2026-02-20', 20_000_00n, 480_00n)],
  tables: TAX_TABLES,
}
const notWithheld: CertificateDraft = {
  ...draft,
  statement: { ...draft.statement, taxFen: 0n },
  person: {
    ...draft.person,
    taxFen: 0n,
    declared: false,
    declaredIncomeFen: 0n,
    months: draft.person.months.map((month) => ({ ...month, withheldFen: 0n })),
  },
  lines: draft.lines.map((one) => ({ ...one, withholds: false, taxFen: 0n })),
}
const wordsOf = async (one: CertificateDraft) => squeezed(await pdfText(await renderCertificate(text, one)))

describe('tax certificate PDF', () => {
  it('says what two people entered, in the figures and in how they come about', async () => {
    const terms = { exemptFen: 2_000_00n, otherDeductionFen: 300_00n, reliefFen: 50_00n }
    const [january, february] = draft.person.months
    if (!january || !february) throw new Error('the draft has two months')
    const person = { ...draft.person, months: [january, { ...february, ...terms }] }
    const words = await wordsOf({ ...draft, person })
    // 60,000 − 12,000 − 10,000 − 2,000 − 300 = 35,700; × 3 % = 1,071; less 50.
    for (const part of [
      '减除费用合计免税收入合计其他扣除合计应纳税所得额10,000.002,000.00300.0035,700.00',
      '减免前税额减免税额合计3%0.001,071.0050.00',
      '累计免税收入2,000.00元',
      '累计依法确定的其他扣除300.00元',
      '减免后应纳税额1,071.00−减免50.00=1,021.00元',
    ])
      expect(words).toContain(part)
    expect(await wordsOf(draft)).not.toContain('免税收入')
  })

  it('has the figures of each method where a month was withheld in two ways', async () => {
    const february = [{ month: '2026-02', incomeFen: 5_000_00n, withheldFen: 800_00n }]
    const sums = { incomeFen: 5_000_00n, declaredIncomeFen: 5_000_00n, taxFen: 800_00n }
    const other = {
      ...draft.person,
      ...sums,
      method: 'per-payment' as const,
      months: february,
      booked: february,
    }
    const statement = { ...draft.statement, incomeFen: 35_000_00n, taxFen: 1_370_00n }
    const words = await wordsOf({ ...draft, statement, furtherLines: [other] })
    const methods = ['计算方式累计预扣法', '计算方式按次预扣法', '2026-02收入合计', '1,370.00', '800.00']
    for (const part of methods) expect(words).toContain(part)
    expect(await wordsOf(draft)).not.toContain('按次预扣法')
  })

  it('contains person, month, payouts, tax calculation, yearly sums and disclaimer', async () => {
    const words = await wordsOf(draft)
    for (const part of [
      '个人劳务报酬所得与个人所得税扣缴明细',
      '编号MX20260200000123',
      '杭州云启科技有限公司',
      '91330106MA2B000001',
      '王小明',
      '330102199001011234',
      '所属月份2026年2月',
      '2026-02-10PC20260210000110,000.0090.00',
      '2026-02-20PC20260220000120,000.00480.00',
      '本期合计30,000.00570.00',
      '累计预扣法',
      '国家税务总局公告2025年第16号',
      '30,000.00+2026-02收入30,000.00=60,000.00元',
      '5,000.00×2个月=10,000.00元',
      '连续取得收入的月份2026-01、2026-02',
      '×10%−速算扣除2,520.00=1,280.00元',
      '累计收入（元）60,000.00',
      '累计扣缴个人所得税（元）1,140.00',
      '不是税务机关出具的完',
      '以税务机关开具的完税证明为准',
      '盖章处',
      '累计起算月份',
      '文本版本2',
    ])
      expect(words).toContain(part)
    // Due 1,280.00, withheld 570.00 before and 570.00 now.
    expect(words).toContain('应纳税额此前已扣缴本期扣缴尚待补扣1,280.00570.00570.00140.00')
    expect(words).toMatch(/校验码[0-9A-F]{16}/)
    for (const note of text.notes.withheld) expect(words).toContain(squeezed(note).slice(0, 12))
  })

  it('has a check code that depends on the content only', async () => {
    const codeOf = async (one: CertificateDraft) => /校验码([0-9A-F]{16})/.exec(await wordsOf(one))?.[1]
    expect(await codeOf(draft)).toBe(await codeOf(structuredClone(draft)))
    expect(await codeOf({ ...draft, idCardNo: '330102199001011235' })).not.toBe(await codeOf(draft))
  })

  it('is set again in the words of its own text, with the same check code as when it was made', async () => {
    const first = certificateText('1')
    const person = { ...draft.person, gapRule: 'months' } as const
    const words = squeezed(await pdfText(await renderCertificate(first, { ...draft, person })))
    expect(words).toContain('校验码89D771ED974EAEAE')
    expect(words).not.toContain('累计起算月份')
  })

  it('contains income only, and says so, when nothing was withheld', async () => {
    const words = await wordsOf(notWithheld)
    expect(words).toContain(squeezed(text.calculation.notWithheld))
    expect(words).toContain('本期合计30,000.00未代扣')
    for (const absent of ['累计预扣法', '应纳税所得额', '汇算清缴']) expect(words).not.toContain(absent)
  })

  it('says that no income is left when everything was returned', async () => {
    const months = [{ month: '2026-01', incomeFen: 0n, withheldFen: 0n }]
    const back = { ...line('2026-01-10', -30_000_00n, -570_00n), kind: 'reversed' } as const
    const words = await wordsOf({ ...draft, person: { ...draft.person, months }, lines: [back] })
    expect(words).toContain(squeezed(text.calculation.nothingLeft).slice(0, 20))
    expect(words).toContain('本期没有新的发放')
    expect(words).toContain('退票：2026年1月的发放被银行退回')
  })

  it('prints title and seal box on one page', async () => {
    const pages = rasterise(await renderCertificate(text, draft), 60)
    expect(pages).toHaveLength(1)
    const [page] = pages
    if (!page) throw new Error('there are no pages')
    expect(inkIn(page, { left: 0.2, right: 0.8, top: 0.04, bottom: 0.09 })).toBeGreaterThan(500)
    expect(inkIn(page, { left: 0.58, right: 0.92, top: 0.7, bottom: 0.95 })).toBeGreaterThan(250)
  })

  it.each([
    ['Chinese', '云'],
    ['Latin letters without spaces', 'W'],
  ])('keeps the longest names of %s complete and inside the margins', async (_, letter) => {
    const payer = { name: letter.repeat(50), taxpayerId: 'W'.repeat(20) }
    const lines = Array.from({ length: 60 }, () => line('2026-02-10', 99_999_999_99n, 39_999_999_99n))
    const pdf = await renderCertificate(text, {
      ...draft,
      statement: { ...draft.statement, name: letter.repeat(30) },
      payer,
      lines,
    })
    for (const { width, height, grey } of rasterise(pdf, 60)) {
      const stray = grey.filter((value, index) => {
        const [x, y] = [index % width, Math.floor(index / width)]
        return value < 200 && (x < 40 || x > width - 40 || y < 15 || y > height - 15)
      })
      expect(stray.length).toBe(0)
    }
    expect(squeezed(await pdfText(pdf)).match(/39,999,999\.99/g)).toHaveLength(60)
  })

  it('prints a name that looks like a field or command literally', async () => {
    const payer = { ...draft.payer, name: '{year}#set page()' }
    expect(await wordsOf({ ...draft, payer })).toContain('{year}#setpage()')
  })
})

describe('published tax certificate text', () => {
  it('matches the published digest in every version', () => {
    for (const { version, digest } of PUBLISHED)
      expect(digestOf(['json', 'typ'].map((end) => new URL(`statement-v${version}.${end}`, FOLDER)))).toBe(
        digest,
      )
  })

  it('rejects a changed text or layout and an unknown version', async () => {
    expect(() => certificateText('0')).toThrow('no statement text 0 is published')
    const folder = await mkdtemp(join(tmpdir(), 'paywages-text-'))
    try {
      const fixture = pathToFileURL(`${folder}/`)
      for (const end of ['json', 'typ']) await writeFile(new URL(`statement-v1.${end}`, fixture), '{}')
      expect(() => readCertificateTexts(PUBLISHED, fixture)).toThrow(
        'statement-v1.json is not what was published',
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

function inkIn(
  { width, height, grey }: GreyPage,
  { left, right, top, bottom }: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>,
): number {
  return grey.reduce((count, value, index) => {
    const [x, y] = [(index % width) / width, Math.floor(index / width) / height]
    return count + (value < 160 && x >= left && x < right && y >= top && y < bottom ? 1 : 0)
  }, 0)
}
