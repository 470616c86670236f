// The thread that seals and hashes rows: half of an upload's work, kept off the thread that answers calls.

import { parentPort, workerData } from 'node:worker_threads'
import { openCipher } from '../adapters/personal-data/cipher.ts'
import { openKeyRing, type Secrets } from '../adapters/personal-data/key-ring.ts'
import { lowerPriority } from '../adapters/threads/low-priority.ts'
import { packSealed, sealRow, unpackPlain } from './seal-row.ts'

lowerPriority()

const cipher = openCipher(openKeyRing(workerData as Secrets))

parentPort?.on('message', ({ ticket, packed }: { ticket: number; packed: string }) => {
  const sealed = unpackPlain(packed).map((row) => sealRow(cipher, row))
  parentPort?.postMessage({ ticket, packed: packSealed(sealed) })
})
