// Hands rows to the sealing thread and gives back what it made of them, in order.

import { Worker } from 'node:worker_threads'
import type { Settings } from '../adapters/config/settings.ts'
import type { PlainRow, SealedRow } from './seal-row.ts'

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
  thread.on('message', ({ ticket, sealed }: { ticket: number; sealed: SealedRow[] }) => {
    waiting.get(ticket)?.resolve(sealed)
    waiting.delete(ticket)
  })
  thread.on('error', fail)
  thread.on('exit', () => fail(new Error('the sealing thread ended')))
  return {
    seal: (rows) =>
      new Promise((resolve, reject) => {
        tickets += 1
        waiting.set(tickets, { resolve, reject })
        const plain = rows.map(({ idCardNo, phone, cardNo }) => ({ idCardNo, phone, cardNo }))
        thread.postMessage({ ticket: tickets, rows: plain })
      }),
    close: async () => {
      await thread.terminate()
    },
  }
}
