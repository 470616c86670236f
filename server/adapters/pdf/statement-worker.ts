// The worker thread that reads one statement and ends; its process stays free for other people's calls.

import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { parseStatement } from './parse-statement.ts'
import { PdfRefused } from './pdf-refused.ts'
import type { StatementAnswer, StatementRequest } from './statement-messages.ts'

const { path, limits } = workerData as StatementRequest
const say = (answer: StatementAnswer): void => parentPort?.postMessage(answer)

try {
  say({ read: await parseStatement(new Uint8Array(readFileSync(path)), limits) })
} catch (error) {
  if (!(error instanceof PdfRefused)) throw error
  say({ refused: error.code, detail: error.detail })
}
