// The worker thread that reads one result after the other; its process stays free for other people's calls.

import { parentPort } from 'node:worker_threads'
import { leaveWhenAsked } from '../threads/leave-when-asked.ts'
import { lowerPriority } from '../threads/low-priority.ts'
import { parseResultFile, type ResultRequest } from './parse-result-file.ts'

lowerPriority()
leaveWhenAsked('listens to more')

// What is no refusal ends the thread.
parentPort?.on('message', async (request: ResultRequest) =>
  parentPort?.postMessage(await parseResultFile(request)),
)
