// Tax proofs through their calls: generated once, uploaded, rejected, and everything that is refused on the way (D31).

import { docxSample, pdfSample, pngSample } from '@paywages/domain/files/file-samples.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../../testing/client.ts'
import { pdfOfSize, storedKeys } from '../../testing/file-calls.ts'
import { emptyPages } from '../../testing/hand-built-pdf.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { createPeople, type People } from '../../testing/people.ts'
import {
  generateOn,
  oneProof,
  onlyProof,
  openTaxFixture,
  payOn,
  proofsOf,
  sendProof,
} from '../../testing/tax-fixture.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

const MB = 1_048_576

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
// Nothing is left to close for the next test, which counts.
afterEach(async () => {
  services.clock.set(new Date('2026-06-03T10:00:00+08:00'))
  await (await signIn(services, 'admin')).call('generateProofs', {})
})
afterAll(() => services.close())

const reported = ({ http, body }: Reply) => `${http} ${body.code ?? ''}`.trim()
const statusOf = async (taxId: number) =>
  (
    await services.query<{ status: string; files: number }>(
      `select status, (select count(*)::int from files where attached_kind = 'tax-proof' and attached_id = $1::text) as files
       from tax_periods where tax_id = $1::int`,
      [taxId],
    )
  )[0]
const eventsOf = (taxId: number) =>
  services.query('select kind, reason from tax_proof_events where tax_id = $1 order by event_id', [taxId])
const entriesOf = (action: string, taxId: number) =>
  services.query<{ account: string; provider_id: number; before: unknown; after: unknown }>(
    'select account, provider_id, before, after from audit_entries where action = $1 and object_id = $2 order by entry_id',
    [action, String(taxId)],
  )

describe('generateProofs', () => {
  it('creates a proof for each month once', async () => {
    const fixture = await openTaxFixture(services, people)
    await payOn(services, fixture, '2026-01-12')
    expect(await generateOn(services, '2026-02-03')).toBe(1)
    expect(await generateOn(services, '2026-02-03')).toBe(0)
    expect(await generateOn(services, '2026-02-28', 'admin')).toBe(0)
    const { taxId } = await onlyProof(services, fixture)
    expect(await eventsOf(taxId)).toEqual([{ kind: 'closed', reason: '' }])
    expect(await entriesOf('close-tax-month', taxId)).toMatchObject([
      { account: 'managerA', provider_id: fixture.providerId },
    ])
  })

  it('creates the proof in only one of two concurrent requests', async () => {
    const fixture = await openTaxFixture(services, people)
    await payOn(services, fixture, '2026-01-12')
    services.clock.set(new Date('2026-02-03T10:00:00+08:00'))
    const clients = [await signIn(services, 'managerA'), await signIn(services, 'admin')]
    const lock = await holdLock(services, "select pg_advisory_xact_lock(hashtext('tax-periods'), $1)", [
      fixture.providerId,
    ])
    const both = Promise.all(clients.map((client) => client.answer('generateProofs', {})))
    await lock.untilWaiting(2)
    await lock.release()
    expect((await both).toSorted()).toEqual([0, 1])
    const { taxId } = await onlyProof(services, fixture)
    expect(await eventsOf(taxId)).toHaveLength(1)
    expect(await entriesOf('close-tax-month', taxId)).toHaveLength(1)
  })

  it('rejects the request when nobody was paid up to last month', async () => {
    services.clock.set(new Date('2026-03-16T10:00:00+08:00'))
    const manager = await signIn(services, 'managerB')
    const { http, body } = await manager.call('generateProofs', {})
    expect([http, body.code, body.msg]).toEqual([
      422,
      'tax-month-empty',
      '2026-02 没有成功的发放记录，无需生成完税证明',
    ])
    const [row] = await services.query<{ n: number }>(
      'select count(*)::int as n from tax_periods where provider_id = $1',
      [people.providers.B1],
    )
    expect(row?.n).toBe(0)
  })

  it('closes nothing out of scope and rejects accounts that are not managers', async () => {
    const fixture = await openTaxFixture(services, people)
    await payOn(services, fixture, '2026-01-12')
    services.clock.set(new Date('2026-02-03T10:00:00+08:00'))
    await (await signIn(services, 'managerB')).call('generateProofs', {})
    for (const account of [fixture.pay, fixture.check])
      expect(reported(await (await signIn(services, account)).call('generateProofs', {}))).toBe(
        '403 not-allowed',
      )
    expect(await proofsOf(services, fixture)).toEqual([])
  })

  it('announces in monthsToProve which months it would close', async () => {
    const fixture = await openTaxFixture(services, people)
    await payOn(services, fixture, '2026-01-12')
    const monthsOn = async (day: string) => {
      services.clock.set(new Date(`${day}T10:00:00+08:00`))
      const { rows } = await (await signIn(services, 'managerA')).answer('monthsToProve', {})
      return rows.find(({ providerId }) => providerId === fixture.providerId)
    }
    expect(await monthsOn('2026-01-31')).toMatchObject({ withholds: true, months: [] })
    expect(await monthsOn('2026-03-01')).toMatchObject({ months: ['2026-01', '2026-02'] })
    await generateOn(services, '2026-03-01')
    expect(await monthsOn('2026-03-01')).toMatchObject({ months: [] })
    const { rows } = await (await signIn(services, 'managerB')).answer('monthsToProve', {})
    expect(rows).toEqual([])
  })

  it('closes a provider that does not withhold without a proof', async () => {
    const fixture = await openTaxFixture(services, people)
    await services.query('update providers set withholds_tax = false where provider_id = $1', [
      fixture.providerId,
    ])
    await payOn(services, fixture, '2026-01-12')
    expect(await generateOn(services, '2026-02-03')).toBe(0)
    const { taxId } = await onlyProof(services, fixture)
    const payer = await signIn(services, fixture.pay)
    expect((await payer.answer('listProofs', {})).count).toBe(0)
    expect(reported(await payer.call('proofDetail', { taxId }))).toBe('404 not-found')
    expect(reported(await sendProof(payer, taxId))).toBe('404 not-found')
  })
})

describe('uploadProof', () => {
  it('sets the status to uploaded, then to updated, and keeps every file', async () => {
    const { fixture, taxId } = await oneProof(services, people)
    const payer = await signIn(services, fixture.pay)
    expect(reported(await sendProof(payer, taxId, { fileName: '完税证明.pdf', value: pdfSample() }))).toBe(
      '200',
    )
    expect(await statusOf(taxId)).toEqual({ status: 'uploaded', files: 1 })
    const manager = await signIn(services, 'managerA')
    expect(reported(await sendProof(manager, taxId, { fileName: 'second.png', value: pngSample() }))).toBe(
      '200',
    )
    expect(await statusOf(taxId)).toEqual({ status: 'updated', files: 2 })
    const { file, history, uploadedAt } = await payer.answer('proofDetail', { taxId })
    expect([file?.fileName, uploadedAt]).toEqual(['second.png', services.clock.now()])
    expect(
      history.map(({ kind, byName, file }) => `${kind} ${byName} ${file?.fileName ?? ''}`.trim()),
    ).toEqual([
      'closed Name of managerA',
      `uploaded Name of ${fixture.pay} 完税证明.pdf`,
      'uploaded Name of managerA second.png',
    ])
    // The first one too, by whoever may see the proof, and by nobody else.
    const fileId = history[1]?.file?.fileId ?? ''
    const reader = await signIn(services, fixture.check)
    expect(Buffer.from((await reader.call('downloadFile', { fileId })).raw.rawPayload)).toEqual(
      Buffer.from(pdfSample()),
    )
    expect(reported(await (await signIn(services, 'payA2')).call('downloadFile', { fileId }))).toBe(
      '404 not-found',
    )
    expect(await entriesOf('upload-tax-proof', taxId)).toMatchObject([
      { account: fixture.pay, before: { status: 'pending' }, after: { status: 'uploaded' } },
      { account: 'managerA', before: { status: 'uploaded' }, after: { status: 'updated' } },
    ])
  })

  it('rejects content that is not a PDF or image and stores nothing', async () => {
    const { fixture, taxId } = await oneProof(services, people)
    const payer = await signIn(services, fixture.pay)
    const before = await storedKeys(services)
    const wrong = [
      { fileName: 'proof.docx', value: docxSample() },
      { fileName: 'proof.pdf', value: docxSample() },
      { fileName: 'proof.png', value: pdfSample() },
      { fileName: 'proof.pdf', value: 'not a pdf' },
    ]
    for (const file of wrong) expect(reported(await sendProof(payer, taxId, file))).toBe('415 file-type')
    const empty = await sendProof(payer, taxId, { fileName: 'proof.pdf', value: '' })
    expect(reported(empty)).toBe('422 file-empty')
    const active = emptyPages(1, '/OpenAction<</S/JavaScript/JS(app.alert(1))>>')
    expect(reported(await sendProof(payer, taxId, { fileName: 'proof.pdf', value: active }))).toBe(
      '422 file-active',
    )
    expect(await statusOf(taxId)).toEqual({ status: 'pending', files: 0 })
    expect(await storedKeys(services)).toEqual(before)
    expect(await eventsOf(taxId)).toHaveLength(1)
  })

  it('accepts 10 MB and not a byte more', async () => {
    const { fixture, taxId } = await oneProof(services, people)
    const payer = await signIn(services, fixture.pay)
    const tooLarge = await sendProof(payer, taxId, { fileName: 'a.pdf', value: pdfOfSize(10 * MB + 1) })
    expect([reported(tooLarge), tooLarge.body.msg]).toEqual(['413 file-too-large', '文件不能超过 10 MB'])
    expect(await statusOf(taxId)).toEqual({ status: 'pending', files: 0 })
    expect(reported(await sendProof(payer, taxId, { fileName: 'a.pdf', value: pdfOfSize(10 * MB) }))).toBe(
      '200',
    )
  })

  it('allows only payers of the provider and its managers', async () => {
    const { fixture, taxId } = await oneProof(services, people)
    expect(reported(await sendProof(await signIn(services, fixture.check), taxId))).toBe('403 not-allowed')
    for (const account of ['payA2', 'payB1', 'managerB'])
      expect(reported(await sendProof(await signIn(services, account), taxId))).toBe('404 not-found')
    expect(await statusOf(taxId)).toEqual({ status: 'pending', files: 0 })
  })

  it('accepts both of two concurrent uploads, the second as update', async () => {
    const { fixture, taxId } = await oneProof(services, people)
    const payers = [await signIn(services, fixture.pay), await signIn(services, 'managerA')]
    const lock = await holdLock(services, 'select 1 from tax_periods where tax_id = $1 for update', [taxId])
    const both = Promise.all(payers.map((payer) => sendProof(payer, taxId)))
    await lock.untilWaiting(2)
    await lock.release()
    expect((await both).map(reported)).toEqual(['200', '200'])
    expect(await statusOf(taxId)).toEqual({ status: 'updated', files: 2 })
    expect((await eventsOf(taxId)).length).toBe(3)
  })
})

describe('rejectProof', () => {
  async function uploadedProof() {
    const { fixture, taxId } = await oneProof(services, people)
    const payer = await signIn(services, fixture.pay)
    await sendProof(payer, taxId)
    return { fixture, taxId, payer, manager: await signIn(services, 'managerA') }
  }
  const reject = (client: Client, taxId: number, reason = '月份不符') =>
    client.call('rejectProof', { taxId, reason })

  it('marks the proof as rejected with the reason until another file is uploaded', async () => {
    const { fixture, taxId, payer, manager } = await uploadedProof()
    expect(reported(await reject(manager, taxId))).toBe('200')
    expect(await payer.answer('proofDetail', { taxId })).toMatchObject({
      status: 'rejected',
      reason: '月份不符',
      file: { fileName: 'picture.png' },
    })
    expect(reported(await sendProof(payer, taxId))).toBe('200')
    expect(await payer.answer('proofDetail', { taxId })).toMatchObject({ status: 'updated', reason: '' })
    expect(reported(await reject(manager, taxId, '仍不符'))).toBe('200')
    expect(await entriesOf('reject-tax-proof', taxId)).toMatchObject([
      {
        account: 'managerA',
        provider_id: fixture.providerId,
        after: { status: 'rejected', reason: '月份不符' },
      },
      { before: { status: 'updated' }, after: { reason: '仍不符' } },
    ])
  })

  it('rejects a missing or overlong reason', async () => {
    const { taxId, manager } = await uploadedProof()
    for (const [reason, msg] of [
      [undefined, '请输入驳回原因'],
      ['', '请输入驳回原因'],
      ['   ', '请输入驳回原因'],
      ['长'.repeat(101), '原因最多 100 个字符'],
    ]) {
      const { http, body } = await manager.wire('rejectProof', {
        taxId,
        ...(reason === undefined ? {} : { reason }),
      })
      expect([http, body.errors?.[0]?.msg]).toEqual([400, msg])
    }
    expect(await statusOf(taxId)).toEqual({ status: 'uploaded', files: 1 })
  })

  it('rejects a proof without a file and one already rejected', async () => {
    const { taxId } = await oneProof(services, people)
    const manager = await signIn(services, 'managerA')
    expect(reported(await reject(manager, taxId))).toBe('409 proof-not-rejectable')
    await sendProof(manager, taxId)
    expect(reported(await reject(manager, taxId))).toBe('200')
    expect(reported(await reject(manager, taxId))).toBe('409 proof-not-rejectable')
    expect((await eventsOf(taxId)).map(({ kind }) => kind)).toEqual(['closed', 'uploaded', 'rejected'])
  })

  it('allows only managers with the provider in scope', async () => {
    const { fixture, taxId, payer } = await uploadedProof()
    expect(reported(await reject(payer, taxId))).toBe('403 not-allowed')
    expect(reported(await reject(await signIn(services, fixture.check), taxId))).toBe('403 not-allowed')
    expect(reported(await reject(await signIn(services, 'managerB'), taxId))).toBe('404 not-found')
    expect(await statusOf(taxId)).toEqual({ status: 'uploaded', files: 1 })
  })

  it('accepts only one of two concurrent rejections', async () => {
    const { taxId, manager } = await uploadedProof()
    const admin = await signIn(services, 'admin')
    const lock = await holdLock(services, 'select 1 from tax_periods where tax_id = $1 for update', [taxId])
    const both = Promise.all([reject(manager, taxId, '一'), reject(admin, taxId, '二')])
    await lock.untilWaiting(2)
    await lock.release()
    expect((await both).map(reported).toSorted()).toEqual(['200', '409 proof-not-rejectable'])
    expect(await eventsOf(taxId)).toHaveLength(3)
  })

  it('rejects the request when a newer file was uploaded since', async () => {
    const { taxId, payer, manager } = await uploadedProof()
    const { fileId } = await manager.answer('proofDetail', { taxId })
    await sendProof(payer, taxId)
    const stale = await manager.call('rejectProof', { taxId, reason: '不符', fileId: fileId ?? '' })
    expect(reported(stale)).toBe('409 state-changed')
    expect(await statusOf(taxId)).toEqual({ status: 'updated', files: 2 })
  })
})
