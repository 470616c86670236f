// How large a file is, as people say it, and how much of it has been sent.

import { filesLabels as labels } from '../labels.ts'

const KILOBYTE = 1_024
export const MEGABYTE = 1_048_576

export function sizeWords(bytes: number): string {
  if (bytes < MEGABYTE)
    return labels.kilobytes(Math.max(1, Math.round(bytes / KILOBYTE)).toLocaleString('en-US'))
  return labels.megabytes((bytes / MEGABYTE).toFixed(1))
}

/** For progress: always in the same unit, so that two sizes can be compared. */
export function megabytesOf(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1)
}

/** 100 % would mean that the answer is there too. */
export function percentSent({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }): number {
  return totalBytes === 0 ? 0 : Math.min(99, Math.floor((sentBytes / totalBytes) * 100))
}
