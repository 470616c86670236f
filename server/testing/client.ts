// A caller of the API: sends real wire requests with a session's cookie and reads the envelopes that come back.

import { randomBytes } from 'node:crypto'
import { pngSample } from '@paywages/domain/files/file-samples.ts'
import type { AnswerOf, Endpoint, InputOf } from '@paywages/wire/endpoint.ts'
import { API_PREFIX, type EndpointName, type Endpoints, endpoints } from '@paywages/wire/endpoints.ts'
import { decodeAnswer, type FieldError } from '@paywages/wire/envelope.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { SESSION_COOKIE } from '../http/session-cookie.ts'
import { hashToken } from '../session/identify.ts'
import { insertSession, noteFactor } from '../session/store.ts'
import { multipartOf, type Part } from './multipart.ts'
import type { TestServices } from './test-services.ts'

export type Envelope = {
  readonly status: number
  readonly code?: string
  readonly msg: string
  readonly data: unknown
  readonly count?: number
  readonly errors?: readonly FieldError[]
}

export type Reply = {
  readonly http: number
  readonly body: Envelope
  readonly raw: LightMyRequestResponse
}

export type Headers = Readonly<Record<string, string>>

export type Client = {
  readonly token: string | undefined
  /** A call in the code's names, encoded as the browser would. */
  call<N extends EndpointName>(name: N, input: InputOf<Endpoints[N]>, headers?: Headers): Promise<Reply>
  /** The same, for a call that must succeed: its decoded answer. */
  answer<N extends EndpointName>(name: N, input: InputOf<Endpoints[N]>): Promise<AnswerOf<Endpoints[N]>>
  /** A call with fields as they travel, right or wrong. */
  wire(name: EndpointName, fields: unknown, headers?: Headers): Promise<Reply>
  send(request: InjectOptions): Promise<LightMyRequestResponse>
}

/** A caller with this session token, or with none. */
export function clientOf(services: TestServices, token?: string): Client {
  const send = async (request: InjectOptions) => {
    const cookie = token === undefined ? {} : { cookie: `${SESSION_COOKIE}=${token}` }
    return services.app.inject({ ...request, headers: { ...cookie, ...request.headers } })
  }
  const wire: Client['wire'] = async (name, fields, headers = {}) =>
    readReply(await send(requestOf(name, fields, headers)))
  const call: Client['call'] = (name, input, headers) => wire(name, encodeInput(name, input), headers)
  return {
    token,
    call,
    wire,
    send,
    answer: async <N extends EndpointName>(name: N, input: InputOf<Endpoints[N]>) => {
      const { body } = await call(name, input)
      if (body.status !== 0) throw new Error(`${name} was refused: ${JSON.stringify(body)}`)
      return decodeAnswer(endpoints[name], body) as AnswerOf<Endpoints[N]>
    },
  }
}

export function encodeInput<N extends EndpointName>(name: N, input: InputOf<Endpoints[N]>): unknown {
  return z.encode((endpoints[name] as Endpoint).input, input as never)
}

export function urlOf(name: EndpointName): string {
  return API_PREFIX + endpoints[name].path
}

export type SentFile = Pick<Part, 'value'> & { readonly fileName: string }

/** Calls that take a file find it among the fields, or get a small picture. */
export function requestOf(name: EndpointName, fields: unknown, headers: Headers = {}): InjectOptions {
  const { method, upload }: Endpoint = endpoints[name]
  const url = urlOf(name)
  if (method === 'GET') return { method, url, query: fields as Record<string, string>, headers }
  if (upload === undefined) return { method, url, payload: fields as object, headers }
  const { [upload.field]: given, ...texts } = fields as Record<string, unknown>
  const file = (given as SentFile | undefined) ?? { fileName: 'picture.png', value: pngSample() }
  const parts = Object.entries(texts as Record<string, string>).map(([key, value]) => ({ key, value }))
  const { body, contentType } = multipartOf([...parts, { key: upload.field, ...file }])
  return { method, url, payload: body, headers: { 'content-type': contentType, ...headers } }
}

export function readReply(raw: LightMyRequestResponse): Reply {
  const isJson = String(raw.headers['content-type']).startsWith('application/json')
  const body = isJson
    ? raw.json<Envelope>()
    : { status: raw.statusCode === 200 ? 0 : -1, msg: '', data: null }
  return { http: raw.statusCode, body, raw }
}

/** A live session for an account that has just given its second factor, if it has one; without the time a login takes on purpose. */
export async function signIn(services: TestServices, account: string): Promise<Client> {
  const token = randomBytes(32).toString('base64url')
  const at = services.clock.now()
  await services.database.transact(async (tx) => {
    const found = await tx
      .selectFrom('account_identities')
      .where('account', '=', account)
      .select(['account_id', 'session_epoch'])
      .executeTakeFirstOrThrow()
    await insertSession(tx, {
      tokenHash: hashToken(token),
      accountId: found.account_id,
      epoch: found.session_epoch,
      brand: 1,
      address: '127.0.0.1',
      at,
    })
    await noteFactor(tx, hashToken(token), at)
  })
  return clientOf(services, token)
}
