// How much space the disk of the data folder has left.

import { statfs } from 'node:fs/promises'
import type { FreeSpace } from '@paywages/domain/storage/free-space.ts'

export type DiskSpace = { read(): Promise<FreeSpace> }

const KEEP_MS = 1_000

/** Every upload asks; one answer stands for a moment. */
export function openDiskSpace(folder: string): DiskSpace {
  let last: { readonly at: number; readonly space: Promise<FreeSpace> } | undefined
  return {
    read: () => {
      const now = performance.now()
      if (last === undefined || now - last.at >= KEEP_MS) last = { at: now, space: spaceOf(folder) }
      return last.space
    },
  }
}

async function spaceOf(folder: string): Promise<FreeSpace> {
  const { bsize, bavail, blocks } = await statfs(folder)
  return { freeBytes: bsize * bavail, totalBytes: bsize * blocks }
}
