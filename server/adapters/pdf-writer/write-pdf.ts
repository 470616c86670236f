// Makes a PDF of a Typst template in the repository and plain data, on a thread of its own: setting pages would keep other calls waiting.

import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { quietEnvironment } from '../threads/quiet-environment.ts'
import type { PdfAnswer, PdfJob } from './pdf-job.ts'

/** The template reads the data as `json(bytes(sys.inputs.data))`: texts arrive as texts, whatever characters they hold. */
export async function writePdf(template: URL, data: object): Promise<Buffer> {
  const [source, json] = [await readFile(template, 'utf8'), JSON.stringify(data)]
  if (json.length > MAX_CHARACTERS) throw new RangeError('too much data for one PDF')
  // One after the other: pages of a document depend on each other, and the compiler keeps both cores busy by itself.
  const made = last.then(() => makeOne({ source, json }))
  last = made.catch(() => undefined)
  return made
}

/** Some ten thousand lines of a table. */
const MAX_CHARACTERS = 4_000_000
const MAX_SECONDS = 60
/** The fonts take some thirty megabytes; a process that makes no documents gives them back. */
const IDLE_SECONDS = 60

let last: Promise<unknown> = Promise.resolve()
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

async function makeOne(job: PdfJob): Promise<Buffer> {
  clearTimeout(idle)
  const worker = acquireThread()
  worker.ref()
  try {
    const answer = await answerOf(worker, job)
    if ('failed' in answer) throw new Error(`the PDF could not be made: ${answer.failed}`)
    return Buffer.from(answer.pdf)
  } catch (error) {
    // Whatever it is busy with, or broken by, the next document gets a fresh one.
    end(worker)
    throw error
  } finally {
    worker.unref()
    idle = setTimeout(() => end(worker), IDLE_SECONDS * 1_000)
    idle.unref()
  }
}

function acquireThread(): Worker {
  if (thread) return thread
  const started = new Worker(new URL('./pdf-thread.ts', import.meta.url), quietEnvironment())
  const forget = () => {
    if (thread === started) thread = undefined
  }
  // Without a listener, a thread that dies while nobody waits would end the process.
  started.on('error', forget)
  started.on('exit', forget)
  thread = started
  return started
}

function end(worker: Worker): void {
  if (thread === worker) thread = undefined
  void worker.terminate()
}

function answerOf(worker: Worker, job: PdfJob): Promise<PdfAnswer> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => settle(() => reject(new Error('the PDF took too long'))),
      MAX_SECONDS * 1_000,
    )
    const settle = (done: () => void) => {
      clearTimeout(late)
      worker.off('message', answered)
      worker.off('error', failed)
      worker.off('exit', ended)
      done()
    }
    const answered = (answer: PdfAnswer) => settle(() => resolve(answer))
    const failed = (error: Error) => settle(() => reject(error))
    const ended = () => settle(() => reject(new Error('the PDF thread ended')))
    worker.on('message', answered)
    worker.on('error', failed)
    worker.on('exit', ended)
    worker.postMessage(job)
  })
}
