// The list of people: one row a person, found by ID, name, spelling and signing state, inside the scope (D26, D27, D33).

import { personNumber } from '@paywages/domain/freelancers/person-number.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { Endpoints } from '@paywages/wire/endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { invitedPerson, registeredPerson, signedPerson } from '../testing/freelancers.ts'
import { payStored, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, idCardBorn } from '../testing/payout-sheet.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { fillPinyin } from './fill-pinyin.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

type Input = InputOf<Endpoints['listFreelancers']>

async function list(account: AccountName, input: Input) {
  return (await signIn(services, account)).answer('listFreelancers', input)
}
const idsFound = async (account: AccountName, input: Input) =>
  (await list(account, input)).rows.map(({ userId }) => userId)

describe('a row of listFreelancers', () => {
  it('shows masked numbers and the last payment', async () => {
    const row = freshRow({ name: '单雄信' })
    const { batchId } = await storeBatch(services, 'payA1', [row])
    const person = await registeredPerson(services, 'payA1', row)
    const paidAt = new Date(MONDAY.getTime() + 3_600_000)
    await payStored(services, batchId, paidAt)
    const { rows, count } = await list('payA1', { idCardNo: row.idCardNo })
    expect(count).toBe(1)
    expect(rows).toEqual([
      {
        userId: person.userId,
        name: '单雄信',
        idCardNo: `${row.idCardNo.slice(0, 6)}********${row.idCardNo.slice(-4)}`,
        phone: `${row.phone.slice(0, 3)}****${row.phone.slice(-4)}`,
        platformName: 'Platform A',
        providerName: 'Provider A1',
        providerNum: 1,
        signed: false,
        signState: 'unsigned',
        lastPaidAt: paidAt,
      },
    ])
  })

  it('is found by the number of the person, inside the scope', async () => {
    const { userId } = await registeredPerson(services, 'payA1')
    const idCardNo = ` ${personNumber(userId).toLowerCase()}`
    for (const account of ['payA1', 'managerA'] as const)
      expect(await idsFound(account, { idCardNo })).toEqual([userId])
    expect(await idsFound('payB1', { idCardNo })).toEqual([])
  })

  it('has the specified wire fields and code ok', async () => {
    const { idCardNo } = await registeredPerson(services, 'payA1')
    const { body } = await (await signIn(services, 'payA1')).wire('listFreelancers', { cardid: idCardNo })
    expect(body).toMatchObject({ status: 0, code: 'ok', count: 1, data: [{ ustatus: 0, utime: null }] })
  })

  it('merges a person of several providers into one row with the newest data, signed if any contract is', async () => {
    const signed = await signedPerson(services, 'payA2')
    services.clock.advance(60_000)
    const { idCardNo } = signed
    await registeredPerson(services, 'payA1', { idCardNo, name: '新名字', phone: '13811112222' })
    await registeredPerson(services, 'payB1', { idCardNo, name: '别的名', phone: '13833334444' })
    const [seen, ...more] = (await list('managerA', { idCardNo })).rows
    expect(more).toEqual([])
    expect(seen).toMatchObject({
      userId: signed.userId,
      name: '新名字',
      phone: '138****2222',
      platformName: 'Platform A',
      providerName: 'Provider A1、Provider A2',
      providerNum: 2,
      signed: true,
      signState: 'signed',
    })
    expect((await list('payA1', { idCardNo })).rows).toMatchObject([{ providerNum: 1, signed: false }])
    expect((await list('admin', { idCardNo })).rows).toMatchObject([
      { providerNum: 3, platformName: 'Platform A、Platform B' },
    ])
    // Either name finds them where both companies are in sight, neither where they are not.
    expect(await idsFound('managerA', { idCardNo, name: signed.name })).toEqual([signed.userId])
    expect(await idsFound('payA1', { idCardNo, name: signed.name })).toEqual([])
    expect(await idsFound('payA2', { idCardNo, name: '新名字' })).toEqual([])
  })
})

describe('listFreelancers search', () => {
  it('finds an exact ID number, with x in either case and surrounding spaces', async () => {
    const first = '11010519891231001'
    const { userId } = await registeredPerson(services, 'payA1', { idCardNo: `${first}X` })
    expect(await idsFound('payA1', { idCardNo: `${first}x` })).toEqual([userId])
    const { body } = await (await signIn(services, 'payA1')).wire('listFreelancers', {
      cardid: ` ${first}x `,
    })
    expect(body).toMatchObject({ count: 1 })
    expect(await idsFound('payA1', { idCardNo: first })).toEqual([])
    expect(
      (await (await signIn(services, 'payA1')).wire('listFreelancers', { cardid: '1'.repeat(19) })).http,
    ).toBe(400)
  })

  it('finds names by part, pinyin and initials, with surname readings', async () => {
    const { userId } = await registeredPerson(services, 'payA2', { name: '曾单晓' })
    expect(await idsFound('payA2', { name: 'zengdx' })).toEqual([])
    await fillPinyin(services)
    for (const name of ['单晓', '曾单晓', 'zengdan', 'ZENG', 'zdx', 'zengdx', 'zeng dan xiao', 'danx'])
      expect(await idsFound('payA2', { name })).toEqual([userId])
    for (const name of ['ceng', 'eng', 'zengx', '曾晓', 'z%x', '_'])
      expect(await idsFound('payA2', { name })).toEqual([])
  })

  it('finds Latin letters inside names in any case', async () => {
    const { userId } = await registeredPerson(services, 'payA2', { name: 'Anna Öberg王' })
    await fillPinyin(services)
    for (const name of ['nna', 'ANNA', 'öberg', 'berg王'])
      expect(await idsFound('payA2', { name })).toEqual([userId])
    expect(await idsFound('payA2', { name: 'nnax' })).toEqual([])
  })

  it('finds a changed name by its new pinyin only', async () => {
    const { userId, idCardNo } = await registeredPerson(services, 'payA2', { name: '欧阳锋' })
    await fillPinyin(services)
    await registeredPerson(services, 'payA2', { idCardNo, name: '慕容复' })
    expect(await idsFound('payA2', { name: 'ouyang' })).toEqual([])
    await fillPinyin(services)
    expect(await idsFound('payA2', { name: 'murongf' })).toEqual([userId])
    expect(await idsFound('payA2', { name: 'ouyang' })).toEqual([])
  })

  it('filters by unsigned, invited and signed, treating expired and locked links as unsigned', async () => {
    const born = (day: number) => ({ idCardNo: idCardBorn(new Date(Date.UTC(1991, 0, day)), 7) })
    const unsigned = await registeredPerson(services, 'payB1', born(1))
    const invited = await invitedPerson(services, 'payB1')
    const expired = await invitedPerson(services, 'payB1')
    const locked = await invitedPerson(services, 'payB1')
    const signed = await signedPerson(services, 'payB1')
    await services.query('update signing_links set expires_at = $1 where link_id = $2', [
      services.clock.now(),
      expired.link.linkId,
    ])
    await services.query('update signing_links set failed_tries = 5 where link_id = $1', [locked.link.linkId])
    const mine = new Set([unsigned, invited, expired, locked, signed].map(({ userId }) => userId))
    const found = async (input: Input) =>
      (await idsFound('payB1', { ...input, size: 100 }))
        .filter((userId) => mine.has(userId))
        .toSorted((a, b) => a - b)
    expect(await found({ signState: 'invited' })).toEqual([invited.userId])
    expect(await found({ signState: 'unsigned' })).toEqual([unsigned.userId, expired.userId, locked.userId])
    expect(await found({ signState: 'signed' })).toEqual([signed.userId])
    expect(await found({ signing: '1' })).toEqual([signed.userId])
    expect(await found({ signing: '0' })).toEqual([
      unsigned.userId,
      invited.userId,
      expired.userId,
      locked.userId,
    ])
    expect(await found({ signing: '2' })).toHaveLength(5)
    const states = new Map(
      (await list('payB1', { size: 100 })).rows.map(({ userId, signState }) => [userId, signState]),
    )
    expect([unsigned, invited, expired, locked, signed].map(({ userId }) => states.get(userId))).toEqual([
      'unsigned',
      'invited',
      'unsigned',
      'unsigned',
      'signed',
    ])
  })

  it('counts signatures at providers in scope only', async () => {
    const { idCardNo, userId } = await signedPerson(services, 'payB1')
    await registeredPerson(services, 'payA1', { idCardNo })
    expect(await idsFound('payA1', { idCardNo, signing: '1' })).toEqual([])
    expect(await idsFound('payA1', { idCardNo, signing: '0' })).toEqual([userId])
    expect(await idsFound('admin', { idCardNo, signing: '1' })).toEqual([userId])
    expect(await idsFound('admin', { idCardNo, signing: '1', providerId: people.providers.A1 })).toEqual([])
  })
})

it('returns pages newest first with the total count', async () => {
  const made: number[] = []
  for (let n = 0; n < 12; n += 1)
    made.push((await registeredPerson(services, 'payA2', { name: '分页人' })).userId)
  const newest = made.toReversed()
  expect(await idsFound('payA2', { name: '分页人' })).toEqual(newest.slice(0, 10))
  expect(await idsFound('payA2', { name: '分页人', index: 1 })).toEqual(newest.slice(10))
  expect(await list('payA2', { name: '分页人', index: 9 })).toEqual({ rows: [], count: 12 })
})

it('reveals the full numbers of a row and writes an audit entry', async () => {
  const { userId, name, ...numbers } = await registeredPerson(services, 'payA1')
  const client = await signIn(services, 'checkA1')
  const { idCardNo, phone, cardNo } = numbers
  expect(await client.answer('revealPersonal', { kind: 'freelancer', id: String(userId) })).toEqual({
    idCardNo,
    phone,
    cardNo,
  })
  expect(
    await services.query(
      "select account, object_name, provider_id from audit_entries where action = 'read-personal-data' and object_kind = 'freelancer' and object_id = $1",
      [String(userId)],
    ),
  ).toEqual([{ account: 'checkA1', object_name: name, provider_id: people.providers.A1 }])
})
