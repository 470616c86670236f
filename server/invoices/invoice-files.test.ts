// The files of results and corrections: whose, of which kind, how many, how large, all or none (D5, D30).

import {
  bmpSample,
  docxSample,
  gifSample,
  jpgSample,
  ofdSample,
  pdfSample,
  pngSample,
} from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { pdfOfSize } from '../testing/file-calls.ts'
import { invoicedApplication, type UnattachedFile, unattachedFile } from '../testing/invoices.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeApplication } from '../testing/stored-records.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let manager: Client
let applicationId: number

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  manager = await signIn(services, 'managerA')
})
beforeEach(async () => {
  applicationId = await storeApplication(services, 'payA1', { status: 'invoicing' })
})
afterAll(() => services.close())

const unattached = (file?: UnattachedFile) => unattachedFile(services, 'managerA', file)
const enter = (fileIds: readonly string[], more: object = {}) =>
  manager.call('enterInvoiceResult', { applicationId, trackingNo: 'SF1', fileIds: [...fileIds], ...more })
const detail = (id = applicationId) => manager.answer('invoiceDetail', { applicationId: id })
const statusOf = async () => (await detail()).status

async function attachedOf(fileIds: readonly string[]): Promise<number> {
  const rows = await services.query(
    'select 1 from files where file_id = any($1::uuid[]) and attached_at is not null',
    [fileIds],
  )
  return rows.length
}

describe('enterInvoiceResult', () => {
  it('accepts ten files of all image types, PDF and OFD, in order', async () => {
    const files: UnattachedFile[] = [
      { name: 'a.png', bytes: pngSample() },
      { name: 'b.jpg', bytes: jpgSample() },
      { name: 'c.jpeg', bytes: jpgSample() },
      { name: 'd.gif', bytes: gifSample() },
      { name: 'e.bmp', bytes: bmpSample() },
      { name: 'f.pdf', bytes: pdfSample() },
      { name: 'g.ofd', bytes: ofdSample() },
      { name: '发票 №8 “正”.pdf' },
      { name: 'document.pdf', kind: 'document' },
      { name: 'ten.pdf', bytes: pdfOfSize(10 * 1_048_576), kind: 'document' },
    ]
    const ids: string[] = []
    for (const file of files) ids.push(await unattached(file))
    expect((await enter(ids)).body.status).toBe(0)
    const { files: shown } = await detail()
    expect(shown.map(({ fileId }) => fileId)).toEqual(ids)
    expect(shown.map(({ content }) => content)).toEqual([
      'png',
      'jpg',
      'jpg',
      'gif',
      'bmp',
      'pdf',
      'ofd',
      'pdf',
      'pdf',
      'pdf',
    ])
    const applicant = await signIn(services, 'payA1')
    expect((await applicant.call('downloadFile', { fileId: ids[6] ?? '' })).http).toBe(200)
    expect(
      (await (await signIn(services, 'payA2')).call('downloadFile', { fileId: ids[6] ?? '' })).http,
    ).toBe(404)
  })

  it('stores the invoice count, one by default', async () => {
    await enter([await unattached()])
    expect((await detail()).invoiceCount).toBe(1)
    applicationId = await storeApplication(services, 'payA1', { status: 'invoicing' })
    await enter([await unattached()], { invoiceCount: 7 })
    expect((await detail()).invoiceCount).toBe(7)
  })

  it('draws from the stock of the month and type', async () => {
    const [stock] = await services.query<{ id: number }>(
      "insert into invoice_stocks (provider_id, month, created_at) values ($1, '2026-03', now()) returning stock_id as id",
      [people.providers.A1],
    )
    await services.query(
      `insert into invoice_stock_lines (stock_id, invoice_type, supported, sufficient, invoice_count, amount_fen)
       select $1, type, true, true, 10, 100000 from unnest(array['ordinary-electronic', 'special-paper']) type`,
      [stock?.id],
    )
    await enter([await unattached()], { invoiceCount: 3 })
    const lines = await services.query(
      'select invoice_type as type, drawn_count as count, drawn_fen as fen from invoice_stock_lines where stock_id = $1 order by 1',
      [stock?.id],
    )
    expect(lines).toEqual([
      { type: 'ordinary-electronic', count: 3, fen: 100_00n },
      { type: 'special-paper', count: 0, fen: 0n },
    ])
  })

  it('attaches a file listed twice once', async () => {
    const fileId = await unattached()
    expect((await enter([fileId, fileId])).body.status).toBe(0)
    expect((await detail()).files.map((file) => file.fileId)).toEqual([fileId])
  })

  const bad: [string, () => Promise<string>, number, string][] = [
    ['a file of another manager', () => unattachedFile(services, 'admin'), 422, 'file-gone'],
    ['a file of the applicant', () => unattachedFile(services, 'payA1'), 422, 'file-gone'],
    ['a file of another kind', () => unattached({ kind: 'contract' }), 422, 'file-gone'],
    ['an unknown file id', async () => '00000000-0000-4000-8000-000000000000', 422, 'file-gone'],
    ['a DOCX', () => unattached({ name: 'a.docx', bytes: docxSample(), kind: 'document' }), 415, 'file-type'],
    [
      'a file larger than 10 MB',
      () => unattached({ bytes: pdfOfSize(10 * 1_048_576 + 1), kind: 'document' }),
      413,
      'file-too-large',
    ],
  ]
  it.each(bad)('rejects %s and attaches none of the files', async (_, file, http, code) => {
    const good = [await unattached(), await unattached()]
    const reply = await enter([good[0] ?? '', await file(), good[1] ?? ''])
    expect([reply.http, reply.body.code]).toEqual([http, code])
    expect([await attachedOf(good), await statusOf()]).toEqual([0, 'invoicing'])
    expect((await enter(good)).body.status).toBe(0)
  })

  it('rejects a file attached to another result', async () => {
    const fileId = await unattached()
    await enter([fileId])
    applicationId = await storeApplication(services, 'payA1', { status: 'invoicing' })
    expect((await enter([fileId])).body.code).toBe('file-gone')
  })

  it('relies on the upload to reject mismatching content and excessive size', async () => {
    await expect(unattached({ name: 'a.pdf', bytes: pngSample() })).rejects.toThrow('file-type')
    await expect(unattached({ bytes: pdfOfSize(10 * 1_048_576 + 1) })).rejects.toThrow('file-too-large')
  })

  const FIELD: [string, unknown, string][] = [
    ['invoiceFileIds', [], '请上传发票文件'],
    ['invoiceFileIds', undefined, '请上传发票文件'],
    ['invoiceFileIds', Array.from({ length: 11 }, () => crypto.randomUUID()), '最多上传 10 个发票文件'],
    ['trickNo', '', '请输入物流单号'],
    ['trickNo', '   ', '请输入物流单号'],
    ['trickNo', '1'.repeat(31), '物流单号最多 30 个字符'],
    ['trickRemark', '备'.repeat(101), '备注最多 100 个字符'],
    ['invoiceNum', 0, '发票份数须为 1 至 1000 的整数'],
    ['invoiceNum', 1.5, '发票份数须为 1 至 1000 的整数'],
  ]
  it.each(FIELD)('rejects %s %j with an error on its field', async (field, value, msg) => {
    const fields = {
      invoiceId: applicationId,
      trickNo: 'SF1',
      invoiceFileIds: [crypto.randomUUID()],
      [field]: value,
    }
    const { http, body } = await manager.wire('enterInvoiceResult', fields)
    expect([http, body.errors]).toEqual([400, [{ field, msg }]])
  })
})

describe('correctInvoice', () => {
  const correct = (id: number, more: object, fileIds: readonly string[]) =>
    manager.call('correctInvoice', {
      applicationId: id,
      trackingNo: 'SF1',
      trackingNote: '',
      fileIds: [...fileIds],
      reason: '文件传错',
      ...more,
    })

  it('keeps, adds and removes files and describes the changes in the history', async () => {
    const [kept, gone] = [await unattached({ name: 'kept.pdf' }), await unattached({ name: 'gone.pdf' })]
    const id = await invoicedApplication(services, 'payA1', 'managerA', {
      fileIds: [gone, kept],
      trackingNo: 'SF1',
    })
    const added = await unattached({ name: 'new.png', bytes: pngSample() })
    expect((await correct(id, { trackingNo: 'SF2', trackingNote: '重寄' }, [added, kept])).body.status).toBe(
      0,
    )
    const shown = await detail(id)
    expect(shown.files.map(({ fileId }) => fileId)).toEqual([added, kept])
    expect(shown.removedFiles).toMatchObject([
      { fileId: gone, fileName: 'gone.pdf', removedAt: expect.any(Date) },
    ])
    expect(shown.history.at(-1)).toMatchObject({
      kind: 'corrected',
      reason: '文件传错',
      changes: [
        { field: '物流单号', before: 'SF1', after: 'SF2' },
        { field: '开票备注', before: '', after: '重寄' },
        { field: '发票文件', before: 'gone.pdf、kept.pdf', after: 'new.png、kept.pdf' },
      ],
    })
    // What was taken out stays readable to whoever reads the history, and is not swept.
    expect((await (await signIn(services, 'payA1')).call('downloadFile', { fileId: gone })).http).toBe(200)
  })

  it('changes one field and leaves the others', async () => {
    const fileId = await unattached()
    const id = await invoicedApplication(services, 'payA1', 'managerA', {
      fileIds: [fileId],
      trackingNo: 'SF1',
    })
    expect((await correct(id, { trackingNote: '补充' }, [fileId])).body.status).toBe(0)
    const { history, files, removedFiles } = await detail(id)
    expect(history.at(-1)?.changes).toEqual([{ field: '开票备注', before: '', after: '补充' }])
    expect([files.length, removedFiles]).toEqual([1, []])
  })

  it('rejects a correction that changes nothing but the file order', async () => {
    const [a, b] = [await unattached(), await unattached()]
    const id = await invoicedApplication(services, 'payA1', 'managerA', {
      fileIds: [a, b],
      trackingNo: 'SF1',
    })
    for (const fileIds of [
      [a, b],
      [b, a],
      [b, a, b],
    ]) {
      const { http, body } = await correct(id, {}, fileIds)
      expect([http, body.code, body.msg]).toEqual([422, 'invoice-nothing-changed', '没有需要更正的内容'])
    }
    expect((await detail(id)).history).toHaveLength(2)
  })

  it('rejects a removed file and a file of another application', async () => {
    const [gone, kept] = [await unattached(), await unattached()]
    const id = await invoicedApplication(services, 'payA1', 'managerA', { fileIds: [gone, kept] })
    expect((await correct(id, {}, [kept])).body.status).toBe(0)
    const other = await unattached()
    await invoicedApplication(services, 'payA1', 'managerA', { fileIds: [other] })
    for (const fileId of [gone, other]) {
      expect((await correct(id, {}, [kept, fileId])).body.code).toBe('file-gone')
      expect((await detail(id)).files.map((file) => file.fileId)).toEqual([kept])
    }
  })

  it('keeps quota, cover and invoicing time', async () => {
    const id = await invoicedApplication(services, 'payA1', 'managerA', { trackingNo: 'SF1' })
    const before = await services.query('select * from invoice_accounts order by 1')
    const { invoicedAt, coveredFen } = await detail(id)
    services.clock.advance(60_000)
    await correct(id, { trackingNo: 'SF2' }, [await unattached()])
    expect(await services.query('select * from invoice_accounts order by 1')).toEqual(before)
    expect(await detail(id)).toMatchObject({ invoicedAt, coveredFen })
  })

  it('rejects a missing reason', async () => {
    const id = await invoicedApplication(services, 'payA1', 'managerA')
    const fields = { invoiceId: id, trickNo: 'SF2', invoiceFileIds: [await unattached()], reason: ' ' }
    const { body } = await manager.wire('correctInvoice', fields)
    expect(body.errors).toEqual([{ field: 'reason', msg: '请输入更正原因' }])
  })
})
