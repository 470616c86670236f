// Lowers the priority of the calling thread alone, so that heavy work takes only the time that calls leave over.

import { stat } from 'node:fs'
import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** As `nice` counts: 0 is usual, 19 the last in line. At 5 a thread gets a quarter of a core that another wants too: on a crowded machine it still ends. */
const LOW = 5

/** First thing in a worker thread; on systems that know no priority of a thread, nothing happens. */
export function lowerPriority(): void {
  // Elsewhere the number stands for the whole process, calls included.
  if (isMainThread || process.platform !== 'linux') return
  // The threads of file and zlib work serve the whole process and inherit from whoever is first to need them: they must exist by now.
  stat('/', () => undefined)
  try {
    setPriority(LOW)
  } catch {
    // Forbidden here; the work is done all the same.
  }
}
