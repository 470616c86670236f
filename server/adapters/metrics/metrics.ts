// Prometheus metrics of one process.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof openMetrics>

export function openMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'paywages_' })
  const registers = [registry]
  return {
    registry,
    callSeconds: new Histogram({
      name: 'paywages_call_seconds',
      help: 'How long API calls take, by call and HTTP code.',
      labelNames: ['call', 'code'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    refusals: new Counter({
      name: 'paywages_refusals_total',
      help: 'Refused calls by code.',
      labelNames: ['code'],
      registers,
    }),
    jobRuns: new Counter({
      name: 'paywages_job_runs_total',
      help: 'Background jobs by name and result.',
      labelNames: ['job', 'result'],
      registers,
    }),
    auditUnsealed: new Gauge({
      name: 'paywages_audit_unsealed_entries',
      help: 'Audit entries not yet sealed into the chain.',
      registers,
    }),
  }
}
