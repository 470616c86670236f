// Makes the calls that the login page needs before any codec is loaded; refusals are the same as those of every other call.

import { API_PREFIX } from '@paywages/wire/prefix.ts'
import type { PlainCall } from '@paywages/wire/session/plain-calls.ts'
import { queryOf, readEnvelope } from './read-envelope.ts'
import { readRefusal, unreachable } from './refused.ts'

export async function plainCall<Input, Answer>(
  { method, path, failure, encode, decode }: PlainCall<Input, Answer>,
  input: Input,
): Promise<Answer> {
  const described = { failure, input: {} }
  const travels = encode(input)
  const asked = method === 'GET' ? fetch(API_PREFIX + path + queryOf(travels)) : post(path, travels)
  const answer = await asked.catch(() => {
    throw unreachable(described)
  })
  const envelope = await readEnvelope(answer)
  if (envelope?.status !== 0 || typeof envelope.data !== 'object' || envelope.data === null)
    throw readRefusal(described, answer.status, envelope ?? {})
  return decode(envelope.data as Record<string, unknown>)
}

function post(path: string, travels: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(API_PREFIX + path, { method: 'POST', headers, body: JSON.stringify(travels) })
}
