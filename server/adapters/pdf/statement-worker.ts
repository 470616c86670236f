// The worker thread that reads one statement and ends; its process stays free for other people's calls.

import { parentPort, workerData } from 'node:worker_threads'
import { leaveWhenAsked } from '../threads/leave-when-asked.ts'
import { lowerPriority } from '../threads/low-priority.ts'
import { parseStatementFile } from './parse-statement-file.ts'
import { PdfRefused } from './pdf-refused.ts'
import type { StatementAnswer, StatementRequest } from './statement-messages.ts'

lowerPriority()
leaveWhenAsked('listens to nothing else')

const { file, limits, layouts } = workerData as StatementRequest
const post = (answer: StatementAnswer): void => parentPort?.postMessage(answer)

try {
  post({ read: await parseStatementFile(file, limits, layouts) })
} catch (error) {
  if (!(error instanceof PdfRefused)) throw error
  post({ refused: error.code, detail: error.detail })
}
