// The process behind client.ts: sends what it is told to, and answers with times.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import type { Answer, ClientTask, Question, Upload } from './client.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const connections = new Map<string, Promise<pg.Client>>()
let asking: { stop(): Promise<number[]> } | undefined

// A client stands for many machines: it must not wait for a processor that the server keeps busy.
try {
  setPriority(-10)
} catch {
  // Only root may; without it, what is measured under load is a little worse than it is.
}

process.on('message', async ({ id, task }: { id: number; task: ClientTask }) => {
  try {
    process.send?.({ id, result: await perform(task) })
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
process.on('disconnect', () => process.exit(0))

async function perform(task: ClientTask): Promise<unknown> {
  switch (task.do) {
    case 'in-turns':
      return inTurns(task.questions, task.runs)
    case 'side-by-side':
      return sideBySide(task.question, task.callers, task.runs)
    case 'keep-asking':
      asking = keepAsking(task.question, task.perSecond)
      return null
    case 'stop-asking':
      return asking?.stop()
    case 'upload':
      return upload(task.upload)
    case 'post':
      return post(task.url, task.cookie, JSON.stringify(task.body))
    case 'download':
      return download(task.url, task.cookie)
  }
}

async function inTurns(questions: readonly Question[], runs: number): Promise<number[][]> {
  const times: number[][] = questions.map(() => [])
  for (let run = -Math.ceil(runs / 6); run < runs; run += 1)
    for (const [index, question] of questions.entries()) {
      const time = await timed(question)
      if (run >= 0) times[index]?.push(time)
    }
  return times
}

async function sideBySide(question: Question, callers: number, runs: number): Promise<number[]> {
  const times: number[] = []
  const caller = async () => {
    for (let run = 0; run < runs; run += 1) times.push(await timed(question))
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return times
}

function keepAsking(question: Question, perSecond: number): { stop(): Promise<number[]> } {
  const times: Promise<number>[] = []
  const began = performance.now()
  let next: NodeJS.Timeout | undefined
  const ask = () => {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond)
    while (times.length < due) times.push(timed(question))
    next = setTimeout(ask, Math.max(0, began + ((times.length + 1) * 1_000) / perSecond - performance.now()))
  }
  ask()
  return {
    stop: () => {
      clearTimeout(next)
      return Promise.all(times)
    },
  }
}

async function timed(question: Question): Promise<number> {
  if ('url' in question) {
    const began = performance.now()
    const { status, text } = await get(question.url, question.cookie)
    const time = performance.now() - began
    if (status !== 200) throw new Error(`${question.url} answered ${status}: ${text.slice(0, 300)}`)
    return time
  }
  const client = await connected(question.database)
  const began = performance.now()
  for (const { text, values, name } of question.statements)
    await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
  return performance.now() - began
}

function connected(database: string): Promise<pg.Client> {
  const known = connections.get(database)
  if (known) return known
  const opened = (async () => {
    const client = new pg.Client(database)
    await client.connect()
    return client
  })()
  connections.set(database, opened)
  return opened
}

async function get(url: string, cookie: string | undefined): Promise<Answer> {
  return readAnswer(await send(url, { headers: cookie === undefined ? {} : { cookie } }, null))
}

async function post(url: string, cookie: string, body: string): Promise<Answer> {
  const headers = { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return readAnswer(await send(url, { method: 'POST', headers }, body))
}

function send(url: string, options: RequestOptions, body: string | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, ...options }, resolve).on('error', reject)
    sent.end(body ?? undefined)
  })
}

async function readAnswer(reply: IncomingMessage): Promise<Answer> {
  const pieces: Buffer[] = []
  for await (const piece of reply) pieces.push(piece)
  return { status: reply.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') }
}

async function upload({ url, cookie, path, fields }: Upload): Promise<Answer> {
  const boundary = 'bench-boundary-7f3a'
  const head = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')
  const name = basename(path)
  const begin = `${head}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const end = `\r\n--${boundary}--\r\n`
  const { size } = await stat(path)
  const headers = {
    cookie,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': Buffer.byteLength(begin) + size + Buffer.byteLength(end),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers }, (reply) =>
      readAnswer(reply).then(resolve, reject),
    ).on('error', reject)
    async function* body() {
      yield begin
      yield* createReadStream(path, { highWaterMark: 262_144 })
      yield end
    }
    pipeline(body, sent).catch(reject)
  })
}

async function download(url: string, cookie: string) {
  const reply = await send(url, { headers: { cookie } }, null)
  let bytes = 0
  for await (const piece of reply) bytes += piece.length
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`)
  return { bytes, headers: reply.headers }
}
