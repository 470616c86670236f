// The one error a call ends with: what the server refused, or that it could not be reached.

import type { RefusalEnvelope } from '@paywages/wire/envelope.ts'
import type { Fields } from '@paywages/wire/shape.ts'

/** Messages by the code's field names. */
export type FieldErrors = Readonly<Record<string, string>>

type Refusal = {
  readonly code: string
  /** The envelope's status; the HTTP code where there was no envelope. */
  readonly status: number
  /** 0 when no answer came at all. */
  readonly http: number
  readonly msg: string
  readonly fieldErrors?: FieldErrors
  readonly detail?: Readonly<Record<string, unknown>>
}

export class CallRefused extends Error {
  readonly code: string
  readonly status: number
  readonly http: number
  readonly msg: string
  readonly fieldErrors: FieldErrors
  readonly detail: Readonly<Record<string, unknown>>

  constructor(refusal: Refusal) {
    super(refusal.msg)
    this.name = 'CallRefused'
    this.code = refusal.code
    this.status = refusal.status
    this.http = refusal.http
    this.msg = refusal.msg
    this.fieldErrors = refusal.fieldErrors ?? {}
    this.detail = refusal.detail ?? {}
  }

  /** A passing outage: worth another try with the same input (D2). */
  get outage(): boolean {
    return (
      this.http === 0 || this.http === 502 || this.http === 504 || (this.http === 503 && this.status !== 503)
    )
  }

  /** The record is no longer as it was shown: someone else was quicker, or it is gone. */
  get stale(): boolean {
    return this.http === 409 || this.http === 404
  }
}

type Described = { readonly failure: string; readonly input: { readonly fields?: Fields } }

/** Reads a refusal envelope; whatever it does not say falls back to the call's own words (spec §8). */
export function readRefusal(
  endpoint: Described,
  http: number,
  envelope: Partial<RefusalEnvelope>,
): CallRefused {
  const codeNames = new Map(
    Object.entries(endpoint.input.fields ?? {}).map(([services, field]) => [field.wire, services]),
  )
  const fieldErrors: Record<string, string> = {}
  for (const { field, msg } of envelope.errors ?? []) {
    const name = codeNames.get(field) ?? field
    fieldErrors[name] ??= msg
  }
  return new CallRefused({
    code: envelope.code ?? 'no-answer',
    status: envelope.status ?? http,
    http,
    msg: envelope.msg || endpoint.failure,
    fieldErrors,
    detail: envelope,
  })
}

/** No answer at all: the network, a proxy, or a server that is starting. */
export function unreachable(endpoint: Described): CallRefused {
  return new CallRefused({ code: 'unreachable', status: 500, http: 0, msg: endpoint.failure })
}
