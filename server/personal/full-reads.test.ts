// Full reads of personal data within an hour: counted under lock, refused beyond the limit, told to managers half way there (D33, ADR 73).

import { everyEndpoint } from '@paywages/wire/endpoints.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { registeredPerson } from '../testing/freelancers.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const HOUR = 3_600_000
let services: TestServices
let known: { kind: 'freelancer'; id: string }

beforeAll(async () => {
  services = await openTestServices({ settings: { REVEALS_PER_HOUR: '6', FULL_EXPORTS_PER_HOUR: '2' } })
  await createPeople(services)
  known = { kind: 'freelancer', id: String((await registeredPerson(services, 'payA1')).userId) }
})
afterAll(() => services.close())
beforeEach(() => services.clock.advance(25 * HOUR))

const alarmsOf = async (account: string) => {
  const { todos } = await (await signIn(services, account)).answer('todos', {})
  return todos
    .filter(({ kind }) => kind === 'full-reads')
    .map(({ title, serial, count, reasons }) => [title, serial, count, reasons.length])
}

it('of fifty reveals at once as many pass as the hour allows, and the oldest makes room again', async () => {
  const payer = await signIn(services, 'payA1')
  const replies = await Promise.all(Array.from({ length: 50 }, () => payer.call('revealPersonal', known)))
  const codes = replies.map(({ body }) => body.code ?? 'shown')
  expect(codes.filter((code) => code === 'shown')).toHaveLength(6)
  expect(codes.filter((code) => code === 'reveals-exhausted')).toHaveLength(44)
  const refused = replies.find(({ http }) => http === 429)
  expect(refused?.body.msg).toBe('一小时内查看完整信息已达 6 次上限，请 60 分钟后再试；管理员已收到提醒')
  expect(refused?.raw.headers['retry-after']).toBe('3600')
  // Nobody else pays for it, and neither do other kinds of reads.
  const reviewer = await signIn(services, 'checkA1')
  expect((await reviewer.call('revealPersonal', known)).http).toBe(200)
  expect((await payer.call('exportFreelancers', {})).http).toBe(200)

  services.clock.advance(HOUR - 1_000)
  const again = await signIn(services, 'payA1')
  expect((await again.call('revealPersonal', known)).http).toBe(429)
  services.clock.advance(1_000)
  expect((await again.call('revealPersonal', known)).http).toBe(200)
})

it('counts the page of a person as a reveal, and lists that are masked not at all', async () => {
  const payer = await signIn(services, 'payA1')
  for (let n = 0; n < 10; n++) expect((await payer.call('listFreelancers', {})).http).toBe(200)
  const page = { who: known.id }
  for (let n = 0; n < 6; n++) expect((await payer.call('freelancerDetail', page as never)).http).toBe(200)
  expect((await payer.call('freelancerDetail', page as never)).http).toBe(429)
})

it('tells managers in scope once an hour from half of it, and that it was refused; never oneself', async () => {
  const payer = await signIn(services, 'payA1')
  for (let n = 0; n < 2; n++) await payer.call('revealPersonal', known)
  expect(await alarmsOf('managerA')).toEqual([])
  for (let n = 0; n < 2; n++) await payer.call('revealPersonal', known)
  for (const manager of ['managerA', 'admin'])
    expect(await alarmsOf(manager)).toEqual([['payA1', 'reveal', 4, 0]])
  for (const other of ['managerB', 'payA1', 'checkA1']) expect(await alarmsOf(other)).toEqual([])
  for (let n = 0; n < 5; n++) await payer.call('revealPersonal', known)
  expect(await alarmsOf('managerA')).toEqual([['payA1', 'reveal', 6, 1]])
  const metric = await services.metrics.registry.getSingleMetricAsString('paywages_full_read_alarms_total')
  expect(metric).toMatch(/full_read_alarms_total\{kind="reveal"\} [1-9]/)
  const entries = await services.query<{ account: string; result: string }>(
    "select account, result from audit_entries where action = 'full-read-alarm' and at >= $1 order by entry_id",
    [new Date(services.clock.now().getTime() - HOUR)],
  )
  expect(entries.map(({ result }) => result)).toEqual(['done', 'refused'])

  const manager = await signIn(services, 'managerA')
  for (let n = 0; n < 3; n++) await manager.call('exportFreelancers', {})
  expect((await manager.call('exportFreelancers', {})).body.code).toBe('exports-exhausted')
  expect(await alarmsOf('managerA')).toHaveLength(1)
  expect(await alarmsOf('admin')).toHaveLength(2)
})

describe('every download', () => {
  /** Without a person's numbers: companies, money, invoices, files that are somebody's own upload. */
  const WITHOUT_PEOPLE = [
    ...['downloadFile', 'downloadEnterpriseContract', 'exportEnterpriseContracts', 'exportCategories'],
    ...['exportStock', 'exportInvoices', 'downloadInvoiceFiles', 'exportProofs', 'exportMoneyView'],
    ...['exportFundFlow', 'fundStatement', 'exportUnread', 'signedCopy', 'testBankFormat'],
  ]

  it.each(everyEndpoint().filter(([, { reply }]) => reply.form === 'download'))(
    '%s is counted, or holds nobody’s numbers',
    (name, endpoint) => {
      const ofOne = name === 'payoutReceipt' ? 'reveal' : 'export'
      expect(endpoint.reads ?? 'none').toBe(WITHOUT_PEOPLE.includes(name) ? 'none' : ofOne)
    },
  )
})
