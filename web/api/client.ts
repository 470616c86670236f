// Calls the API as wire/ declares it: encodes what is asked, decodes what is answered, and turns refusals into CallRefused.

import type { AnswerOf, Endpoint, InputOf, Reply, Upload } from '@paywages/wire/endpoint.ts'
import { decodeAnswer, MAINTENANCE, NOT_LOGGED_IN, SESSION_ENDED } from '@paywages/wire/envelope.ts'
import { API_PREFIX } from '@paywages/wire/prefix.ts'
import type { Fields } from '@paywages/wire/shape.ts'
import { z } from 'zod'
import { notifyChanged } from './changes.ts'
import { clearUser, knownUser } from './known-user.ts'
import { type Envelope, queryOf, readEnvelope } from './read-envelope.ts'
import { redirect } from './redirect.ts'
import { type CallRefused, readRefusal, unreachable } from './refused.ts'
import { askStepUp } from './step-up.ts'
import { traceHeader } from './trace-header.ts'

/** Any declared call, seen from the browser. */
export type Callable = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly input: z.ZodType & { readonly fields?: Fields }
  readonly reply: Reply
  readonly failure: string
  readonly right: string
  readonly upload?: Upload | undefined
}

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** The caller decides where to go when the session has ended; nothing navigates by itself. */
  readonly stay?: boolean
}

export async function call<E extends Callable>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const answer = await send(endpoint, input, options)
  const envelope = await readEnvelope(answer)
  if (envelope?.status !== 0) {
    const refused = refuse(endpoint, answer.status, envelope ?? {}, options)
    if (await askStepUp(refused, endpoint, input)) return call(endpoint, input, options)
    throw refused
  }
  notifyChanged(endpoint)
  return decodeAnswer(endpoint as unknown as Endpoint, envelope) as AnswerOf<E>
}

/** Sends the request; a missing answer is a refusal too, an aborted one stays an AbortError. */
export async function send<E extends Callable>(
  endpoint: E,
  input: InputOf<E>,
  { signal }: CallOptions,
): Promise<Response> {
  const travels = z.encode(endpoint.input, input) as Record<string, unknown>
  const isGet = endpoint.method === 'GET'
  try {
    return await fetch(isGet ? addressOf(endpoint, input) : urlOf(endpoint), {
      method: endpoint.method,
      headers: { ...traceHeader(), ...(isGet ? {} : { 'content-type': 'application/json' }) },
      body: isGet ? null : JSON.stringify(travels),
      signal: signal ?? null,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable(endpoint)
  }
}

/** Makes the refusal, and leaves the page where the answer says that one cannot stay (spec §7, D2, D10). */
export function refuse(
  endpoint: Callable,
  http: number,
  envelope: Envelope,
  options: CallOptions = {},
): CallRefused {
  const refused = readRefusal(endpoint, http, envelope)
  if (endpoint.right === 'public' || options.stay) return refused
  const wasKnown = knownUser() !== undefined
  if (refused.status === SESSION_ENDED || refused.status === NOT_LOGGED_IN) {
    const why = wasKnown || refused.status === SESSION_ENDED ? 'session-ended' : 'not-logged-in'
    leaveForLogin(why)
  } else if (refused.status === MAINTENANCE) leaveForLogin('maintenance')
  else if (refused.code === 'must-change-passwd') redirect({ to: 'password-change' })
  else if (refused.code === 'factor-needed') leaveForLogin('session-ended')
  else if (refused.code === 'factor-enrolment-needed') redirect({ to: 'second-factor' })
  return refused
}

function leaveForLogin(why: 'session-ended' | 'not-logged-in' | 'maintenance'): void {
  // Several calls may end together; the first one leaves, before the user is forgotten.
  redirect({ to: 'login', why })
  clearUser()
}

export function urlOf(endpoint: Callable): string {
  return API_PREFIX + endpoint.path
}

/** Of a call that a frame or a link makes by itself. */
export function addressOf<E extends Callable>(endpoint: E, input: InputOf<E>): string {
  return `${urlOf(endpoint)}${queryOf(z.encode(endpoint.input, input) as Record<string, unknown>)}`
}
