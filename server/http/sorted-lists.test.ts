// Lists sorted by what their heads offer: either way, page by page without overlap, and nothing but what is offered.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { invitedPerson } from '../testing/freelancers.ts'
import { createPeople } from '../testing/people.ts'
import { openTaxFixture, payOn } from '../testing/tax-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let admin: Client

beforeAll(async () => {
  services = await openTestServices()
  const people = await createPeople(services)
  const fixture = await openTaxFixture(services, people)
  for (const [day, amount] of [
    ['2026-02-10', '9000'],
    ['2026-03-10', '7000'],
    ['2026-04-10', '8000'],
  ] as const)
    await payOn(services, fixture, day, { amount })
  for (let person = 0; person < 3; person += 1) await invitedPerson(services, 'payA1')
  services.clock.set(new Date('2026-06-03T10:00:00+08:00'))
  admin = await signIn(services, 'admin')
  await admin.answer('generateEnterpriseContracts', {})
  await admin.answer('generateStatements', {})
})
afterAll(() => services.close())

const SORTED = [
  ['listAccounts', 'account'],
  ['listAccounts', 'realName'],
  ['listAccounts', 'enabled'],
  ['listFreelancers', 'userId'],
  ['listContracts', 'invitedAt'],
  ['listEnterpriseContracts', 'contractNo'],
  ['listEnterpriseContracts', 'beginDay'],
  ['listEnterpriseContracts', 'endDay'],
  ['listEnterpriseContracts', 'status'],
  ['listProofs', 'month'],
  ['listProofs', 'taxFen'],
  ['listProofs', 'uploadedAt'],
  ['listProofs', 'status'],
  ['listStatementsOfPeople', 'month'],
  ['listStatementsOfPeople', 'name'],
  ['listStatementsOfPeople', 'incomeFen'],
  ['listStatementsOfPeople', 'taxFen'],
] as const

type Row = Readonly<Record<string, unknown>>

async function pageOf(call: (typeof SORTED)[number][0], input: object): Promise<readonly Row[]> {
  const { rows } = (await admin.answer(call, input as never)) as { rows: readonly Row[] }
  return rows
}

/** Words are ordered as the database does it, which a test in another language cannot repeat. */
const isPlain = (value: unknown): value is bigint | number | Date | boolean | null =>
  typeof value !== 'string'
const numberOf = (value: bigint | number | Date | boolean | null) => (value === null ? 0 : Number(value))

it.each(SORTED)('%s sorts by %s, from either end and page by page', async (call, by) => {
  const [down, up] = await Promise.all([
    pageOf(call, { size: 100, sort: { by, descending: true } }),
    pageOf(call, { size: 100, sort: { by, descending: false } }),
  ])
  expect(down.length).toBeGreaterThan(1)
  const values = up.map((row) => row[by])
  expect(down.map((row) => row[by])).toEqual(values.toReversed())
  if (values.every(isPlain)) {
    const numbers = values.map(numberOf)
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  }
  const pages = []
  for (let index = 0; index < up.length; index += 1)
    pages.push(...(await pageOf(call, { size: 1, index, sort: { by, descending: false } })))
  expect(pages).toEqual(up)
})

it.each([
  'listAccounts',
  'listFreelancers',
  'listContracts',
  'listEnterpriseContracts',
  'listProofs',
] as const)('%s refuses a column that is not offered', async (call) => {
  const { http, body } = await admin.wire(call, { sort: 'passwd' })
  expect([http, body.msg]).toEqual([400, '不支持按该列排序'])
})
