// Has a large sheet written on a thread, hands its bytes on as fast as they are taken, and ends the thread with a download given up.

import { Readable } from 'node:stream'
import { endThread } from '../adapters/threads/end-thread.ts'
import { openSlots } from '../adapters/threads/slots.ts'
import type { Services } from '../app-services.ts'
import type { SheetPiece, SheetRequest, ToThread } from './sheet-messages.ts'
import { putBack, takeThread } from './spare-threads.ts'

const claimWriter = openSlots(2)

export function sheetOnThread(
  services: Pick<Services, 'settings' | 'keys'>,
  module: URL,
  input: unknown,
): Readable {
  const { databaseUrl, database } = services.settings
  const request: SheetRequest = {
    module: module.href,
    input,
    databaseUrl,
    database: { prepares: database.prepares, timeoutMs: database.timeoutMs },
    secrets: services.keys.secrets,
  }
  return Readable.from(pieces(request), { objectMode: false })
}

async function* pieces(request: SheetRequest): AsyncGenerator<Uint8Array> {
  const leave = await claimWriter()
  const thread = takeThread()
  const arrived: SheetPiece[] = []
  let failure: Error | undefined
  let wake = () => {}
  const arrive = (piece: SheetPiece) => {
    arrived.push(piece)
    wake()
  }
  const fail = (error: Error) => {
    failure ??= error
    wake()
  }
  const end = () => fail(new Error('the writer of the sheet ended without a word'))
  thread.on('message', arrive).on('error', fail).on('exit', end)
  let whole = false
  try {
    thread.postMessage({ request } satisfies ToThread)
    for (;;) {
      const piece = arrived.shift()
      if (piece !== undefined) {
        whole = 'end' in piece
        if ('end' in piece) return
        yield piece.bytes
        thread.postMessage({ taken: true } satisfies ToThread)
      } else if (failure !== undefined) throw failure
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    thread.off('message', arrive).off('error', fail).off('exit', end)
    // Of a download that was given up half way, the query behind it ends with the thread.
    if (whole) putBack(thread)
    else await endThread(thread)
    leave()
  }
}
