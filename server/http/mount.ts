// Mounts every declared call: who asks, may they, what do they ask, is it theirs; then the handler; then the envelope.

import { hasRight, scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { askFor, validateFactor } from '@paywages/domain/factors/factor-standing.ts'
import type { FullReadKind } from '@paywages/domain/personal/full-read-limit.ts'
import { isWaiting } from '@paywages/domain/proposals/second-person.ts'
import { encodeToText } from '@paywages/wire/answer-encoder.ts'
import type { Endpoint } from '@paywages/wire/endpoint.ts'
import { API_PREFIX, type EndpointName, everyEndpoint } from '@paywages/wire/endpoints.ts'
import { refusals } from '@paywages/wire/refusals.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Origin, SignedIn } from '../actor.ts'
import type { Database } from '../adapters/postgres/database.ts'
import { Refused, refuseIf } from '../refused.ts'
import type { DeviceCookie, Download, Handlers, ReceivedFile, SessionCookie } from './call.ts'
import { checkRecords, type Owners } from './owners.ts'
import { type PersonTurns, takeTurn, turnOf } from './person-turns.ts'
import { MalformedInput } from './reply.ts'
import { sendDownload } from './send-download.ts'
import { deviceCookie, sessionCookie } from './session-cookie.ts'
import { inCallSpan } from './trace-call.ts'
import { readMultipart, type Uploads } from './uploads.ts'

export type Gate = {
  readonly now: () => Date
  readonly maintenance: boolean
  /** How long a second factor counts as just given. */
  readonly stepUpMs: number
  /** The person behind a session cookie; refuses when the session is over. */
  readonly identify: (token: string, origin: Origin, passive: boolean) => Promise<SignedIn>
  /** Writes down that someone was refused for want of a right (D34). */
  readonly noteRefusedRight: (by: Actor, call: EndpointName) => Promise<void>
  /** Counts a full read of personal data, or refuses it. */
  readonly countFullRead: (by: Actor, kind: FullReadKind) => Promise<void>
  readonly query: Database['query']
  readonly owners: Owners
  readonly uploads: Uploads
  readonly turns: PersonTurns
}

type AnyHandler = (call: Record<string, unknown>) => Promise<unknown>

export function mountCalls(app: FastifyInstance, handlers: Handlers, gate: Gate): void {
  for (const [name, endpoint] of everyEndpoint()) {
    const handler = handlers[name] as unknown as AnyHandler
    app.route({
      method: endpoint.method,
      url: API_PREFIX + endpoint.path,
      // Asking for the head of an export would make it.
      exposeHeadRoute: false,
      config: { call: name },
      handler: (request, reply) =>
        inCallSpan(request, reply, { name, path: API_PREFIX + endpoint.path }, () =>
          answer({ name, endpoint, handler, gate, request, reply }),
        ),
    })
  }
}

type Asked = {
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly handler: AnyHandler
  readonly gate: Gate
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function answer(asked: Asked): Promise<unknown> {
  const { endpoint, gate, request, reply } = asked
  if (gate.maintenance) throw new Refused('maintenance')
  const origin: Origin = {
    at: gate.now(),
    address: request.ip,
    requestId: request.id,
    hostname: request.hostname,
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    site: `${request.protocol}://${request.host}`,
  }
  const cookie = sessionCookie(request, reply)
  const device = deviceCookie(request, reply)
  const by = endpoint.right === 'public' ? undefined : await admit(asked, origin, cookie.current)
  const signal = goneSignal(reply)
  const leave = await enterTurn(asked, by, signal)
  let sending = false
  try {
    const result = await handle(asked, { origin, cookie, device, signal }, by)
    if (endpoint.reply.form !== 'download') return sendJson(reply, encodeToText(endpoint, result))
    const download = result as Download
    for (const end of [download.stream, reply.raw]) end.once('close', leave)
    sending = true
    return sendDownload(reply, download)
  } finally {
    if (!sending) leave()
  }
}

function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}

type Surroundings = {
  readonly origin: Origin
  readonly cookie: SessionCookie
  readonly device: DeviceCookie
  readonly signal: AbortSignal
}

async function handle(asked: Asked, around: Surroundings, by: Actor | undefined): Promise<unknown> {
  const { endpoint, gate } = asked
  const { fields, files } = await readInput(asked, by)
  let kept = false
  try {
    const input = decode(endpoint, fields)
    if (by) refuseBulk(asked, input, by)
    if (by) await checkRecords(endpoint, input, by.person, gate)
    if (by && endpoint.reads) await gate.countFullRead(by, endpoint.reads)
    const scope = by ? { by, scope: scopeOf(by.person) } : {}
    const result = await asked.handler({ input, files, ...around, ...scope })
    kept = true
    return result
  } catch (error) {
    // Rights that depend on the record are refused by the handler; they stand in the audit log all the same (D34).
    if (by && error instanceof Refused && refusals[error.code].http === 403)
      await gate.noteRefusedRight(by, asked.name)
    throw error
  } finally {
    if (!kept) await gate.uploads.discard(files)
  }
}

/** Several records at once ask for the factor as an export does. */
function refuseBulk({ endpoint, gate }: Asked, input: unknown, { person, at }: Actor): void {
  const { scope, factor } = endpoint
  const named = scope.rule === 'record' ? (input as Record<string, unknown>)[scope.at] : undefined
  const ask = askFor(factor, Array.isArray(named) ? named.length : 1)
  refuseIf(validateFactor(person.factor, ask, at, gate.stepUpMs))
}

/** Waits until the person has no more uploads or exports under way than they may. */
async function enterTurn(asked: Asked, by: Actor | undefined, signal: AbortSignal): Promise<() => void> {
  const { endpoint, gate, request } = asked
  const kind = turnOf(endpoint)
  if (kind === undefined || by === undefined) return () => undefined
  return takeTurn(gate.turns, kind, by.person.accountId, signal).catch((error: unknown) => {
    // What is on its way is read and dropped: browsers read no answer before they have sent everything.
    request.raw.resume()
    throw error
  })
}

/** Session, second factor, first password change, right, factor again: in this order, so that nothing is told to those who may not ask. */
async function admit(asked: Asked, origin: Origin, token: string | undefined): Promise<Actor> {
  const { endpoint, gate, name } = asked
  if (token === undefined) throw new Refused('not-logged-in')
  const person = await gate.identify(token, origin, endpoint.passive === true)
  const by = { ...origin, person }
  const factor = validateFactor(person.factor, endpoint.factor, origin.at, gate.stepUpMs)
  if (factor !== 'factor-again') refuseIf(factor)
  if (endpoint.right === 'session') return by
  if (person.mustChangePassword) throw new Refused('must-change-passwd')
  if (!hasRight(person, endpoint.right)) {
    await gate.noteRefusedRight(by, name)
    throw new Refused('not-allowed')
  }
  // Made or changed a short while ago: nobody decides with an account that somebody else has just set up (D47).
  if (endpoint.decides && person.decidesFrom && isWaiting(person.decidesFrom, origin.at)) {
    await gate.noteRefusedRight(by, name)
    throw new Refused('account-waiting', { from: shanghaiMinute(person.decidesFrom) })
  }
  refuseIf(factor)
  return by
}

async function readInput(
  asked: Asked,
  by: Actor | undefined,
): Promise<{ fields: unknown; files: readonly ReceivedFile[] }> {
  const { endpoint, gate, request } = asked
  if (endpoint.method === 'GET')
    return { fields: withoutEmpty(request.query as Record<string, unknown>), files: [] }
  if (endpoint.upload === undefined) {
    if (request.isMultipart()) throw new Refused('wrong-media-type')
    return { fields: request.body ?? {}, files: [] }
  }
  if (by === undefined) throw new Error('an upload needs a person')
  if (!request.isMultipart()) throw new Refused('wrong-media-type')
  return readMultipart(request, endpoint.upload, by, gate.uploads)
}

/** `?name=` means no filter on the name. */
function withoutEmpty(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

function decode(endpoint: Endpoint, fields: unknown): unknown {
  // Where a field has no sentence of its own, people still get a Chinese one (D2).
  const result = endpoint.input.safeDecode(fields as never, { error: () => refusals.malformed.msg })
  if (!result.success) throw new MalformedInput(result.error)
  return result.data
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // Whoever left while the body was being stored is heard no more.
  if (reply.raw.destroyed) gone.abort()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}
