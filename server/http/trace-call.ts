// The span of one call, as a part of the trace that the console began; by its declared path, never by its address (ADR 89).

import type { FastifyReply, FastifyRequest } from 'fastify'
import { inSpan } from '../adapters/tracing/tracing.ts'
import { Refused } from '../refused.ts'

export function inCallSpan<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, path }: { readonly name: string; readonly path: string },
  work: () => Promise<T>,
): Promise<T> {
  const facts = {
    'http.request.method': request.method,
    'http.route': path,
    'paywages.call': name,
    'paywages.request': request.id,
  }
  // A browser may send anything: only what has the form of a trace is looked at.
  const { traceparent } = request.headers
  const from =
    typeof traceparent === 'string' && /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/.test(traceparent)
      ? { traceparent }
      : {}
  return inSpan({ name: `${request.method} ${path}`, kind: 'server', facts, from }, async (span) => {
    try {
      const result = await work()
      span.note({ 'http.response.status_code': reply.statusCode })
      return result
    } catch (error) {
      if (error instanceof Refused) span.note({ 'paywages.refusal': error.code })
      throw error
    }
  })
}
