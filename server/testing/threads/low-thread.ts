// A thread that lowers its priority, uses the thread pool of the process, and tells what it got.

import { readdir, readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../../adapters/threads/low-priority.ts'

lowerPriority()

const niceOf = async (task: string) => {
  const stat = await readFile(`/proc/self/task/${task}/stat`, 'utf8')
  // The name in parentheses may hold spaces; nice is the 17th field after it.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}
const tasks = await readdir('/proc/self/task')
parentPort?.postMessage(await Promise.all(tasks.map(niceOf)))
