// Hands rows to the sealing thread and gives back what it made of them, in order.

import { Worker } from 'node:worker_threads'
import type { Settings } from '../adapters/config/settings.ts'
import { type PlainRow, packPlain, type SealedRow, unpackSealed } from './seal-row.ts'

export type RowSealer = { seal(rows: readonly PlainRow[]): Promise<SealedRow[]>; close(): Promise<void> }

type Waiting = { resolve(sealed: SealedRow[]): void; reject(error: Error): void }

export function openRowSealer(settings: Pick<Settings, 'secretKey' | 'oldSecretKeys'>): RowSealer {
  const secrets = { current: settings.secretKey, old: settings.oldSecretKeys }
  const thread = new Worker(new URL('./row-sealer-thread.ts', import.meta.url), {
    workerData: secrets,
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
    seal: (rows) =>
      new Promise((resolve, reject) => {
        tickets += 1
        waiting.set(tickets, { resolve, reject })
        thread.postMessage({ ticket: tickets, packed: packPlain(rows) })
      }),
    close: async () => {
      await thread.terminate()
    },
  }
}
