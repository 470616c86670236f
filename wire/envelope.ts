// The envelope round every answer (D1, D2).

import { z } from 'zod'
import type { Endpoint, Proposable } from './endpoint.ts'

export type FieldError = { readonly field: string; readonly msg: string }

/** What a refused call answers; `status` is the HTTP code but for the three exceptions of D2. */
export type RefusalEnvelope = {
  readonly status: number
  readonly code: string
  readonly msg: string
  readonly data: null
  readonly errors?: readonly FieldError[]
  readonly [detail: string]: unknown
}

export const NOT_LOGGED_IN = 301
export const SESSION_ENDED = 302
export const MAINTENANCE = 503
export const NO_CONSOLE_RIGHT = 1

/** Encodes a handler's answer into the success envelope. */
export function encodeAnswer(endpoint: Endpoint, answer: unknown): Record<string, unknown> {
  const { reply } = endpoint
  if ('proposes' in reply) {
    const { data, waiting } = answer as Proposable<unknown>
    return {
      status: 0,
      msg: waiting?.msg ?? '',
      data: reply.form === 'data' ? z.encode(reply.data, data as never) : null,
      ...(waiting === undefined ? {} : { proposalId: waiting.proposalId }),
    }
  }
  if (reply.form === 'data') {
    const data = z.encode(reply.data, answer as never)
    return { status: 0, msg: '', data, ...(reply.counted ? { count: data } : {}) }
  }
  if (reply.form !== 'list') return { status: 0, msg: '', data: null }
  const { rows, count, beside } = answer as { rows: unknown[]; count: number; beside?: unknown }
  return {
    status: 0,
    ...(reply.userList ? { code: 'ok' } : {}),
    msg: '',
    data: rows.map((row) => z.encode(reply.row, row as never)),
    count,
    ...(reply.beside ? (z.encode(reply.beside, beside as never) as object) : {}),
  }
}

/** Decodes a success envelope into what the page works with. */
export function decodeAnswer(endpoint: Endpoint, envelope: Record<string, unknown>): unknown {
  const { reply } = endpoint
  if ('proposes' in reply) {
    const { proposalId, msg } = envelope
    return {
      data: reply.form === 'data' ? z.decode(reply.data, envelope.data as never) : undefined,
      ...(typeof proposalId === 'number' ? { waiting: { proposalId, msg: String(msg) } } : {}),
    } satisfies Proposable<unknown>
  }
  if (reply.form === 'data') return z.decode(reply.data, envelope.data as never)
  if (reply.form !== 'list') return undefined
  return {
    rows: (envelope.data as unknown[]).map((row) => z.decode(reply.row, row as never)),
    count: Number(envelope.count),
    ...(reply.beside ? { beside: z.decode(reply.beside, envelope as never) } : {}),
  }
}
