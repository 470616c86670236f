// Which seeds a commit draws: the same on every machine, others for the next commit.

import { spawnSync } from 'node:child_process'

/** Past those that people give by hand. */
const FIRST = 1_000_000
const COUNT = 110

export function drawnSeeds(commit = currentCommit()): { from: number; count: number } {
  return { from: FIRST + Number.parseInt(commit.slice(0, 6), 16), count: COUNT }
}

/** Outside a git checkout every run draws the same. */
function currentCommit(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : '000000'
}
