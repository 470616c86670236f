// A process with one thread of low priority: prints the priority of each of its threads, and its own.

import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

const thread = new Worker(new URL('./low-thread.ts', import.meta.url))
const [ofThreads] = (await once(thread, 'message')) as [Map<string, number>]
process.stdout.write(JSON.stringify({ own: getPriority(), ofThreads: [...ofThreads.values()] }))
