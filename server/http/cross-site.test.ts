// Every call that changes something, from other sites and in other bodies than our pages send (D9).

import { everyEndpoint } from '@paywages/wire/endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestOf, signIn } from '../testing/client.ts'
import { goodFieldsOf, openSamples, type Samples } from '../testing/endpoint-samples.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let samples: Samples

beforeAll(async () => {
  services = await openTestServices()
  samples = await openSamples(services)
})
afterAll(() => services.close())

const posts = everyEndpoint()
  .filter(([, { method }]) => method === 'POST')
  .map(([name]) => name)

describe.each(posts)('%s sent from another site', (name) => {
  /** All of them are refused, so one set of records serves them. */
  let fields: Awaited<ReturnType<typeof goodFieldsOf>>
  beforeAll(async () => {
    fields = await goodFieldsOf(samples, name)
  })

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'not an origin' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is rejected before any other check for %j', async (headers) => {
    const client = await signIn(services, 'admin')
    const { http, body } = await client.wire(name, fields, headers as never)
    expect([http, body.code]).toEqual([403, 'cross-site'])
  })

  it('is rejected with a text/plain, form or XML body', async () => {
    const client = await signIn(services, 'admin')
    const payload = JSON.stringify(fields)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const request = { ...requestOf(name, {}), payload, headers: { 'content-type': type } }
      const raw = await client.send(request)
      expect([raw.statusCode, raw.json().code]).toEqual([415, 'wrong-media-type'])
    }
  })
})

it('accepts requests from the own origin, also behind a host name with a port', async () => {
  const client = await signIn(services, 'payA1')
  const headers = {
    host: 'pay.example:8443',
    origin: 'https://pay.example:8443',
    'sec-fetch-site': 'same-origin',
  }
  expect((await client.wire('logout', {}, headers)).http).toBe(200)
})
