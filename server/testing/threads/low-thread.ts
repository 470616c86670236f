// A thread that lowers its priority, uses the thread pool of the process, and tells the priority of each thread there.

import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../../adapters/threads/low-priority.ts'
import { priorities } from './priorities.ts'

lowerPriority()
parentPort?.postMessage(await priorities())
