// A client in a process of its own, so that what it costs to ask is not taken for what it costs to answer.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What is asked: a call over HTTP, or statements one after the other on one connection, as they are or prepared. */
export type Question =
  | { readonly url: string; readonly cookie?: string | undefined }
  | { readonly database: string; readonly statements: readonly Statement[] }

export type Statement = {
  readonly text: string
  readonly values: readonly (string | number | null)[]
  /** Prepared under this name. */
  readonly name?: string
}

export type Upload = {
  readonly url: string
  readonly cookie: string
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

export type Answer = { readonly status: number; readonly text: string }

export type ClientTask =
  | { readonly do: 'in-turns'; readonly questions: readonly Question[]; readonly runs: number }
  | {
      readonly do: 'side-by-side'
      readonly question: Question
      readonly callers: number
      readonly runs: number
    }
  | { readonly do: 'keep-asking'; readonly question: Question; readonly perSecond: number }
  | { readonly do: 'stop-asking' }
  | { readonly do: 'upload'; readonly upload: Upload }
  | { readonly do: 'post'; readonly url: string; readonly cookie: string; readonly body: unknown }
  | { readonly do: 'download'; readonly url: string; readonly cookie: string }

export type Client = {
  readonly pid: number
  /** Milliseconds of each run, question by question; they are asked one after the other, in turns. */
  inTurns(questions: readonly Question[], runs: number): Promise<number[][]>
  /** So many callers, each with a connection of its own, ask one after the other as often as told; gives the milliseconds of all. */
  sideBySide(question: Question, callers: number, runs: number): Promise<number[]>
  /** Asks at a fixed rate, whether or not earlier answers have come, until stopped; then gives their milliseconds. */
  keepAsking(question: Question, perSecond: number): Promise<void>
  stopAsking(): Promise<number[]>
  upload(upload: Upload): Promise<Answer>
  post(url: string, cookie: string, body: unknown): Promise<Answer>
  /** Reads a file to its end; gives its size and the headers. */
  download(url: string, cookie: string): Promise<{ bytes: number; headers: Record<string, string> }>
  close(): Promise<void>
}

export async function openClient(): Promise<Client> {
  const child = fork(join(import.meta.dirname, 'client-process.ts'), { execArgv: [] })
  type Waiting = { resolve(result: never): void; reject(error: Error): void }
  const waiting = new Map<number, Waiting>()
  let last = 0
  child.on('message', ({ id, result, error }: { id: number; result: never; error?: string }) => {
    if (error === undefined) waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(error))
    waiting.delete(id)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the client ended'))
  })
  const ask = (task: ClientTask) =>
    new Promise<never>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      child.send({ id: last, task })
    })
  return {
    pid: child.pid ?? 0,
    inTurns: (questions, runs) => ask({ do: 'in-turns', questions, runs }),
    sideBySide: (question, callers, runs) => ask({ do: 'side-by-side', question, callers, runs }),
    keepAsking: (question, perSecond) => ask({ do: 'keep-asking', question, perSecond }),
    stopAsking: () => ask({ do: 'stop-asking' }),
    upload: (upload) => ask({ do: 'upload', upload }),
    post: (url, cookie, body) => ask({ do: 'post', url, cookie, body }),
    download: (url, cookie) => ask({ do: 'download', url, cookie }),
    close: async () => {
      child.disconnect()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
