/** Spans of what happens to a call, where somebody collects them; nothing is loaded or kept where nobody does (ADR 89). */

export type SpanKind = 'server' | 'client'
/** Names and numbers of ours: never what somebody typed, a query string or a parameter. */
export type SpanFacts = Readonly<Record<string, string | number>>

export type SpanRequest = {
  readonly name: string
  readonly kind: SpanKind
  readonly facts: SpanFacts
  /** The headers of a request that came, which may name the span it belongs to. */
  readonly from?: Readonly<Record<string, unknown>>
}

export type OpenSpan = {
  /** What is known at the end only. */
  note(facts: SpanFacts): void
  /** The header by which another service goes on with the trace. */
  readonly header: Readonly<Record<string, string>>
}

export type Tracer = {
  run<T>(request: SpanRequest, work: (span: OpenSpan) => Promise<T>): Promise<T>
  /** Whether work is under way that a span could belong to. */
  isWithin(): boolean
  /** Sends what was collected. */
  close(): Promise<void>
}

const NO_SPAN: OpenSpan = { note: () => undefined, header: {} }

let active: Tracer | undefined

/** Of the whole process, as its log is: what is traced runs through every slice. */
export function useTracer(tracer: Tracer | undefined): void {
  active = tracer
}

export function inSpan<T>(request: SpanRequest, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  return active === undefined ? work(NO_SPAN) : active.run(request, work)
}

/** Only as a part of something: rounds of the worker that find nothing to do are no traces. */
export function inInnerSpan<T>(request: () => SpanRequest, work: () => Promise<T>): Promise<T> {
  return active?.isWithin() ? active.run(request(), work) : work()
}

export async function closeTracing(): Promise<void> {
  await active?.close()
}
