// Each of the specification's 58 calls is made to the real server: every name and type that it promises is there (spec §3, §7).

import type { Right } from '@paywages/domain/accounts/rights.ts'
import type { Endpoint } from '@paywages/wire/endpoint.ts'
import { type EndpointName, endpoints, everyEndpoint } from '@paywages/wire/endpoints.ts'
import type { Fields } from '@paywages/wire/shape.ts'
import { SPECIFIED_CALLS } from '@paywages/wire/specification/specified-calls.ts'
import type { SpecifiedCall, WireFields, WireType } from '@paywages/wire/specification/wire-type.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, signIn } from '../testing/client.ts'
import { goodFieldsOf, openSamples, type Samples } from '../testing/endpoint-samples.ts'
import { registeredPerson } from '../testing/freelancers.ts'
import { invoicedApplication } from '../testing/invoices.ts'
import { payStored, postSheet, registerBatches, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, payoutSheet } from '../testing/payout-sheet.ts'
import { OF_ROLE, type Role } from '../testing/people.ts'
import { storeCategory, storeContract } from '../testing/stored-records.ts'
import { storeProof } from '../testing/tax.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let samples: Samples
/** Somebody who was paid, so that their detail has a payment. */
let paid: { readonly idCardNo: string }

beforeAll(async () => {
  services = await openTestServices()
  samples = await openSamples(services)
  paid = freshRow()
  const { batchId } = await storeBatch(services, 'payA1', [freshRow(), { ...freshRow(), ...paid }])
  await payStored(services, batchId)
  await registerBatches(services)
  await registeredPerson(services, 'payA1')
  await samples.recharge('A1')
  await samples.limitUser('A1')
  await invoicedApplication(services, 'payA1', 'managerA')
  await storeCategory(services)
  await storeContract(services, samples.people.providers.A1)
  await storeProof(services, samples.people.providers.A1)
})
afterAll(() => services.close())

/** Someone of provider A1 who may make the call. */
const CALLERS: Partial<Record<Right, Role>> = {
  manager: 'manager',
  'super-manager': 'super',
  'check-or-manager': 'check',
  'check-or-super-manager': 'check',
}

const declared = new Map(
  everyEndpoint().map(([name, { method, path }]) => [`${method} ${path}`, name] as const),
)

it('names the 58 calls, each once', () => {
  expect(SPECIFIED_CALLS).toHaveLength(58)
  expect(new Set(SPECIFIED_CALLS.map(({ call }) => call)).size).toBe(58)
})

describe.each(SPECIFIED_CALLS)('$call', (specified) => {
  const name = declared.get(specified.call) as EndpointName

  it('takes every field of the specification', () => {
    expect(name).toBeDefined()
    const { input } = endpoints[name] as Endpoint
    const taken = Object.values((input as unknown as { fields: Fields }).fields).map(({ wire }) => wire)
    expect(specified.asks.filter((field) => !taken.includes(field))).toEqual([])
    expect((endpoints[name] as Endpoint).upload?.field).toBe(specified.file)
  })

  it('is content with those fields, and answers every field of the specification, in its type', async () => {
    const { right }: Endpoint = endpoints[name]
    const role = CALLERS[right] ?? 'pay'
    const client = right === 'public' ? clientOf(services) : await signIn(services, OF_ROLE[role])
    const fields = { ...(await goodFieldsOf(samples, name, role)), ...(await inPlaceOf(name)) }
    const { raw, body } = await client.wire(name, onlySpecified(specified, fields))
    expect({ http: raw.statusCode, status: body.status, msg: body.msg }).toEqual({
      http: 200,
      status: 0,
      msg: '',
    })
    expect(problemsOf(specified, body as unknown as Record<string, unknown>)).toEqual([])
  })
})

it('names the one call that demands more than the specification', () => {
  const demanding = SPECIFIED_CALLS.filter(({ demands }) => demands !== undefined)
  expect(demanding.map(({ call }) => call)).toEqual(['POST /account/change/passwd'])
})

it('tells every field of a rejected row, and counts payouts and people apart', async () => {
  const client = await signIn(services, 'payA1')
  const twice = freshRow()
  const rows = [freshRow({ phone: '1' }), twice, { ...twice, amount: '77' }]
  const { body } = await postSheet(client, await payoutSheet(rows))
  const call = SPECIFIED_CALLS.find(({ call: of }) => of === 'POST /excel/import')
  const result = body.data as Record<string, unknown>
  expect(problemsOf(call as SpecifiedCall, body as unknown as Record<string, unknown>)).toEqual([])
  expect(result.failVOs).toHaveLength(1)
  expect([result.totalNum, result.peopleNum, result.sucNum, result.failNum]).toEqual([3, 2, 2, 1])
})

/** Records with something in every list, where the usual sample has an empty one. */
async function inPlaceOf(name: EndpointName): Promise<object> {
  return name === 'freelancerDetail' ? { [wireNameOf(name, 'who')]: paid.idCardNo } : {}
}

/** A client that was written by the specification knows no other field. */
function onlySpecified({ asks, file, demands = [] }: SpecifiedCall, fields: object): object {
  const known = new Set<string | undefined>([...asks, ...demands, file])
  return Object.fromEntries(Object.entries(fields).filter(([field]) => known.has(field)))
}

function wireNameOf(name: EndpointName, field: string): string {
  const { fields } = (endpoints[name] as Endpoint).input as unknown as { fields: Fields }
  return fields[field]?.wire ?? field
}

function problemsOf(specified: SpecifiedCall, body: Record<string, unknown>): string[] {
  const { answers, list, beside = {} } = specified
  const around = unfit(beside, body, 'beside data')
  if (answers === 'download') return around
  if (answers === 'nothing') return [...around, ...(body.data === null ? [] : ['data is not null'])]
  if (!list) {
    const data: WireType = typeof answers === 'string' ? answers : { object: answers }
    return [...around, ...unfit({ data }, body, 'the envelope')]
  }
  const rows = body.data as unknown[]
  if (!Array.isArray(rows) || rows.length === 0) return [...around, 'no rows to look at']
  if (!isWhole(body.count)) around.push('count is no number')
  return [...around, ...rows.flatMap((row) => unfit(answers as WireFields, row as object, 'row'))]
}

function unfit(fields: WireFields, holder: object, where: string): string[] {
  return Object.entries(fields).flatMap(([field, type]) =>
    field in holder
      ? problem(type, (holder as Record<string, unknown>)[field], `${where} ${field}`)
      : [`${where} lacks ${field}`],
  )
}

function problem(type: WireType, value: unknown, where: string): string[] {
  if (typeof type === 'string') {
    return FITS[type](value) ? [] : [`${where} is ${JSON.stringify(value)}, not ${type}`]
  }
  if ('listOf' in type) {
    if (!Array.isArray(value)) return [`${where} is no list`]
    return value.flatMap((one) => unfit(type.listOf, one as object, where))
  }
  if (value === null) return type.nullable ? [] : [`${where} is null`]
  return typeof value === 'object' ? unfit(type.object, value, where) : [`${where} is no object`]
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isText = (value: unknown): value is string => typeof value === 'string'

const FITS: Readonly<Record<Extract<WireType, string>, (value: unknown) => boolean>> = {
  text: isText,
  'text?': (value) => value === null || isText(value),
  count: isWhole,
  number: (value) => typeof value === 'number',
  flag: (value) => value === 0 || value === 1,
  yuan: (value) => typeof value === 'number' && Number.isInteger(Math.round(value * 1e6) / 1e4),
  'yuan?': (value) => value === null || FITS.yuan(value),
  time: isWhole,
  'time?': (value) => value === null || isWhole(value),
  month: (value) => isText(value) && /^(\d{4}-\d\d|)$/.test(value),
  file: (value) => isText(value) && /^(|\/paywages\/api\/file\/download\?fileId=.+)$/.test(value),
  id: (value) => isWhole(value) && value > 0,
  'id?': (value) => value === null || isWhole(value),
}
