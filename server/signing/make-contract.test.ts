// The signed file: every word of the text, both parties, the drawn signature as ink, and a digest that tells any change.

import { expect, it } from 'vitest'
import { pdfText } from '../testing/pdf-text.ts'
import { type GreyPage, rasterise } from '../testing/rasterise.ts'
import { SIGNATURE } from '../testing/signing.ts'
import { filled, readTexts } from './contract-text.ts'
import { type ContractPdfDraft, contractDigest, makeContract } from './make-contract.ts'

const texts = readTexts()
const draft: ContractPdfDraft = {
  number: 'GR2026111500042',
  texts,
  fields: {
    providerName: '浙江星河灵活用工信息技术服务有限公司杭州第一分公司',
    taxpayerId: '91330100MA2B0X0X0X',
    name: '阿卜杜热合曼·阿卜杜热西提·买买提江·艾合买提吐尔逊库尔班江',
    idCardNo: '65010119900307801X',
    phone: '13912342001',
    monthlyLimit: '92,000.00',
    brandName: '星河科技有限公司',
    contact: '联系人：王五',
  },
  signature: SIGNATURE,
  signatureSha256: 'a'.repeat(64),
  frontSha256: 'b'.repeat(64),
  backSha256: 'c'.repeat(64),
  invitedAt: new Date('2026-11-14T01:02:03Z'),
  signedAt: new Date('2026-11-15T16:30:05Z'),
  address: '203.0.113.77',
  evidence: 'shown-link' as const,
}
const squeezed = (words: string) => words.replaceAll(/[\s　]/g, '')

it('prints number, parties, every clause, signing time, masked address and digest', async () => {
  const { pdf, digest } = await makeContract(draft)
  const words = await pdfText(pdf)
  // Headers and footers may stand between two halves of a paragraph.
  const text = squeezed(words)
    .replaceAll(/自由职业者服务协议协议编号GR\d{13}/g, '')
    .replaceAll(/文本版本1第\d页，共\d页/g, '')
  expect([...draft.fields.name]).toHaveLength(30)
  for (const value of ['providerName', 'taxpayerId', 'name', 'idCardNo', 'phone'] as const)
    expect(text).toContain(squeezed(draft.fields[value]))
  for (const { heading, paragraphs } of filled(texts.contract, draft.fields)) {
    expect(text).toContain(squeezed(heading))
    for (const paragraph of paragraphs) expect(text).toContain(squeezed(paragraph))
  }
  expect(words).toContain('协议编号 GR2026111500042')
  expect(words).toContain('2026-11-16 00:30:05（北京时间）')
  expect(words).toContain('203.0.*.*')
  expect(words).not.toContain('203.0.113')
  expect(words).toContain(digest.match(/.{4}/g)?.join(' ') ?? '-')
  expect(words).toMatch(/第 1 页，共 [34] 页/)
  expect(words).not.toContain('短信验证码；')
  expect(squeezed(words)).toContain('签约链接曾向邀请人显示，未经短信验证，证据效力较弱')
  expect(await pdfText((await makeContract({ ...draft, evidence: 'code' })).pdf)).toContain('短信验证码；')
})

const darkOf = (pages: readonly GreyPage[]) =>
  pages.map(({ grey }) => grey.reduce((count, value) => count + (value < 128 ? 1 : 0), 0))

it('prints the signature on the last page inside the margins', async () => {
  const line = { ...SIGNATURE, strokes: [[60, 80, 61, 81]] }
  const [signed, blank] = [await makeContract(draft), await makeContract({ ...draft, signature: line })]
  const [withInk, without] = [rasterise(signed.pdf, 60), rasterise(blank.pdf, 60)]
  const last = withInk.length - 1
  expect(withInk.length).toBe(without.length)
  // Everything but the signature is the same.
  expect(darkOf(withInk).slice(0, last)).toEqual(darkOf(without).slice(0, last))
  const [page, other] = [withInk[last], without[last]]
  if (!page || !other) throw new Error('there is no last page')
  const changed: { x: number; y: number }[] = []
  page.grey.forEach((value, index) => {
    if (value < 128 && (other.grey[index] ?? 0) > 200)
      changed.push({ x: index % page.width, y: Math.floor(index / page.width) })
  })
  expect(changed.length).toBeGreaterThan(60)
  const xs = changed.map(({ x }) => x)
  const ys = changed.map(({ y }) => y)
  expect(Math.min(...xs)).toBeGreaterThan(page.width * 0.48)
  expect(Math.max(...xs)).toBeLessThan(page.width * 0.9)
  expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThan(20)
  for (const { grey, width, height } of withInk) {
    const edge = 30
    const stray = grey.filter((value, index) => {
      const [x, y] = [index % width, Math.floor(index / width)]
      return value < 200 && (x < edge || x > width - edge || y < edge / 2 || y > height - edge / 2)
    })
    expect(stray.length).toBe(0)
  }
})

it('computes a digest that changes with every signed value', () => {
  const digest = contractDigest(draft)
  const others: Partial<ContractPdfDraft>[] = [
    { number: 'GR2026111500043' },
    { texts: { ...texts, contract: { ...texts.contract, digest: 'x' } } },
    { texts: { ...texts, notice: { ...texts.notice, digest: 'x' } } },
    { fields: { ...draft.fields, name: '别人' } },
    { fields: { ...draft.fields, idCardNo: '650101199003078011' } },
    { fields: { ...draft.fields, providerName: '别家' } },
    { fields: { ...draft.fields, monthlyLimit: '1.00' } },
    { frontSha256: 'x' },
    { backSha256: 'x' },
    { signatureSha256: 'x' },
    { signedAt: new Date('2026-11-15T16:30:05.001Z') },
  ]
  const digests = others.map((change) => contractDigest({ ...draft, ...change }))
  expect(new Set([digest, ...digests]).size).toBe(others.length + 1)
  expect(contractDigest({ ...draft })).toBe(digest)
})
