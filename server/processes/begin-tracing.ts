// Begins to trace where a collector is set; the packages for it are loaded only then (ADR 89).

import type { Settings } from '../adapters/config/settings.ts'
import { useTracer } from '../adapters/tracing/tracing.ts'

export async function beginTracing({ telemetry }: Pick<Settings, 'telemetry'>, name: string): Promise<void> {
  if (!telemetry) return
  const { openTelemetry } = await import('../adapters/tracing/open-telemetry.ts')
  useTracer(openTelemetry({ ...telemetry, serviceName: telemetry.serviceName ?? `paywages-${name}` }))
}
