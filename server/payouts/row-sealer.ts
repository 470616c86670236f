// Seals rows in order: the first few at once, the rest of a large sheet on a thread of its own.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { quietEnvironment } from '../adapters/threads/quiet-environment.ts'
import type { Services } from '../app-services.ts'
import {
  type NumberedRow,
  packPlain,
  type SealedBatch,
  type SealedRow,
  sealRows,
  unpackSealed,
} from './seal-row.ts'

export type RowSealer = {
  seal(batch: SealedBatch, rows: readonly NumberedRow[]): Promise<SealedRow[]>
  close(): Promise<void>
}

/** A handful of rows keeps the calling thread for a few milliseconds; other calls get their turn in between. */
const SLICE = 200

export function openRowSealer(services: Pick<Services, 'cipher' | 'settings'>): RowSealer {
  let thread: SealingThread | undefined
  let isFirst = true
  return {
    seal: (batch, rows) => {
      // Most sheets end with their first chunk, and starting a thread takes longer than sealing that.
      if (isFirst) {
        isFirst = false
        return sealHere(services, batch, rows)
      }
      thread ??= startThread(services.settings)
      return thread.seal(batch, rows)
    },
    close: async () => thread?.end(),
  }
}

async function sealHere(
  { cipher }: Pick<Services, 'cipher'>,
  batch: SealedBatch,
  rows: readonly NumberedRow[],
): Promise<SealedRow[]> {
  const sealed: SealedRow[] = []
  for (let from = 0; from < rows.length; from += SLICE) {
    if (from > 0) await nextTurn()
    sealed.push(...sealRows(cipher, batch, rows.slice(from, from + SLICE)))
  }
  return sealed
}

type SealingThread = {
  seal(batch: SealedBatch, rows: readonly NumberedRow[]): Promise<SealedRow[]>
  end(): Promise<void>
}
type Waiting = { resolve(sealed: SealedRow[]): void; reject(error: Error): void }

function startThread({ secretKey, oldSecretKeys }: Services['settings']): SealingThread {
  const thread = new Worker(new URL('./row-sealer-thread.ts', import.meta.url), {
    workerData: { current: secretKey, old: oldSecretKeys },
    ...quietEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  const waiting = new Map<number, Waiting>()
  let tickets = 0
  const fail = (error: Error) => {
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }
  thread.on('message', ({ ticket, packed }: { ticket: number; packed: string }) => {
    waiting.get(ticket)?.resolve(unpackSealed(packed))
    waiting.delete(ticket)
  })
  thread.on('error', fail)
  thread.on('exit', () => fail(new Error('the sealing thread ended')))
  return {
    seal: (batch, rows) =>
      new Promise((resolve, reject) => {
        tickets += 1
        waiting.set(tickets, { resolve, reject })
        thread.postMessage({ ticket: tickets, batch, packed: packPlain(rows) })
      }),
    end: async () => {
      await thread.terminate()
    },
  }
}
