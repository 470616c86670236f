// Inviting by the calls of the console: chosen people, everyone on a list, everyone in a batch; in scope, and nobody twice.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillPinyin } from '../freelancers/fill-pinyin.ts'
import { type Client, signIn } from '../testing/client.ts'
import { invitedPerson, registeredPerson, signedPerson } from '../testing/freelancers.ts'
import { storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
const clients = {} as Record<'admin' | 'managerA' | 'managerB' | 'payA1' | 'payA2', Client>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1', 'payA2'] as const)
    clients[account] = await signIn(services, account)
})
afterAll(() => services.close())

const register = async (account: AccountName, name?: string) =>
  (await registeredPerson(services, account, name === undefined ? {} : { name })).userId
const linksOf = (userId: number) =>
  services.query<{ provider: number; batch: number | null }>(
    'select provider_id as provider, batch_id::float8 as batch from signing_links where freelancer_id = $1 order by link_id',
    [userId],
  )

describe('invitePeople', () => {
  it('creates links under the address of the console', async () => {
    const userIds = [await register('payA1'), await register('payA1')]
    const { body } = await clients.payA1.call('invitePeople', { userIds })
    expect(body.data).toEqual({ invitedNum: 2, signedNum: 0, link: null, bySms: 0 })
    const one = await clients.payA1.call('invitePeople', { userIds: [userIds[0] ?? 0] }, { host: 'pay.test' })
    expect(one.body.data).toMatchObject({
      invitedNum: 1,
      link: { url: expect.stringMatching(/^http:\/\/pay\.test\/sign\/[\w-]{43}$/) },
    })
  })

  it('answers 404 for people of another provider unless a manager names a provider in scope', async () => {
    const userId = await register('payA2')
    expect((await clients.payA1.call('invitePeople', { userIds: [userId] })).http).toBe(404)
    const { A1, A2 } = people.providers
    expect((await clients.payA1.call('invitePeople', { userIds: [userId], providerId: A2 })).http).toBe(404)
    expect((await clients.managerB.call('invitePeople', { userIds: [userId], providerId: A2 })).http).toBe(
      404,
    )
    expect((await clients.managerA.call('invitePeople', { userIds: [userId], providerId: A1 })).http).toBe(
      404,
    )
    expect(await linksOf(userId)).toEqual([])
    expect((await clients.managerA.call('invitePeople', { userIds: [userId], providerId: A2 })).http).toBe(
      200,
    )
    expect(await linksOf(userId)).toEqual([{ provider: A2, batch: null }])
  })

  it('rejects none, too many and malformed ids', async () => {
    for (const uids of [[], Array.from({ length: 1_001 }, (_, n) => n + 1), ['1'], undefined]) {
      const { http } = await clients.payA1.wire('invitePeople', { uids })
      expect(http).toBe(400)
    }
  })
})

describe('inviteListed', () => {
  it('invites the unsigned people found by name, pinyin or ID', async () => {
    const ids = {
      one: await register('payA1', '欧阳甲一'),
      other: await register('payA1', '欧阳乙二'),
      foreign: await register('payA2', '欧阳丙三'),
    }
    await fillPinyin(services)
    const signed = await signedPerson(services, 'payA1')
    await services.query("update provider_freelancers set name = '欧阳丁四' where freelancer_id = $1", [
      signed.userId,
    ])
    const invite = (input: object) => clients.payA1.answer('inviteListed', input)
    expect(await invite({ name: '欧阳' })).toEqual({
      invited: 2,
      alreadySigned: 1,
      link: null,
      byMessage: false,
    })
    expect(await linksOf(ids.foreign)).toEqual([])
    expect(await invite({ name: 'OuYang yier' })).toMatchObject({ invited: 1 })
    expect(await linksOf(ids.other)).toHaveLength(2)
    expect(await linksOf(ids.one)).toHaveLength(1)
    expect(await invite({ name: '%' })).toEqual({
      invited: 0,
      alreadySigned: 0,
      link: null,
      byMessage: false,
    })
    const { idCardNo, userId } = await registeredPerson(services, 'payA1')
    expect(await invite({ idCardNo: idCardNo.toLowerCase() })).toMatchObject({ invited: 1 })
    expect(await linksOf(userId)).toHaveLength(1)
    expect(await invite({ idCardNo: idCardNo.slice(0, 10) })).toMatchObject({ invited: 0 })
  })

  it('rejects more than 5,000 people and invites none of them', async () => {
    const own = await openTestServices()
    try {
      const { providers } = await createPeople(own)
      const fill = (from: number, to: number) =>
        own.query(
          `with f as (insert into freelancers (id_hash, sealed_id) select gen_random_uuid(), 's' from generate_series($2::int, $3::int) n returning freelancer_id)
           insert into provider_freelancers (provider_id, freelancer_id, name, phone_hash, card_hash, bank, sealed_contact, registered_at, refreshed_at)
           select $1, freelancer_id, '某某', gen_random_uuid(), gen_random_uuid(), '', '', now(), now() from f`,
          [providers.A1, from, to],
        )
      const links = async () => (await own.query('select 1 from signing_links')).length
      const payer = await signIn(own, 'payA1')
      await fill(1, 5_000)
      expect(await payer.answer('inviteListed', {})).toMatchObject({ invited: 5_000 })
      await fill(5_001, 5_001)
      const { http, body } = await payer.call('inviteListed', {})
      expect([http, body.code, body.msg]).toEqual([422, 'people-too-many', '一次最多处理 5000 人'])
      expect(await links()).toBe(5_000)
    } finally {
      await own.close()
    }
  })
})

describe('inviteBatch', () => {
  it('registers the people and invites those payable and unsigned', async () => {
    const signed = await signedPerson(services, 'payA1')
    const rows = [...freshRows(2), freshRow({ name: signed.name, idCardNo: signed.idCardNo })]
    const { batchId } = await storeBatch(services, 'payA1', rows)
    await services.query(
      'update payout_rows set cancelled = true where batch_id = $1 and row_number = (select min(row_number) from payout_lines where batch_id = $1)',
      [batchId],
    )
    expect(await clients.payA1.answer('inviteBatch', { batchId })).toMatchObject({
      invited: 1,
      alreadySigned: 1,
      link: { url: expect.stringContaining('/sign/') },
    })
    const invited = await services.query<{ name: string }>(
      `select k.name from signing_links l join known_people k on k.freelancer_id = l.freelancer_id and k.provider_id = l.provider_id where l.batch_id = $1`,
      [batchId],
    )
    expect(invited).toEqual([{ name: rows[1]?.name }])
    const [entry] = await services.query(
      "select object_kind, object_id, after from audit_entries where action = 'invite-people' order by entry_id desc limit 1",
    )
    expect(entry).toEqual({
      object_kind: 'payout-batch',
      object_id: String(batchId),
      after: { invited: 1, alreadySigned: 0 },
    })
    const [batch] = await services.query('select registered_at from payout_batches where batch_id = $1', [
      batchId,
    ])
    expect(batch).toEqual({ registered_at: services.clock.now() })
  })

  it('answers 404 for a batch out of scope', async () => {
    const { batchId } = await storeBatch(services, 'payA2', freshRows(1))
    for (const account of ['payA1', 'managerB'] as const)
      expect((await clients[account].call('inviteBatch', { batchId })).http).toBe(404)
    expect((await clients.managerA.call('inviteBatch', { batchId })).http).toBe(200)
  })

  it('leaves one open link per person after concurrent requests', async () => {
    const { batchId } = await storeBatch(services, 'payA1', freshRows(20))
    const invite = () => clients.payA1.call('inviteBatch', { batchId })
    const replies = await Promise.all([invite(), invite(), invite()])
    expect(replies.map(({ http }) => http)).toEqual([200, 200, 200])
    const [open] = await services.query(
      `select count(*)::int as links, count(distinct freelancer_id)::int as people from signing_links
       where batch_id = $1 and replaced_at is null`,
      [batchId],
    )
    expect(open).toEqual({ links: 20, people: 20 })
  })
})

it('writes no names, tokens and numbers to the server log', async () => {
  const { link, name, idCardNo } = await invitedPerson(services, 'payA1')
  await clients.payA1.call('inviteListed', { idCardNo })
  await clients.payA1.call('showLink', { linkId: link.linkId })
  const log = services.lines.join('')
  for (const secret of [link.token, idCardNo, name]) expect(log).not.toContain(secret)
})
