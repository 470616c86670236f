// Steps at the same moment, on two servers: the quota is never exceeded, each step happens once, nothing is half done (D30).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, signIn } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { invoicedApplication, paidOut, returnRow, unattachedFile } from '../testing/invoices.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { storeApplication, storeCategory } from '../testing/stored-records.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let second: TestServices
let people: People
let fixture: ProviderFixture
let categoryId: number

beforeAll(async () => {
  services = await openTestServices()
  second = await openTestServices({ sharing: services })
  people = await createPeople(services)
  categoryId = await storeCategory(services)
})
beforeEach(async () => {
  fixture = await openProviderFixture(services, people)
})
afterAll(async () => {
  await second.close()
  await services.close()
})

const codes = (replies: readonly Reply[]) => replies.map(({ body }) => body.code ?? 'ok').sort()

async function apply(where: TestServices, amountFen: bigint): Promise<Reply> {
  const client = await signIn(where, fixture.pay)
  return client.call('addInvoice', { type: 'special-paper', categoryId, amountFen })
}

const lockAccount = () =>
  holdLock(services, 'select 1 from invoice_accounts where provider_id = $1 for update', [fixture.providerId])
const lockApplication = (applicationId: number) =>
  holdLock(services, 'select 1 from invoice_applications where application_id = $1 for update', [
    applicationId,
  ])

async function sums() {
  const [row] = await services.query<{ applied: bigint; invoiced: bigint }>(
    'select applied_fen as applied, invoiced_fen as invoiced from invoice_accounts where provider_id = $1',
    [fixture.providerId],
  )
  return row
}
const applications = () =>
  services.query<{ no: string; status: string }>(
    'select application_no as no, status from invoice_applications where provider_id = $1 order by application_id',
    [fixture.providerId],
  )

describe('concurrent addInvoice', () => {
  it('accepts only as many of eight concurrent applications as the quota allows', async () => {
    await paidOut(services, fixture.pay, ['100', '100', '100'])
    const lock = await lockAccount()
    const sent = Array.from({ length: 8 }, (_, index) => apply(index % 2 === 0 ? services : second, 100_00n))
    await lock.untilWaiting(8)
    await lock.release()
    const replies = await Promise.all(sent)
    const over = Array.from({ length: 5 }, () => 'invoice-over-quota')
    expect(codes(replies)).toEqual([...over, 'ok', 'ok', 'ok'])
    expect(await sums()).toEqual({ applied: 300_00n, invoiced: 0n })
    const made = await applications()
    expect([made.length, new Set(made.map(({ no }) => no)).size]).toEqual([3, 3])
  })

  it('creates two applications on a double click if the quota allows', async () => {
    await paidOut(services, fixture.pay, ['100'])
    expect(codes(await Promise.all([apply(services, 50_00n), apply(second, 50_00n)]))).toEqual(['ok', 'ok'])
    expect(codes(await Promise.all([apply(services, 6_50n), apply(second, 6_50n)]))).toEqual([
      'invoice-over-quota',
      'ok',
    ])
  })

  it('sees a return that was booked while it waited for the lock', async () => {
    const { rowIds } = await paidOut(services, fixture.pay, ['100'])
    const lock = await lockAccount()
    const waiting = apply(services, 106_50n)
    await lock.untilWaiting(1)
    await returnRow(services, rowIds[0] ?? 0)
    await lock.release()
    expect((await waiting).body.msg).toBe('开票金额超出可开票金额（当前可开票 0.00 元）')
    expect(await sums()).toEqual({ applied: 0n, invoiced: 0n })
  })

  it('stays consistent with a concurrent return', async () => {
    const { rowIds } = await paidOut(services, fixture.pay, ['100'])
    const [reply] = await Promise.all([apply(second, 106_50n), returnRow(services, rowIds[0] ?? 0)])
    const quota = await (await signIn(services, fixture.pay)).answer('invoiceQuota', {})
    expect(quota.invoiceableFen).toBe(reply.body.status === 0 ? -106_50n : 0n)
  })
})

/** All of them wait for the application before the first may go on. */
async function together(applicationId: number, calls: readonly (() => Promise<Reply>)[]): Promise<Reply[]> {
  const lock = await lockApplication(applicationId)
  const sent = calls.map((call) => call())
  await lock.untilWaiting(calls.length)
  await lock.release()
  return Promise.all(sent)
}

const audit = (where: TestServices, applicationId: number, agrees: boolean) => async () =>
  (await signIn(where, 'managerA')).call('auditInvoice', { applicationId, agrees, reason: 'a reason' })
const withdraw = (where: TestServices, applicationId: number) => async () =>
  (await signIn(where, fixture.pay)).call('withdrawInvoice', { applicationId })
const enter =
  (where: TestServices, applicationId: number, fileId: string, trackingNo = 'SF1') =>
  async () =>
    (await signIn(where, 'managerA')).call('enterInvoiceResult', {
      applicationId,
      trackingNo,
      fileIds: [fileId],
    })

describe('concurrent steps of one application', () => {
  it('accepts only one of three concurrent audits', async () => {
    const applicationId = await storeApplication(services, fixture.pay)
    const replies = await together(applicationId, [
      audit(services, applicationId, true),
      audit(second, applicationId, true),
      audit(services, applicationId, false),
    ])
    expect(codes(replies)).toEqual(['ok', 'state-changed', 'state-changed'])
    const [{ status } = { status: '' }] = await applications()
    expect((await sums())?.applied).toBe(status === 'rejected' ? 0n : 100_00n)
  })

  it('accepts either a withdrawal or a concurrent audit and restores the amount at most once', async () => {
    for (const agrees of [true, false]) {
      const applicationId = await storeApplication(services, fixture.pay)
      const before = (await sums())?.applied ?? 0n
      const replies = await together(applicationId, [
        withdraw(services, applicationId),
        audit(second, applicationId, agrees),
      ])
      expect(codes(replies)).toEqual(['ok', 'state-changed'])
      const status = (await applications()).at(-1)?.status
      expect((await sums())?.applied).toBe(status === 'rejected' ? before - 100_00n : before)
    }
  })

  it('accepts one of two concurrent results and leaves the file of the other free', async () => {
    const applicationId = await storeApplication(services, fixture.pay, { status: 'invoicing' })
    const files = [await unattachedFile(services, 'managerA'), await unattachedFile(services, 'managerA')]
    const replies = await together(applicationId, [
      enter(services, applicationId, files[0] ?? '', 'SF1'),
      enter(second, applicationId, files[1] ?? '', 'SF2'),
    ])
    expect(codes(replies)).toEqual(['ok', 'state-changed'])
    expect(await sums()).toEqual({ applied: 0n, invoiced: 100_00n })
    const attached = await services.query(
      'select file_id from files where file_id = any($1::uuid[]) and attached_at is not null',
      [files],
    )
    expect(attached).toHaveLength(1)
  })

  it('applies a correction only after a concurrent result', async () => {
    const applicationId = await storeApplication(services, fixture.pay, { status: 'invoicing' })
    const [first, other] = [
      await unattachedFile(services, 'managerA'),
      await unattachedFile(services, 'managerA'),
    ]
    const correct = async () =>
      (await signIn(second, 'managerA')).call('correctInvoice', {
        applicationId,
        trackingNo: 'SF2',
        fileIds: [other],
        reason: 'a reason',
      })
    const [entered, corrected] = await together(applicationId, [
      enter(services, applicationId, first),
      correct,
    ])
    expect(entered?.body.status).toBe(0)
    const isCorrected = corrected?.body.status === 0
    if (!isCorrected) expect(corrected?.body.code).toBe('state-changed')
    const detail = await (await signIn(services, 'managerA')).answer('invoiceDetail', { applicationId })
    expect([detail.trackingNo, detail.files.map(({ fileId }) => fileId)]).toEqual(
      isCorrected ? ['SF2', [other]] : ['SF1', [first]],
    )
  })

  it('gives a file to only one of two concurrent results', async () => {
    const one = await storeApplication(services, fixture.pay, { status: 'invoicing' })
    const two = await storeApplication(services, fixture.pay, { status: 'invoicing' })
    const fileId = await unattachedFile(services, 'managerA')
    const replies = await Promise.all([enter(services, one, fileId)(), enter(second, two, fileId)()])
    expect(codes(replies)).toEqual(['file-gone', 'ok'])
    expect(await sums()).toEqual({ applied: 100_00n, invoiced: 100_00n })
  })
})

it('causes no deadlock and keeps sums consistent under many concurrent steps', async () => {
  await paidOut(services, fixture.pay, ['1000', '1000'])
  const invoiced = await invoicedApplication(services, fixture.pay, 'managerA', { amountFen: 100_00n })
  const correct = (trackingNo: string) => async () => {
    const fileIds = [await unattachedFile(services, 'managerA')]
    const client = await signIn(second, 'managerA')
    return client.call('correctInvoice', { applicationId: invoiced, trackingNo, fileIds, reason: 'a reason' })
  }
  const steps: (() => Promise<Reply>)[] = []
  for (const turn of [1, 2, 3]) {
    const agreed = await storeApplication(services, fixture.pay, { status: 'invoicing', amountFen: 10_00n })
    const pending = await storeApplication(services, fixture.pay, { amountFen: 10_00n })
    steps.push(
      enter(turn % 2 ? services : second, agreed, await unattachedFile(services, 'managerA')),
      audit(second, pending, turn % 2 === 0),
      withdraw(services, pending),
      correct(`SF${turn}`),
      () => apply(second, 10_00n),
    )
  }
  const replies = await Promise.all(steps.map((step) => step()))
  expect(replies.filter(({ http }) => http >= 500)).toEqual([])
  const [tied] = await services.query<{ applied: bigint; invoiced: bigint }>(
    `select coalesce(sum(amount_fen) filter (where status in ('pending', 'invoicing')), 0)::bigint as applied,
      coalesce(sum(amount_fen) filter (where status = 'invoiced'), 0)::bigint as invoiced
     from invoice_applications where provider_id = $1`,
    [fixture.providerId],
  )
  expect(await sums()).toEqual(tied)
  expect(tied?.invoiced).toBe(130_00n)
})
