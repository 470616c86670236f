// How large a file is, as people say it.

import { filesLabels as labels } from '../labels.ts'

const KILOBYTE = 1_024
const MEGABYTE = 1_048_576

export function sizeWords(bytes: number): string {
  if (bytes < MEGABYTE)
    return labels.kilobytes(Math.max(1, Math.round(bytes / KILOBYTE)).toLocaleString('en-US'))
  return labels.megabytes((bytes / MEGABYTE).toFixed(1))
}
