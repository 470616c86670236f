// The worker thread that reads one sheet and ends; its process stays free for other people's calls.

import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../threads/low-priority.ts'
import { type PackedRows, parseSheet, type SheetRequest } from './parse-sheet.ts'
import { RowPacker } from './row-packing.ts'
import type { SheetMessage } from './sheet-messages.ts'
import { SheetRefused } from './sheet-refused.ts'

lowerPriority()

const ROWS_PER_CHUNK = 2_000

/** So many chunks may be under way: the one being stored and the one that waits for it. */
let allowed = 2
let wake: (() => void) | undefined

parentPort?.on('message', () => {
  allowed += 1
  wake?.()
})

const post = (message: SheetMessage): void => parentPort?.postMessage(message)

const packer = new RowPacker(ROWS_PER_CHUNK)
const out: PackedRows = {
  packer,
  async room() {
    post({ kind: 'rows', ...packer.take() })
    allowed -= 1
    while (allowed < 1) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  },
}

try {
  const total = await parseSheet(workerData as SheetRequest, out)
  post({ kind: 'rows', ...packer.take() })
  post({ kind: 'end', total })
} catch (error) {
  if (!(error instanceof SheetRefused)) throw error
  post({ kind: 'refused', code: error.code, detail: error.detail, why: error.why })
}
parentPort?.close()
