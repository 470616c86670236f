// The bank over HTTP: every call signed in both directions, with the faults it was told to make.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bank, report } from './bank.ts'
import { CALLS, type Call, FAILED, isDay, type Outcome } from './calls.ts'
import type { Clock } from './clock.ts'
import { fileStatement } from './files/file-statement.ts'
import { FILES_POLICY, renderFiles, type Said } from './files/files-page.ts'
import { readFormFile } from './files/receive-form.ts'
import { camt053, pain002, type ResultFile, resultBook, resultSheet } from './files/result-files.ts'
import { Gate } from './gate.ts'
import { FILE_LABELS, STATEMENT_LABELS } from './labels.ts'
import { PAGE_POLICY, renderPage } from './page.ts'
import { SIGNATURE_HEADER, signAnswer, TIMESTAMP_HEADER } from './signature.ts'
import { LINES_A_PART, statementPdf } from './statement-pdf.ts'

/** 500 transfers with the longest names and remarks in three bytes a character. */
const MAX_BODY_BYTES = 2 * 1024 * 1024
/** Longer than a caller keeps an idle connection: one closed in the instant of its use would look like a lost answer. */
const MAX_FILE_BYTES = 20 * 1024 * 1024
const IDLE_MS = 65_000
const DRAIN_MS = 5_000

type Desk = {
  readonly bank: Bank
  readonly secret: string
  readonly clock: Clock
  readonly gate: Gate
  /** Calls of the protocol that nobody has answered yet, for an outage to cut. */
  readonly unanswered: Set<ServerResponse>
}

export type BankServer = { readonly server: Server; stop(): Promise<void> }

export function serveBank(bank: Bank, secret: string, clock: Clock): BankServer {
  const desk: Desk = { bank, secret, clock, gate: new Gate(secret, clock), unanswered: new Set() }
  const inHand = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const work = handle(desk, request, response).catch((error: unknown) => {
      // A caller that goes away in the middle of its request is nothing to report.
      if (!request.destroyed) report('a call failed', error)
      response.destroy()
    })
    inHand.add(work)
    void work.finally(() => inHand.delete(work))
  })
  server.keepAliveTimeout = IDLE_MS
  return {
    server,
    stop: async () => {
      server.close()
      server.closeIdleConnections()
      await Promise.race([Promise.all(inHand), sleep(DRAIN_MS, undefined, { ref: false })])
      // Only calls that are never to be answered are left.
      server.closeAllConnections()
    },
  }
}

async function handle(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url: path = '' } = request
  const { pathname, searchParams } = new URL(path, 'http://bank.invalid')
  if (method === 'GET' && pathname === '/live')
    return send(response, 200, 'text/plain', Buffer.from('live\n'))
  if (method === 'GET' && pathname === '/') return sendPage(desk, response)
  if (pathname === '/files' || pathname.startsWith('/files/'))
    return atCounter(desk, request, response, pathname, searchParams)
  if (method === 'GET' && pathname === '/statement.pdf') return sendStatement(desk, response, searchParams)
  const isProtocol = pathname.startsWith('/v1/')
  if (isProtocol) noteUnanswered(desk, response)
  if (isProtocol && desk.bank.control.outage) return cut(response)
  const body = await readBody(request)
  if (!body) return sendUnsigned(response, 413, 'too-large')
  const admission = desk.gate.admit({ method, path, headers: request.headers, body })
  // Never signed: a replayer must not get an answer that the customer would believe.
  if ('refusal' in admission) return sendUnsigned(response, 401, admission.refusal)
  const call = CALLS[`${method} ${pathname}`]
  const answer = new Answer(desk, response, admission.nonce)
  if (!call) return answer.give({ status: 404, body: { error: 'no-such-call' } })
  const run = () => runCall(desk, call, { query: searchParams, body })
  if (call.part === 'protocol') return answerWithFaults(desk, answer, run)
  await answer.give(await run())
  if (desk.bank.control.outage) for (const cutOff of desk.unanswered) cut(cutOff)
}

async function runCall(desk: Desk, call: Call, asked: Parameters<Call['run']>[1]): Promise<Outcome> {
  try {
    return await call.run(desk.bank, asked)
  } catch (error) {
    report('a call could not be carried out', error)
    return FAILED
  }
}

async function answerWithFaults({ bank }: Desk, answer: Answer, run: () => Promise<Outcome>): Promise<void> {
  const { delayMs, trouble, badSignature } = bank.drawFault()
  if (delayMs > 0) await sleep(delayMs / 2)
  if (trouble?.when === 'before') return answer.spoil(trouble.kind)
  const outcome = await run()
  if (outcome.hangs) return
  if (delayMs > 0) await sleep(delayMs / 2)
  if (trouble) return answer.spoil(trouble.kind)
  await answer.give(outcome, badSignature)
}

class Answer {
  readonly #desk: Desk
  readonly #response: ServerResponse
  readonly #nonce: string

  constructor(desk: Desk, response: ServerResponse, nonce: string) {
    this.#desk = desk
    this.#response = response
    this.#nonce = nonce
  }

  give({ status, body: content }: Outcome, badSignature = false): Promise<void> {
    const { secret, clock } = this.#desk
    const body = Buffer.from(JSON.stringify(content))
    const timestamp = String(clock())
    const key = badSignature ? `not ${secret}` : secret
    const signature = signAnswer(key, { status, nonce: this.#nonce, timestamp, body })
    this.#response.setHeader(TIMESTAMP_HEADER, timestamp)
    this.#response.setHeader(SIGNATURE_HEADER, signature)
    return send(this.#response, status, 'application/json', body)
  }

  async spoil(kind: 'hang' | 'reset' | 'fail'): Promise<void> {
    if (kind === 'reset') cut(this.#response)
    if (kind === 'fail') await this.give(FAILED)
  }
}

function sendPage({ bank, clock }: Desk, response: ServerResponse): Promise<void> {
  response.setHeader('content-security-policy', PAGE_POLICY)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  const { book, control } = bank
  return send(response, 200, 'text/html; charset=utf-8', Buffer.from(renderPage(book, control, clock())))
}

/** For people, from the page; where nothing happened there is no statement. */
async function sendStatement(
  { bank }: Desk,
  response: ServerResponse,
  query: URLSearchParams,
): Promise<void> {
  const [day, part] = [query.get('day') ?? '', query.get('part') ?? '1']
  const isAsked = isDay(day) && /^[1-9]\d{0,5}$/.test(part)
  const lines = isAsked ? bank.book.partOfDay(day, Number(part), LINES_A_PART) : []
  if (lines.length === 0) return sendUnsigned(response, 404, 'no-such-statement')
  const pdf = await statementPdf(day, lines)
  const name = encodeURIComponent(STATEMENT_LABELS.fileName(day, Number(part)))
  response.setHeader('content-disposition', `attachment; filename*=UTF-8''${name}`)
  response.setHeader('x-content-type-options', 'nosniff')
  return send(response, 200, 'application/pdf', pdf)
}

const RESULTS = { csv: resultSheet, xlsx: resultBook, 'pain.002': pain002, 'camt.053': camt053 } as const

/** Online banking for people with files: neither signed nor part of the protocol, and its payments stand in no record of the protocol. */
async function atCounter(
  { bank, clock }: Desk,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  query: URLSearchParams,
): Promise<void> {
  if (request.method === 'GET' && pathname === '/files/result') {
    const [id, as] = [query.get('id') ?? '', query.get('as') ?? '']
    const file = bank.files.find(id)
    const write = Object.hasOwn(RESULTS, as) ? RESULTS[as as keyof typeof RESULTS] : undefined
    if (!file || !write) return sendUnsigned(response, 404, 'no-such-result')
    return sendFile(response, write(file))
  }
  if (request.method === 'GET' && pathname === '/files/statement') {
    const [day, as] = [query.get('day') ?? '', query.get('as') ?? '']
    if (!isDay(day) || (as !== 'xlsx' && as !== 'camt.053'))
      return sendUnsigned(response, 404, 'no-such-statement')
    return sendFile(response, fileStatement(bank.files.list(), day, as))
  }
  if (pathname !== '/files' || (request.method !== 'GET' && request.method !== 'POST'))
    return sendUnsigned(response, 404, 'no-such-page')
  const said = request.method === 'POST' ? await takeFile(bank, request, clock()) : undefined
  response.setHeader('content-security-policy', FILES_POLICY)
  response.setHeader('x-content-type-options', 'nosniff')
  return send(
    response,
    200,
    'text/html; charset=utf-8',
    Buffer.from(renderFiles(bank.files.list(), bank.control, said)),
  )
}

function sendFile(response: ServerResponse, { name, type, body }: ResultFile): Promise<void> {
  response.setHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  response.setHeader('x-content-type-options', 'nosniff')
  return send(response, 200, type, body)
}

async function takeFile(bank: Bank, request: IncomingMessage, at: number): Promise<Said> {
  const body = await readBody(request, MAX_FILE_BYTES)
  const form = body && readFormFile(request.headers['content-type'] ?? '', Buffer.from(body))
  if (!form) return { tone: 'alarm', words: FILE_LABELS.refusals.unreadable }
  const taken = bank.files.take(form.name, form.bytes, at, {
    repeats: bank.control.repeatsFiles,
    from: form.accountNo,
  })
  if ('refusal' in taken) return { tone: 'alarm', words: FILE_LABELS.refusals[taken.refusal] }
  const { batchNo, orders } = taken.file
  return { tone: 'done', words: FILE_LABELS.accepted(batchNo, String(orders.length)) }
}

function sendUnsigned(response: ServerResponse, status: number, error: string): Promise<void> {
  // What is left of a body that was too large is not read.
  if (status === 413) response.setHeader('connection', 'close')
  return send(response, status, 'application/json', Buffer.from(JSON.stringify({ error })))
}

/** Resolves when the system has taken the answer, so that a stop does not cut it off. */
function send(response: ServerResponse, status: number, type: string, body: Buffer): Promise<void> {
  if (response.destroyed) return Promise.resolve()
  response.writeHead(status, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': 'no-store',
  })
  return new Promise((settle) => {
    response.once('close', settle)
    response.end(body, () => settle())
  })
}

function noteUnanswered({ unanswered }: Desk, response: ServerResponse): void {
  unanswered.add(response)
  response.once('close', () => unanswered.delete(response))
}

function cut(response: ServerResponse): void {
  response.socket?.destroy()
}

async function readBody(
  request: IncomingMessage,
  maxBytes = MAX_BODY_BYTES,
): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  // Left early, the loop would otherwise destroy the connection that the refusal is to travel on.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
