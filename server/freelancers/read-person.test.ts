// One person: sums, months, limit, restriction, contract and images, in full, audited, inside the scope (D16, D26, D27, D33).

import { fileUrlOf } from '@paywages/wire/files/file-url.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { signIn } from '../testing/client.ts'
import { invitedPerson, registeredPerson, signedPerson } from '../testing/freelancers.ts'
import { invoicedApplication, returnRow } from '../testing/invoices.ts'
import { payStored, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { storeApplication } from '../testing/stored-records.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(() => services.clock.set(MONDAY))
afterAll(() => services.close())

async function detail(account: AccountName, who: string | number, providerId?: number) {
  const client = await signIn(services, account)
  const { rows, count, beside } = await client.answer('freelancerDetail', { who: String(who), providerId })
  return { rows, count, ...beside.person }
}

async function refusedTo(account: AccountName, who: string | number, providerId?: number) {
  const { http, body } = await (await signIn(services, account)).call('freelancerDetail', {
    who: String(who),
    providerId,
  })
  return [http, body.code]
}

/** Pays a known person that much, at that time. */
async function pay(account: 'payA1' | 'payA2' | 'payB1', row: ReturnType<typeof freshRow>, at = MONDAY) {
  services.clock.set(at)
  const { batchId } = await storeBatch(services, account, [row])
  await payStored(services, batchId)
  services.clock.set(MONDAY)
  return batchId
}

describe('freelancerDetail lookup', () => {
  it('finds a person by user id or ID number, with x in either case', async () => {
    const { userId, idCardNo } = await registeredPerson(services, 'payA1', { idCardNo: '11010519891231001X' })
    for (const who of [userId, idCardNo, idCardNo.toLowerCase()])
      expect(await detail('payA1', who)).toMatchObject({ userId, idCardNo })
  })

  it('answers not-found outside the scope and at a provider that does not know the person', async () => {
    const { userId, idCardNo } = await registeredPerson(services, 'payA2')
    const { A1, A2, B1 } = people.providers
    for (const who of [userId, idCardNo, '2000000000', '110105198912310019', '999999999999999', 'abc', '%'])
      expect(await refusedTo('payA1', who)).toEqual([404, 'not-found'])
    for (const providerId of [A1, B1, 2_000_000_000])
      expect(await refusedTo('managerA', userId, providerId)).toEqual([404, 'not-found'])
    expect(await detail('managerA', userId, A2)).toMatchObject({ userId })
  })

  it('writes an audit entry for each read', async () => {
    const { userId } = await registeredPerson(services, 'payA1')
    await detail('checkA1', userId)
    await detail('checkA1', userId)
    expect(
      await services.query(
        "select account from audit_entries where action = 'read-personal-data' and object_kind = 'freelancer' and object_id = $1",
        [String(userId)],
      ),
    ).toEqual([{ account: 'checkA1' }, { account: 'checkA1' }])
  })
})

describe('payments in freelancerDetail', () => {
  it('lists succeeded payments newest first, masked, with sums over all pages and six months', async () => {
    const row = freshRow({ amount: '1234.56' })
    const { userId } = await registeredPerson(services, 'payA1', row)
    await pay('payA1', { ...row, month: '2026-02' }, new Date('2026-02-10T10:00:00+08:00'))
    await pay('payA1', { ...row, amount: '0.04', remark: 'again' }, new Date('2026-03-02T10:00:00+08:00'))
    // The bank refuses this one, and this one is not started.
    await pay('payA1', { ...row, amount: '7', cardNo: '6222021202000010001' })
    await storeBatch(services, 'payA1', [{ ...row, amount: '9' }])
    const person = await detail('payA1', userId)
    expect(person).toMatchObject({ count: 2, incomeFen: 123_460n, taxFen: 0n })
    expect(person.rows).toMatchObject([
      { amountFen: 4n, month: '2026-03', taxProof: '未代扣', invoiceNo: '', providerName: 'Provider A1' },
      { amountFen: 123_456n, month: '2026-02' },
    ])
    expect(person.rows[0]?.idCardNo).toBe(`${row.idCardNo.slice(0, 6)}********${row.idCardNo.slice(-4)}`)
    expect(person.lastPaidAt).toEqual(person.rows[0]?.paidAt)
    const second = await (await signIn(services, 'payA1')).answer('freelancerDetail', {
      who: String(userId),
      index: 1,
      size: 1,
    })
    expect(second).toMatchObject({ count: 2, rows: [{ amountFen: 123_456n }] })
    expect(second.beside.person.incomeFen).toBe(123_460n)
    expect(person.months).toEqual([
      { month: '2025-10', amountFen: 0n, taxFen: 0n, taxProof: '' },
      { month: '2025-11', amountFen: 0n, taxFen: 0n, taxProof: '' },
      { month: '2025-12', amountFen: 0n, taxFen: 0n, taxProof: '' },
      { month: '2026-01', amountFen: 0n, taxFen: 0n, taxProof: '' },
      { month: '2026-02', amountFen: 123_456n, taxFen: 0n, taxProof: '未代扣' },
      { month: '2026-03', amountFen: 4n, taxFen: 0n, taxProof: '未代扣' },
    ])
  })

  it('shows the numbers of the covering invoices and drops a returned payment', async () => {
    const row = freshRow({ amount: '100', month: '2026-01' })
    const { userId } = await registeredPerson(services, 'payA2', row)
    // Before whatever else this company has paid.
    const batchId = await pay('payA2', row, new Date('2026-01-05T10:00:00+08:00'))
    const numbersOf = async () => (await detail('payA2', userId)).rows.map(({ invoiceNo }) => invoiceNo)
    expect(await numbersOf()).toEqual([''])
    const ids = [
      await invoicedApplication(services, 'payA2', 'managerA', { amountFen: 60_00n }),
      await invoicedApplication(services, 'payA2', 'managerA', { amountFen: 40_00n }),
    ]
    await storeApplication(services, 'payA2', { amountFen: 1_00n })
    const nos = await services.query<{ no: string }>(
      'select application_no as no from invoice_applications where application_id = any($1::int[]) order by application_id',
      [ids],
    )
    expect(await numbersOf()).toEqual([nos.map(({ no }) => no).join('、')])
    const [{ id } = { id: 0 }] = await services.query<{ id: number }>(
      'select row_id::int as id from payout_lines where batch_id = $1',
      [batchId],
    )
    await returnRow(services, id)
    expect(await numbersOf()).toEqual([])
  })

  it('counts payments of all providers in scope, or of the chosen one', async () => {
    const row = freshRow({ amount: '100' })
    const { userId } = await registeredPerson(services, 'payA1', row)
    await pay('payA1', row)
    for (const account of ['payA2', 'payB1'] as const) {
      await registeredPerson(services, account, row)
      await pay(account, row)
    }
    expect(await detail('payA1', userId)).toMatchObject({ count: 1, incomeFen: 10_000n })
    expect(await detail('managerA', userId)).toMatchObject({ count: 2, incomeFen: 20_000n })
    expect(await detail('managerA', userId, people.providers.A2)).toMatchObject({
      count: 1,
      incomeFen: 10_000n,
      providerId: people.providers.A2,
    })
    const everywhere = await detail('admin', userId)
    expect(everywhere).toMatchObject({ count: 3, platformName: 'Platform A、Platform B' })
    expect(everywhere.providers.map(({ providerName }) => providerName).toSorted()).toEqual([
      'Provider A1',
      'Provider A2',
      'Provider B1',
    ])
  })
})

describe('monthly limit in freelancerDetail', () => {
  it('counts paid and open amounts of the month, without rejected batches and other months', async () => {
    const row = freshRow({ amount: '1000' })
    const { userId } = await registeredPerson(services, 'payA1', row)
    const limitFen = 9_200_000n
    expect((await detail('payA1', userId)).limit).toEqual({
      limitFen,
      paidFen: 0n,
      openFen: 0n,
      leftFen: limitFen - 1n,
    })
    await pay('payA1', { ...row, month: '2026-02' }, new Date('2026-02-10T10:00:00+08:00'))
    await pay('payA1', { ...row, amount: '200' })
    await storeBatch(services, 'payA1', [{ ...row, amount: '30' }])
    const rejected = await storeBatch(services, 'payA1', [{ ...row, amount: '4' }])
    await takeStep(services, 'payA1', rejected.batchId, 'audit-rejected')
    const { limit } = await detail('payA1', userId)
    expect(limit).toEqual({ limitFen, paidFen: 20_000n, openFen: 3_000n, leftFen: limitFen - 23_001n })
    await services.query('update providers set monthly_limit_fen = 22000 where provider_id = $1', [
      people.providers.A1,
    ])
    try {
      expect((await detail('payA1', userId)).limit.leftFen).toBe(0n)
    } finally {
      await services.query('update providers set monthly_limit_fen = $2 where provider_id = $1', [
        people.providers.A1,
        limitFen,
      ])
    }
  })
})

it('shows a restriction with who added it, when, and whether it applies everywhere', async () => {
  const { userId, name, idCardNo } = await registeredPerson(services, 'payA1')
  await registeredPerson(services, 'payA2', { idCardNo })
  expect((await detail('payA1', userId)).restriction).toBeNull()
  const payer = await signIn(services, 'payA1')
  const limitId = await payer.answer('addLimitUser', { name, idCardNo })
  const { realName } = (await actorOf(services, 'payA1')).person
  expect((await detail('payA1', userId)).restriction).toEqual({
    everywhere: false,
    providerName: 'Provider A1',
    addedBy: realName,
    addedAt: MONDAY,
  })
  expect((await detail('payA2', userId)).restriction).toBeNull()
  expect((await detail('managerA', userId)).restriction).toMatchObject({ providerName: 'Provider A1' })
  const admin = await signIn(services, 'admin')
  await admin.answer('addLimitUser', { name, idCardNo, everywhere: true })
  for (const account of ['payA1', 'payA2', 'managerA'] as const)
    expect((await detail(account, userId)).restriction).toMatchObject({ everywhere: true, providerName: '' })
  await admin.answer('removeLimitUser', { limitId, reason: 'a reason' })
  expect((await detail('payA1', userId)).restriction).toMatchObject({ everywhere: true })
})

describe('signing status in freelancerDetail', () => {
  it('shows the open link of an invited person and none after it expired', async () => {
    const { userId, link } = await invitedPerson(services, 'payA1')
    expect(await detail('payA1', userId)).toMatchObject({
      signed: false,
      signState: 'invited',
      contract: null,
      frontUrl: '',
      openLink: { linkId: link.linkId, createdAt: MONDAY, expiresAt: link.expiresAt, openedAt: null },
    })
    services.clock.set(link.expiresAt)
    expect(await detail('payA1', userId)).toMatchObject({ signState: 'unsigned', openLink: null })
  })

  it('shows contract and images of the signed provider only to those with it in scope', async () => {
    const { userId, idCardNo, fileIds } = await signedPerson(services, 'payA2')
    services.clock.advance(60_000)
    await registeredPerson(services, 'payA1', { idCardNo })
    const [pdf = '', front = '', back = '', signature = ''] = fileIds
    expect(await detail('managerA', userId)).toMatchObject({
      providerId: people.providers.A1,
      signed: true,
      signState: 'signed',
      signedAt: MONDAY,
      frontUrl: fileUrlOf(front),
      backUrl: fileUrlOf(back),
      signatureUrl: fileUrlOf(signature),
      imagesDeletedAt: null,
      contract: { fileUrl: fileUrlOf(pdf), signedAt: MONDAY },
    })
    for (const seen of [await detail('payA1', userId), await detail('managerA', userId, people.providers.A1)])
      expect(seen).toMatchObject({
        signed: false,
        signedAt: null,
        contract: null,
        frontUrl: '',
        signatureUrl: '',
      })
  })
})
