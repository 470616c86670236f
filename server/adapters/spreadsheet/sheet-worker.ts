// The worker thread that reads one sheet after the other; its process stays free for other people's calls.

import { parentPort } from 'node:worker_threads'
import { leaveWhenAsked } from '../threads/leave-when-asked.ts'
import { lowerPriority } from '../threads/low-priority.ts'
import { parseSheet, type SheetRequest, surveySheet } from './parse-sheet.ts'
import { RowPacker } from './row-packing.ts'
import type { SheetMessage } from './sheet-messages.ts'
import { SheetRefused } from './sheet-refused.ts'

lowerPriority()
leaveWhenAsked('listens to more')

const ROWS_PER_CHUNK = 2_000
/** So many chunks may be under way: the one being stored and the one that waits for it. */
const UNDER_WAY = 2

let allowed = UNDER_WAY
let wake: (() => void) | undefined

parentPort?.on('message', (message: SheetRequest | 'more') => {
  if (message === 'more') {
    allowed += 1
    wake?.()
    return
  }
  allowed = UNDER_WAY
  // What is no refusal ends the thread.
  void read(message)
})

function post(message: SheetMessage): void {
  parentPort?.postMessage(message, message.kind === 'rows' ? [message.packed.buffer] : [])
}

async function read(request: SheetRequest): Promise<void> {
  const packer = new RowPacker(ROWS_PER_CHUNK)
  const room = async (share?: number) => {
    post({ kind: 'rows', ...packer.take(), share })
    allowed -= 1
    while (allowed < 1) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  try {
    if (request.looksThrough) {
      const question = await surveySheet(request, { packer, room })
      post({ kind: 'question', question })
      return
    }
    const summary = await parseSheet(request, { packer, room })
    post({ kind: 'rows', ...packer.take() })
    post({ kind: 'end', summary })
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    post({ kind: 'refused', code: error.code, detail: error.detail, why: error.why })
  }
}
