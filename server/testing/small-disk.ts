// A disk of a few megabytes that a test can fill and empty; only root can have one.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type SmallDisk = {
  readonly folder: string
  /** Takes all space but so many bytes. */
  fill(leaveBytes?: number): Promise<void>
  empty(): Promise<void>
  remove(): Promise<void>
}

export const canMount = process.platform === 'linux' && process.getuid?.() === 0

export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'paywages-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  const filling = join(folder, 'filling')
  const empty = () => rm(filling, { force: true })
  return {
    folder,
    fill: async (leaveBytes = 0) => {
      await empty()
      const { bsize, bavail } = await statfs(folder)
      await writeFile(filling, Buffer.alloc(Math.max(0, bsize * bavail - leaveBytes)))
    },
    empty,
    remove: async () => {
      // Lazily: a process that still ends may have a file of it open.
      await run('umount', ['-l', folder])
      await rmdir(folder)
    },
  }
}
