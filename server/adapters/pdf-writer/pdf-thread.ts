// The thread that sets PDF pages: loads the compiler and the Chinese fonts once, then makes one document a message.

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { PdfAnswer, PdfJob } from './pdf-job.ts'

const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'))
const compiler = NodeCompiler.create({
  fontArgs: [{ fontPaths: [join(fonts, '400Regular'), join(fonts, '700Bold')] }],
})

/** What the compiler remembers of so many earlier documents; templates share most of their layout. */
const REMEMBERED = 5

parentPort?.on('message', ({ source, json }: PdfJob) => {
  parentPort?.postMessage(make(source, json))
})

function make(source: string, json: string): PdfAnswer {
  try {
    const pdf = compiler.pdf({ mainFileContent: source, inputs: { data: json } })
    compiler.evictCache(REMEMBERED)
    return { pdf }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
