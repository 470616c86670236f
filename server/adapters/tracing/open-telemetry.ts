/** The tracer of OpenTelemetry, which sends spans as OTLP over HTTP; loaded only where an endpoint is set (ADR 89). */
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import { otlpHeaders } from './otlp-headers.ts'
import type { OpenSpan, Tracer } from './tracing.ts'

export type TelemetrySettings = {
  readonly endpoint: string
  /** `name=value`, separated by commas, as the standard has it. */
  readonly headers: string | undefined
  readonly serviceName: string
  /** The part of traces that is kept. */
  readonly ratio: number
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

export function openTelemetry(settings: TelemetrySettings): Tracer {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: otlpHeaders(settings.headers),
  })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName }),
    sampler: new TraceIdRatioBasedSampler(settings.ratio),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('paywages')
  return {
    run: (request, work) => {
      const { name, kind, facts, from } = request
      const parent = from === undefined ? context.active() : propagation.extract(context.active(), from)
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, parent)
      return context.with(trace.setSpan(parent, span), () => untilEnded(span, work))
    },
    isWithin: () => trace.getSpan(context.active()) !== undefined,
    close: () => provider.shutdown().catch(() => undefined),
  }
}

async function untilEnded<T>(span: Span, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  const header: Record<string, string> = {}
  propagation.inject(context.active(), header)
  try {
    return await work({ note: (facts) => void span.setAttributes(facts), header })
  } catch (error) {
    // Its kind alone: messages may hold what somebody typed.
    const type = error instanceof Error ? error.name : typeof error
    span.setAttribute('error.type', type)
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}
