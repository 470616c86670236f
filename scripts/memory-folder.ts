/** Names a temporary folder in memory for the databases and files of a test run, where the machine has room for it. */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const IN_MEMORY = '/dev/shm/'
/** A run holds about 2 GB at a time; a container often has 64 MB there. */
const MIN_FREE_BYTES = 8 * 1024 ** 3

/** Empty where there is none: the run then uses the usual temporary folder. Gone when the process ends. */
export function memoryFolder(): NodeJS.ProcessEnv {
  if (!isRoomy()) return {}
  const folder = mkdtempSync(`${IN_MEMORY}paywages-run-`)
  // As root the databases run as another user, who must be able to reach them.
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return { TMPDIR: folder }
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, freemem()) >= MIN_FREE_BYTES
  } catch {
    return false
  }
}
