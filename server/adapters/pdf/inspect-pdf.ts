// Decides whether a PDF acts by itself or carries programs; a parser looks in a thread of its own where reading the bytes is not enough.

import { Worker } from 'node:worker_threads'
import { claimReader } from '../spreadsheet/reader-slots.ts'
import { endThread } from '../threads/end-thread.ts'
import { quietEnvironment } from '../threads/quiet-environment.ts'
import { scanPdf, verdictOf } from './scan-pdf.ts'

export type InspectLimits = { readonly seconds: number; readonly heapMegabytes: number }

const LIMITS: InspectLimits = { seconds: 15, heapMegabytes: 256 }
/** Reading the bytes of more would keep other people's calls waiting. */
const READ_HERE_BYTES = 256 * 1024

/** False too for what can be neither read nor unpacked nor parsed in time: nobody can vouch for it. */
export async function isQuietPdf(bytes: Uint8Array, limits: InspectLimits = LIMITS): Promise<boolean> {
  const seen = bytes.length <= READ_HERE_BYTES ? verdictOf(await scanPdf(bytes)) : 'unclear'
  return seen === 'unclear' ? inspectInThread(bytes, limits) : seen === 'quiet'
}

async function inspectInThread(bytes: Uint8Array, limits: InspectLimits): Promise<boolean> {
  const release = await claimReader()
  const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), {
    workerData: bytes,
    // Neither our secrets nor our flags are any business of code that reads strangers' files.
    ...quietEnvironment(),
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 32 },
  })
  try {
    return await new Promise<boolean>((resolve) => {
      const late = setTimeout(() => resolve(false), limits.seconds * 1_000)
      worker.once('message', (isQuiet: boolean) => resolve(isQuiet))
      for (const end of ['error', 'exit'] as const) worker.once(end, () => resolve(false))
      worker.once('exit', () => clearTimeout(late))
    })
  } finally {
    await endThread(worker)
    release()
  }
}
