// Metrics as OTLP has them: counters, gauges, histograms whose buckets stand alone, and numbers that JSON does not know.

import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { otlpMetrics } from './otlp-metrics.ts'

it('tells the names, labels and values of /metrics', async () => {
  const registry = new Registry()
  const registers = [registry]
  const calls = new Counter({ name: 'calls_total', help: 'Calls.', labelNames: ['code'], registers })
  calls.inc({ code: '200' }, 3)
  new Gauge({ name: 'age_seconds', help: 'Age.', registers }).set(Number.POSITIVE_INFINITY)
  const times = new Histogram({
    name: 'times',
    help: 'Times.',
    labelNames: ['call'],
    buckets: [1, 5],
    registers,
  })
  for (const value of [0.5, 3, 4, 9]) times.observe({ call: 'a' }, value)
  times.observe({ call: 'b' }, 0.25)

  const since = new Date('2026-03-16T02:00:00.001Z')
  const at = new Date('2026-03-16T02:01:00.002Z')
  const source = { serviceName: 'paywages-api', instance: 'one:7', since, at }
  const span = { startTimeUnixNano: '1773626400001000000', timeUnixNano: '1773626460002000000' }
  const label = (key: string, stringValue: string) => ({ key, value: { stringValue } })
  const point = { attributes: [label('call', 'a')], ...span }
  expect(otlpMetrics(await registry.getMetricsAsJSON(), source)).toEqual({
    resourceMetrics: [
      {
        resource: {
          attributes: [label('service.name', 'paywages-api'), label('service.instance.id', 'one:7')],
        },
        scopeMetrics: [
          {
            scope: { name: 'paywages' },
            metrics: [
              {
                name: 'calls_total',
                description: 'Calls.',
                sum: {
                  aggregationTemporality: 2,
                  isMonotonic: true,
                  dataPoints: [{ attributes: [label('code', '200')], ...span, asDouble: 3 }],
                },
              },
              {
                name: 'age_seconds',
                description: 'Age.',
                gauge: { dataPoints: [{ attributes: [], ...span, asDouble: 'Infinity' }] },
              },
              {
                name: 'times',
                description: 'Times.',
                histogram: {
                  aggregationTemporality: 2,
                  dataPoints: [
                    {
                      ...point,
                      count: '4',
                      sum: 16.5,
                      explicitBounds: [1, 5],
                      bucketCounts: ['1', '2', '1'],
                    },
                    {
                      ...point,
                      attributes: [label('call', 'b')],
                      count: '1',
                      sum: 0.25,
                      explicitBounds: [1, 5],
                      bucketCounts: ['1', '0', '0'],
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  })
})
