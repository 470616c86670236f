// Registering people by hand: all or nobody, every reason told, known ones refreshed, invited where asked (D14, D26, D27).

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CONTACT_SEAL } from '../adapters/personal-data/contexts.ts'
import { actorOf } from '../testing/actor.ts'
import { type Client, signIn } from '../testing/client.ts'
import { registeredPerson, signedPerson } from '../testing/freelancers.ts'
import { freshRow, freshRows, idCardBorn } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { addPeople } from './add-people.ts'
import { sealPerson } from './seal-person.ts'
import { registerPeople } from './store.ts'

let services: TestServices
let people: People
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

const person = (over: Partial<ReturnType<typeof freshRow>> = {}) => {
  const { name, idCardNo, phone } = freshRow(over)
  return { name, idCardNo, phone }
}

const WAITING =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

type Known = { name: string; sealed: string; bank: string; provider: number }

async function knownAs(idCardNo: string) {
  const rows = await services.query<Known>(
    `select pf.name, pf.sealed_contact as sealed, pf.bank, pf.provider_id as provider
     from provider_freelancers pf join freelancers f using (freelancer_id) where f.id_hash = $1 order by provider_id`,
    [services.cipher.lookupHash(idCardNo, 'id-card-no')],
  )
  return rows.map(({ sealed, ...row }) => ({ ...row, ...services.cipher.openFields(sealed, CONTACT_SEAL) }))
}

describe('addFreelancers with a new person', () => {
  it('registers the person at the own provider without a card and writes an audit entry without the ID number', async () => {
    const one = person()
    const answer = await payer.answer('addFreelancers', { people: [one] })
    expect(answer).toEqual({ added: 1, failed: 0, bad: [], invitation: null })
    expect(await knownAs(one.idCardNo)).toEqual([
      { name: one.name, phone: one.phone, cardNo: '', bank: '', provider: people.providers.A1 },
    ])
    const [entry] = await services.query(
      "select account, object_name, result, after from audit_entries where action = 'add-people' order by entry_id desc limit 1",
    )
    expect(entry).toMatchObject({ account: 'payA1', object_name: one.name, result: 'done' })
    expect(JSON.stringify(entry)).not.toContain(one.idCardNo)
  })

  it('returns a signing link when asked to invite', async () => {
    const { invitation } = await payer.answer('addFreelancers', { people: [person()], invite: true })
    expect(invitation).toMatchObject({ invited: 1, alreadySigned: 0 })
    expect(invitation?.link?.url).toContain('/sign/')
  })

  it('registers at the provider a manager names and answers 404 for one out of scope', async () => {
    const one = person()
    const manager = await signIn(services, 'managerA')
    await manager.answer('addFreelancers', { people: [one], providerId: people.providers.A2 })
    expect(await knownAs(one.idCardNo)).toMatchObject([{ provider: people.providers.A2 }])
    for (const [client, providerId] of [
      [payer, people.providers.A2],
      [manager, people.providers.B1],
    ] as const) {
      const stranger = person()
      const { http } = await client.call('addFreelancers', { people: [stranger], providerId })
      expect([http, await knownAs(stranger.idCardNo)]).toEqual([404, []])
    }
  })
})

describe('addFreelancers with a known person', () => {
  it('updates name and phone without a duplicate and keeps the stored card', async () => {
    const known = await registeredPerson(services, 'payA1')
    services.clock.advance(60_000)
    const { idCardNo, cardNo } = known
    await payer.answer('addFreelancers', { people: [{ name: '改了名', idCardNo, phone: '13800001111' }] })
    expect(await knownAs(idCardNo)).toEqual([
      { name: '改了名', phone: '13800001111', cardNo, bank: '中国工商银行', provider: people.providers.A1 },
    ])
    const { rows } = await payer.answer('contactChanges', { userId: known.userId })
    expect(rows).toMatchObject([
      { source: 'console', phoneChanged: true, cardChanged: false, phoneAfter: '138****1111' },
    ])
  })

  it('does not invite a person who has signed', async () => {
    const { name, idCardNo, phone } = await signedPerson(services, 'payA1')
    const asked = [{ name, idCardNo, phone }, person()]
    const { invitation } = await payer.answer('addFreelancers', { people: asked, invite: true })
    expect(invitation).toEqual({ invited: 1, alreadySigned: 1, link: null, byMessage: false })
  })

  it('keeps a card written by a concurrent sheet registration', async () => {
    const known = await registeredPerson(services, 'payA1')
    services.clock.advance(60_000)
    const { name, idCardNo, phone } = known
    const { cardNo: newCard, bank } = freshRow()
    const [reported, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const plain = { name, idCardNo, phone, cardNo: newCard, bank }
    const source = { at: services.clock.now(), accountId: people.accounts.payA1, batchId: null }
    // Written, not yet committed: whoever reads now still sees the old card.
    const sheet = services.database.transact(async (tx) => {
      await registerPeople(
        tx,
        services.cipher,
        people.providers.A1,
        [sealPerson(services.cipher, plain)],
        source,
      )
      reported.resolve()
      await goOn.promise
    })
    await reported.promise
    const adding = payer.answer('addFreelancers', { people: [{ name, idCardNo, phone: '13800002222' }] })
    await vi.waitFor(async () => expect(await services.query(WAITING)).toHaveLength(1), { timeout: 15_000 })
    goOn.resolve()
    await Promise.all([sheet, adding])
    expect(await knownAs(idCardNo)).toMatchObject([{ cardNo: newCard, phone: '13800002222' }])
  })
})

describe('addFreelancers is all or nothing', () => {
  it('reports every bad person with every reason and registers none', async () => {
    const paid = await registeredPerson(services, 'payA1')
    await services.query('update provider_freelancers set name_bound = true where freelancer_id = $1', [
      paid.userId,
    ])
    const good = person()
    const twice = person()
    const young = idCardBorn(new Date('2008-03-17T00:00:00Z'), 900)
    const asked = [
      good,
      { ...person(), name: '诸葛亮', idCardNo: paid.idCardNo },
      { ...person(), idCardNo: young },
      twice,
      { ...twice, name: '另一个', phone: '13700009999' },
    ]
    const { bad, ...counts } = await payer.answer('addFreelancers', { people: asked, invite: true })
    expect(counts).toEqual({ added: 1, failed: 4, invitation: null })
    const differ = '姓名与身份证号不一致；与其他行身份证号相同，但手机号或银行卡号不同'
    expect(bad.map(({ rowNumber, reason }) => [rowNumber, reason])).toEqual([
      [2, '姓名与身份证号不一致'],
      [3, '年龄须在 18 至 60 周岁之间'],
      [4, differ],
      [5, differ],
    ])
    expect(bad[0]).toMatchObject({ name: '诸葛亮', idCardNo: paid.idCardNo })
    expect(await knownAs(good.idCardNo)).toEqual([])
    const [entry] = await services.query(
      "select result, reason, after from audit_entries where action = 'add-people' order by entry_id desc limit 1",
    )
    expect(entry).toMatchObject({ result: 'refused', reason: 'bad-people' })
  })

  it('accepts another name for a person whose name is bound at another provider only', async () => {
    const elsewhere = await registeredPerson(services, 'payA2')
    await services.query('update provider_freelancers set name_bound = true where freelancer_id = $1', [
      elsewhere.userId,
    ])
    const { idCardNo } = elsewhere
    expect(
      await payer.answer('addFreelancers', { people: [{ ...person(), name: '另名', idCardNo }] }),
    ).toMatchObject({
      added: 1,
    })
  })

  it('registers nobody when the invitation fails', async () => {
    const one = person()
    const by = await actorOf(services, 'payA1')
    const refusing = () => Promise.reject(new Error('no links today'))
    await expect(addPeople(services, by, { people: [one], invite: true }, refusing)).rejects.toThrow(
      'no links today',
    )
    expect(await knownAs(one.idCardNo)).toEqual([])
  })
})

it('accepts 500 people and rejects 501 and none', async () => {
  const many = freshRows(501).map(({ name, idCardNo, phone }) => ({ name, idCardNo, phone }))
  expect(await payer.answer('addFreelancers', { people: many.slice(1) })).toMatchObject({ added: 500 })
  const wire = (users: unknown) => payer.wire('addFreelancers', { users })
  const asWire = many.map(({ name, idCardNo, phone }) => ({ userName: name, cardid: idCardNo, phone }))
  expect((await wire(asWire)).body).toMatchObject({ code: 'malformed', msg: expect.stringContaining('500') })
  expect((await wire([])).http).toBe(400)
})

it.each([
  [{ userName: '王' }, '姓名格式不正确'],
  [{ userName: '<b>王</b>' }, '姓名格式不正确'],
  [{ cardid: '330102199001010011' }, '身份证号不正确'],
  [{ phone: '1390000000' }, '手机号不正确'],
])('rejects %j with %s', async (wrong, said) => {
  const { name, idCardNo, phone } = person()
  const { http, body } = await payer.wire('addFreelancers', {
    users: [{ userName: name, cardid: idCardNo, phone, ...wrong }],
  })
  expect(http).toBe(400)
  expect(JSON.stringify(body)).toContain(said)
  expect(await knownAs(idCardNo)).toEqual([])
})
