// The thread that seals and hashes rows: half of an upload's work, kept off the thread that answers calls.

import { parentPort, workerData } from 'node:worker_threads'
import { openCipher } from '../adapters/personal-data/cipher.ts'
import { openKeyRing, type Secrets } from '../adapters/personal-data/key-ring.ts'
import { type PlainRow, sealRow } from './seal-row.ts'

const cipher = openCipher(openKeyRing(workerData as Secrets))

parentPort?.on('message', ({ ticket, rows }: { ticket: number; rows: PlainRow[] }) => {
  parentPort?.postMessage({ ticket, sealed: rows.map((row) => sealRow(cipher, row)) })
})
