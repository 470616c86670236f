// Metrics that are pushed: to the collector that is set and asked for, again after it was away, and once more at the end.

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { pushMetrics } from './push-metrics.ts'

let services: TestServices
let collector: Server
const got: { url: string | undefined; token: string | undefined; body: string }[] = []

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { url, headers } = request
    got.push({ url, token: headers['x-token']?.toString(), body: await text(request) })
    response.writeHead(got.length === 1 ? 503 : 200).end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  services = await openTestServices({
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20b',
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    },
  })
})
afterAll(async () => {
  collector.close()
  await services.close()
})

it('goes on after a refusal, and ends with the last values', async () => {
  const push = pushMetrics(services, { draining: false }, 'worker')
  await vi.waitFor(() => expect(got.length).toBeGreaterThan(1), { timeout: 60_000 })
  services.metrics.bankSilences.inc({ silence: 'timeout' }, 41)
  await push.stop()
  expect(new Set(got.map(({ url, token }) => `${url} ${token}`))).toEqual(new Set(['/v1/metrics a b']))
  const last = JSON.parse(got.at(-1)?.body ?? '{}').resourceMetrics[0]
  expect(last.resource.attributes[0]).toEqual({
    key: 'service.name',
    value: { stringValue: 'paywages-worker' },
  })
  const metrics = Object.fromEntries(
    last.scopeMetrics[0].metrics.map((metric: { name: string }) => [metric.name, metric]),
  )
  expect(metrics.paywages_bank_silences_total.sum.dataPoints[0].asDouble).toBe(41)
  // What /metrics looks up when it is asked is there as well.
  const failing = metrics.paywages_check_failing.gauge.dataPoints
  expect(failing.map(({ asDouble }: { asDouble: number }) => asDouble)).toEqual(failing.map(() => 0))
  expect(failing).not.toEqual([])
})

it('is asked for by a setting of its own: who reads /metrics gets nothing twice', async () => {
  const before = got.length
  const { telemetry } = services.settings
  if (!telemetry) throw new Error('no collector is set')
  const settings = { ...services.settings, telemetry: { ...telemetry, pushEveryMs: undefined } }
  await pushMetrics({ ...services, settings }, { draining: false }, 'worker').stop()
  expect(got).toHaveLength(before)
})
