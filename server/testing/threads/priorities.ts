// The priority of every thread of this process, as Linux tells it.

import { readdir, readFile } from 'node:fs/promises'

/** By thread id; a thread that ends meanwhile is left out. */
export async function priorities(): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const task of await readdir('/proc/self/task')) {
    const stat = await readFile(`/proc/self/task/${task}/stat`, 'utf8').catch(() => '')
    // The name in parentheses may hold spaces; nice is the 17th field after it.
    if (stat !== '') found.set(task, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]))
  }
  return found
}
