// What is refused at upload, in the words of wire/bank-statements/messages.ts, and that nothing of it stays behind.

import { pdfSample, pngSample } from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typeset } from '../adapters/pdf/typeset.ts'
import { postStatements } from '../testing/bank-statements.ts'
import { signIn } from '../testing/client.ts'
import { emptyPages } from '../testing/hand-built-pdf.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture } from '../testing/provider-fixture.ts'
import { LAYOUTS, statementPdf } from '../testing/statement-pdfs.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

/** A payer of a provider that nobody else in this file pays for. */
async function newFixture(terms: Parameters<typeof openProviderFixture>[2] = {}) {
  const fixture = await openProviderFixture(services, people, terms)
  return { ...fixture, client: await signIn(services, fixture.pay) }
}

type Place = Awaited<ReturnType<typeof newFixture>>

describe('uploadStatements', () => {
  let fixture: Place
  beforeAll(async () => {
    fixture = await newFixture()
  })
  const unheard = () =>
    statementPdf(LAYOUTS.signed, [
      {
        at: new Date('2026-03-16T02:00:00Z'),
        reference: crypto.randomUUID(),
        name: '无名氏',
        cardNo: '6222021202000019999',
        netFen: 1n,
      },
    ])
  const statements = async () =>
    (await services.query<{ n: number }>('select count(*)::int as n from statements'))[0]?.n

  it.each<[string, string, () => Promise<Uint8Array>, string, number, string]>([
    ['a picture named .pdf', 'a.pdf', async () => pngSample(), 'statement-type', 415, '请选择 pdf 文件上传'],
    ['a PDF named otherwise', 'a.xlsx', unheard, 'statement-type', 415, '请选择 pdf 文件上传'],
    ['nothing', 'a.pdf', async () => new Uint8Array(), 'statement-type', 415, '请选择 pdf 文件上传'],
    ['a scan', 'a.pdf', async () => emptyPages(2), 'statement-scanned', 422, '扫描件'],
    [
      'a damaged one',
      'a.pdf',
      async () => pdfSample('1 0 obj<</Type/Catalog>>endobj\n'),
      'statement-damaged',
      422,
      '已损坏',
    ],
    ['a letter', 'a.pdf', () => typeset('您好', {}), 'statement-unknown', 422, '未关联任何明细'],
    [
      'a script',
      'a.pdf',
      async () => emptyPages(1, '/OpenAction<</S/JavaScript/JS(1)>>'),
      'statement-active',
      422,
      '脚本',
    ],
    [
      'too many pages',
      'a.pdf',
      async () => emptyPages(1_001),
      'statement-too-long',
      422,
      '对账单超过 1000 页',
    ],
  ])('refuses a file and stores nothing: %s', async (_, fileName, make, code, http, msg) => {
    const before = await statements()
    const answer = await postStatements(fixture.client, [{ fileName, bytes: await make() }])
    expect([answer.http, answer.body.code]).toEqual([http, code])
    expect(answer.body.msg).toContain(msg)
    expect(answer.body.errors).toEqual([{ field: 'files', msg: answer.body.msg }])
    expect(await statements()).toBe(before)
    const [unattached] = await services.query<{ n: number }>(
      'select count(*)::int as n from files where attached_at is null',
    )
    expect(unattached?.n).toBe(0)
  })

  it('refuses the same content twice, also concurrently, but accepts it for another provider', async () => {
    const bytes = await unheard()
    const answers = await Promise.all(
      ['one.pdf', 'two.pdf'].map((fileName) => postStatements(fixture.client, [{ fileName, bytes }])),
    )
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
    const again = await postStatements(fixture.client, [{ fileName: 'three.pdf', bytes }])
    expect([again.http, again.body.code]).toEqual([409, 'statement-known'])
    expect(again.body.msg).toMatch(/相同内容的对账单已上传过（(one|two)\.pdf）/)
    const other = await newFixture()
    expect((await postStatements(other.client, [{ bytes }])).http).toBe(200)
  })

  it('refuses bank statements for another provider, in scope with 403 and out of scope with 404', async () => {
    const own = await signIn(services, 'payA1')
    await services.query("update accounts set manager = true where account = 'payA1'")
    const bytes = await unheard()
    const { A1, A2, B1 } = people.providers
    const to = (providerId: number) => postStatements(own, [{ bytes }], { providerId: String(providerId) })
    const [inScope, outside] = [await to(A2), await to(B1)]
    expect([inScope.http, inScope.body.code, inScope.body.msg]).toEqual([
      403,
      'statement-other-provider',
      '只能上传所属供应商的对账单',
    ])
    expect([outside.http, outside.body.code]).toEqual([404, 'not-found'])
    expect((await to(A1)).http).toBe(200)
    await services.query("update accounts set manager = false where account = 'payA1'")
  })

  it('refuses only the bad ones of several files, each with its own message', async () => {
    const answer = await postStatements(fixture.client, [
      { fileName: 'good.pdf', bytes: await unheard() },
      { fileName: 'scan.pdf', bytes: emptyPages(3) },
      { fileName: 'table.pdf', bytes: await typeset('#table("无")', {}) },
    ])
    expect(answer.http).toBe(200)
    const reported = answer.body.data as Record<string, unknown>[]
    expect(reported.map(({ fileName, statementId }) => [fileName, statementId !== null])).toEqual([
      ['good.pdf', true],
      ['scan.pdf', false],
      ['table.pdf', false],
    ])
    expect(reported.map(({ refusal }) => String(refusal).slice(0, 6))).toEqual([
      '',
      'PDF 是扫',
      '没有在文件中',
    ])
    const unattached = await services.query('select 1 from files where attached_at is null')
    expect(unattached).toEqual([])
  })

  it('refuses a request whose files are all bad with the first reason and one message per file', async () => {
    const answer = await postStatements(fixture.client, [
      { fileName: 'scan.pdf', bytes: emptyPages(4) },
      { fileName: 'picture.pdf', bytes: pngSample() },
    ])
    expect([answer.http, answer.body.code]).toEqual([422, 'statement-scanned'])
    expect(answer.body.errors?.map(({ field, msg }) => [field, msg.split('：')[0]])).toEqual([
      ['files', 'scan.pdf'],
      ['files', 'picture.pdf'],
    ])
  })
})
