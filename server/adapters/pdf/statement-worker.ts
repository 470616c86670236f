// The worker thread that reads one statement and ends; its process stays free for other people's calls.

import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { parseBankStatement } from './parse-bank-statement.ts'
import { PdfRefused } from './pdf-refused.ts'
import type { StatementAnswer, StatementRequest } from './statement-messages.ts'

const { path, limits } = workerData as StatementRequest
const post = (answer: StatementAnswer): void => parentPort?.postMessage(answer)

try {
  post({ read: await parseBankStatement(new Uint8Array(readFileSync(path)), limits) })
} catch (error) {
  if (!(error instanceof PdfRefused)) throw error
  post({ refused: error.code, detail: error.detail })
}
