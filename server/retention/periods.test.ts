// Periods are changed by two managers and begin late where they are shorter; holds are lifted by another one; nobody reaches another company (ADR 146).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { registeredPerson } from '../testing/freelancers.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { openProviderFixture } from '../testing/provider-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
const clients = {} as Record<'admin' | 'managerA' | 'managerB' | 'payA1', Client>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1'] as const)
    clients[account] = await signIn(services, account)
})
afterAll(() => services.close())

const USUAL = { contactYears: 3, imageYears: 3, contractYears: 10, unpaidYears: 1, paidYears: 30 }
const idOf = ({ body }: Reply) => (body as { proposalId?: number }).proposalId ?? 0

async function change(providerId: number, years: Partial<typeof USUAL>): Promise<Reply> {
  const proposed = await clients.managerA.call('changeRetention', { providerId, ...USUAL, ...years })
  expect(proposed.body).toMatchObject({ status: 0, msg: '已提交，待另一位管理员确认' })
  return clients.admin.call('confirmProposal', { proposalId: idOf(proposed) })
}

const contactOf = async (providerId: number, client = clients.admin) =>
  (await client.answer('retentionDetail', { providerId })).periods.find(({ kind }) => kind === 'contact')

it('changes periods by two managers: longer at once, shorter after thirty days, back before that', async () => {
  const { providerId } = await openProviderFixture(services, people)
  const proposed = await clients.managerA.call('changeRetention', { providerId, ...USUAL, contactYears: 5 })
  const own = await clients.managerA.call('confirmProposal', { proposalId: idOf(proposed) })
  expect([own.http, (await contactOf(providerId))?.years]).toEqual([422, 3])
  expect((await clients.admin.answer('retentionDetail', { providerId })).waiting).toBe(true)
  expect((await clients.admin.call('confirmProposal', { proposalId: idOf(proposed) })).http).toBe(200)
  expect(await contactOf(providerId)).toMatchObject({ years: 5, comingYears: null })

  expect((await change(providerId, { contactYears: 1 })).http).toBe(200)
  expect(await contactOf(providerId)).toMatchObject({ years: 5, comingYears: 1, comingFrom: '2026-04-15' })
  services.clock.set(new Date(MONDAY.getTime() + 30 * DAY_MS))
  expect(await contactOf(providerId, await signIn(services, 'admin'))).toMatchObject({
    years: 1,
    comingYears: null,
  })
  services.clock.set(MONDAY)
  expect((await change(providerId, { contactYears: 5 })).http).toBe(200)
  expect(await contactOf(providerId)).toMatchObject({ years: 5, comingYears: null })
  const entries = await services.query<{ after: unknown }>(
    `select after from audit_entries where action = 'change-retention' and provider_id = $1 order by entry_id`,
    [providerId],
  )
  expect(entries.map(({ after }) => after)).toEqual([
    { keepContact: '5 年' },
    { keepContact: '1 年（2026-04-15 起）' },
    { keepContact: '5 年' },
  ])
  await expect(services.query('update retention_periods set years = 1')).rejects.toThrow(/append-only|never/)
})

it.each([
  [{ contactYears: 0 }, '手机号与银行卡号的保存期限须为 1 至 50 年的整数'],
  [{ contractYears: 9 }, '个人合同依法至少保存 10 年'],
  [{}, '保存期限没有变化'],
])('refuses %j', async (years, msg) => {
  const refused = await clients.managerA.call('changeRetention', {
    providerId: people.providers.A1,
    ...USUAL,
    ...years,
  })
  expect([refused.http, refused.body.msg]).toEqual([422, msg])
})

it('holds are placed by one and lifted by another, once', async () => {
  const { providerId, pay } = await openProviderFixture(services, people)
  const { userId } = await registeredPerson(services, pay as AccountName)
  const place = { providerId, userId, reason: '税务稽查' }
  expect((await clients.managerA.call('placeHold', place)).http).toBe(200)
  expect((await clients.admin.call('placeHold', place)).http).toBe(409)
  const [hold] = (await clients.managerA.answer('retentionDetail', { providerId })).holds
  expect(hold).toMatchObject({ userId, mayLift: false, reason: '税务稽查' })
  const lift = { providerId, holdId: hold?.holdId ?? 0, reason: '稽查已结' }
  expect((await clients.managerA.call('liftHold', lift)).body.msg).toBe('须由另一位管理员解除')
  await expect(
    services.query('update retention_holds set lifted_by = placed_by, lifted_at = now() where hold_id = $1', [
      lift.holdId,
    ]),
  ).rejects.toThrow('placer_never_lifts')
  expect((await clients.admin.call('liftHold', lift)).http).toBe(200)
  expect((await clients.admin.call('liftHold', lift)).http).toBe(409)
})

it('nobody reaches what another company keeps, nor a hold by the number of another company', async () => {
  const { providerId, pay } = await openProviderFixture(services, people)
  const person = await registeredPerson(services, pay as AccountName)
  const foreign = await openProviderFixture(services, people)
  for (const call of ['retentionDetail', 'retentionPreview'] as const)
    expect((await clients.managerB.call(call, { providerId })).http).toBe(404)
  expect((await clients.managerB.call('placeHold', { providerId, reason: 'x' })).http).toBe(404)
  // A person of another company is nobody here.
  const elsewhere = { providerId: foreign.providerId, userId: person.userId, reason: 'x' }
  expect((await clients.managerA.call('placeHold', elsewhere)).http).toBe(404)
  await clients.managerA.answer('placeHold', { providerId, reason: 'x' })
  const [hold] = (await clients.admin.answer('retentionDetail', { providerId })).holds
  const wrong = { providerId: foreign.providerId, holdId: hold?.holdId ?? 0, reason: 'x' }
  expect((await clients.admin.call('liftHold', wrong)).http).toBe(404)
  const { rows } = await clients.managerB.answer('listRetention', {})
  expect(rows.map((row) => row.providerId)).not.toContain(providerId)
  expect((await clients.payA1.call('listRetention', {})).http).toBe(403)
})
