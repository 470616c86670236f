// Keeps what a process has in memory off the disk where it crashes: there it stands unsealed (ADR 183).

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** For this process and those that it starts from now on; says so where a crash may still write its memory down. */
export function forbidMemoryDumps(): void {
  try {
    // Node cannot set its own limits; this tool of util-linux sets those of its parent.
    execFileSync('prlimit', [`--pid=${process.pid}`, '--core=0:0'], { stdio: 'ignore' })
  } catch {
    // Not installed, as in the image: then whoever starts the process must have set it.
  }
  if (process.platform === 'linux' && !/^Max core file size +0 /m.test(ownLimits()))
    process.stderr.write(
      'A crash of this process may write its memory, with personal data, to the disk: start it with "ulimit -c 0".\n',
    )
}

function ownLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
