// Starts the thread that writes a large sheet, hands its bytes on as fast as they are taken, and ends it with the download.

import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { quietEnvironment } from '../adapters/threads/quiet-environment.ts'
import { openSlots } from '../adapters/threads/slots.ts'
import type { Services } from '../app-services.ts'
import type { SheetPiece, SheetRequest } from './sheet-messages.ts'

const HEAP_MEGABYTES = 192
const claimWriter = openSlots(2)

export function sheetOnThread(services: Pick<Services, 'settings'>, module: URL, input: unknown): Readable {
  const { databaseUrl, database, secretKey, oldSecretKeys } = services.settings
  const request: SheetRequest = {
    module: module.href,
    input,
    databaseUrl,
    database: { prepares: database.prepares, timeoutMs: database.timeoutMs },
    secrets: { current: secretKey, old: oldSecretKeys },
  }
  return Readable.from(pieces(request), { objectMode: false })
}

async function* pieces(request: SheetRequest): AsyncGenerator<Uint8Array> {
  const leave = await claimWriter()
  const thread = new Worker(new URL('./sheet-thread.ts', import.meta.url), {
    workerData: request,
    ...quietEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  })
  const arrived: SheetPiece[] = []
  let failure: Error | undefined
  let wake = () => {}
  thread.on('message', (piece: SheetPiece) => {
    arrived.push(piece)
    wake()
  })
  const fail = (error: Error) => {
    failure ??= error
    wake()
  }
  thread.on('error', fail)
  thread.on('exit', () => fail(new Error('the writer of the sheet ended without a word')))
  try {
    for (;;) {
      const piece = arrived.shift()
      if (piece !== undefined) {
        if ('end' in piece) return
        yield piece.bytes
        thread.postMessage('taken')
      } else if (failure !== undefined) throw failure
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    // Also of a download that was given up half way: the query behind it ends with the thread.
    await thread.terminate()
    leave()
  }
}
