// The thread that looks through one PDF, tells whether it acts by itself, and ends.

import { parentPort, workerData } from 'node:worker_threads'
import { leaveWhenAsked } from '../threads/leave-when-asked.ts'
import { scanPdf, verdictOf } from './scan-pdf.ts'

leaveWhenAsked('listens to nothing else')

const bytes = workerData as Uint8Array

async function isQuiet(): Promise<boolean> {
  const scan = await scanPdf(bytes)
  const verdict = verdictOf(scan)
  if (verdict !== 'unclear') return verdict === 'quiet'
  // The parser takes longer to load than most files to read.
  const { isQuietParsed } = await import('./parse-active.ts')
  return isQuietParsed({ bytes, isAttached: scan.parts.has('attachment') })
}

parentPort?.postMessage(await isQuiet())
