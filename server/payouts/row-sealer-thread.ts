// The thread that seals and hashes rows: half of an upload's work, kept off the thread that answers calls.

import { parentPort, workerData } from 'node:worker_threads'
import { openCipher } from '../adapters/personal-data/cipher.ts'
import { openKeyRing, type Secrets } from '../adapters/personal-data/key-ring.ts'
import { lowerPriority } from '../adapters/threads/low-priority.ts'
import { packSealed, type SealedBatch, sealRows, unpackPlain } from './seal-row.ts'

lowerPriority()

const cipher = openCipher(openKeyRing(workerData as Secrets))

parentPort?.on(
  'message',
  ({ ticket, batch, packed }: { ticket: number; batch: SealedBatch; packed: string }) => {
    const { batchId, dataKeyId } = batch
    const sealed = sealRows(
      cipher,
      { batchId, dataKeyId, dataKey: Buffer.from(batch.dataKey) },
      unpackPlain(packed),
    )
    parentPort?.postMessage({ ticket, packed: packSealed(sealed) })
  },
)
