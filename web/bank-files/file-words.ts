// A bank file in words: what was last done with it, how far it has come, and a digest that people can compare.

import type { FileState } from '@paywages/domain/bank-files/file-life.ts'
import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { BankFileRow } from '@paywages/wire/bank-files/shapes.ts'
import { bankFileLabels as labels } from './labels.ts'

/** A file is carried within its year: 11-16 14:31. */
const time = (at: Date | null): string => (at === null ? '' : shanghaiMinute(at).slice(5))

export function lastStep(file: BankFileRow): string {
  if (file.askerName !== null && file.withdrawnAt === null) return labels.withdrawingBy(file.askerName)
  const [newest] = file.results
  switch (file.state) {
    case 'made':
      return labels.notDownloaded
    case 'downloaded':
      return labels.downloadedBy(file.downloaderName ?? '', time(file.downloadedAt), file.downloadCount)
    case 'imported':
      return labels.importedBy(newest?.importerName ?? '', time(newest?.importedAt ?? null))
    case 'confirmed':
    case 'settled':
      return newest?.decidedAt == null
        ? labels.settledAt(time(file.settledAt))
        : labels.confirmedBy(newest.deciderName ?? '', time(newest.decidedAt))
    case 'withdrawn':
      return labels.withdrawnBy(file.withdrawerName ?? '', time(file.withdrawnAt))
    default:
      return file.bankBatchNo === ''
        ? labels.submittedBy(file.submitterName ?? '', time(file.submittedAt))
        : labels.bankNo(file.bankBatchNo)
  }
}

/** The first eight digits, in two groups; enough to tell two files apart by eye. */
export const shortDigest = (sha256: string): string => `${sha256.slice(0, 4)} ${sha256.slice(4, 8)}`

/** The tiles over the list, each a state that waits for something. */
export const TILES = [
  'made',
  'downloaded',
  'submitted',
  'imported',
  'settled',
] as const satisfies readonly FileState[]

export type Tile = { readonly files: number; readonly rows: number; readonly sumFen: bigint }

/** What is being settled stands with what is settled. */
export function tileOf(files: readonly BankFileRow[], state: (typeof TILES)[number]): Tile {
  const own = files.filter((one) => one.state === state || (state === 'settled' && one.state === 'confirmed'))
  return {
    files: own.length,
    rows: own.reduce((sum, { rowCount }) => sum + rowCount, 0),
    sumFen: own.reduce((sum, { sumFen }) => sum + sumFen, 0n),
  }
}

/** How many of the five steps are behind it. */
export function stepsDone(state: FileState): number {
  return { made: 1, downloaded: 2, submitted: 3, imported: 4, confirmed: 5, settled: 5, withdrawn: 0 }[state]
}
