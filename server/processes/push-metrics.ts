// Sends the metrics of this process to a collector of OpenTelemetry where that is asked for (ADR 89).

import { hostname } from 'node:os'
import { repeat } from '../adapters/jobs/repeat.ts'
import { otlpMetrics } from '../adapters/metrics/otlp-metrics.ts'
import { otlpHeaders } from '../adapters/tracing/otlp-headers.ts'
import type { Services } from '../app-services.ts'
import { refreshMetrics } from '../http/health.ts'
import { type Readiness, watchReadiness } from '../http/readiness.ts'

type Telemetry = NonNullable<Services['settings']['telemetry']>

const SILENT_MS = 10_000

/** Once more at the end, so that the last minute is told; what a collector that is away missed comes with the next sums. */
export function pushMetrics(
  services: Services,
  readiness: Readiness,
  name: string,
): { stop(): Promise<void> } {
  const { telemetry } = services.settings
  if (!telemetry || telemetry.pushEveryMs === undefined) return { stop: async () => undefined }
  const report = watchReadiness(services, readiness)
  const since = new Date(Date.now() - process.uptime() * 1_000)
  const source = {
    serviceName: telemetry.serviceName ?? `paywages-${name}`,
    instance: `${hostname()}:${process.pid}`,
    since,
  }
  const push = async (): Promise<void> => {
    await refreshMetrics(services, report)
    const metrics = await services.metrics.registry.getMetricsAsJSON()
    await send(telemetry, otlpMetrics(metrics, { ...source, at: new Date() }))
  }
  const repeated = repeat('push-metrics', telemetry.pushEveryMs, push, services.log)
  return {
    stop: async () => {
      await repeated.stop()
      await push().catch(() => undefined)
    },
  }
}

async function send(telemetry: Telemetry, body: object): Promise<void> {
  const answer = await fetch(`${telemetry.endpoint.replace(/\/+$/, '')}/v1/metrics`, {
    method: 'POST',
    headers: { ...otlpHeaders(telemetry.headers), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(SILENT_MS),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`the collector of metrics answered ${answer.status}`)
}
