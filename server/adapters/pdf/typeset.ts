// Makes PDF documents with typst in Noto Sans SC; what people wrote travels as data and never as markup.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

const FONTS = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json')))

let compiler: Promise<NodeCompiler> | undefined

/** `source` reads its data by `json(bytes(sys.inputs.data))`. Loaded at the first document: it takes its time and memory. */
export async function typeset(source: string, data: unknown): Promise<Uint8Array> {
  compiler ??= openCompiler()
  const typst = await compiler
  try {
    return typst.pdf({ mainFileContent: source, inputs: { data: JSON.stringify(data) } })
  } finally {
    // Nothing of a document stays behind for the next.
    typst.evictCache(0)
  }
}

async function openCompiler(): Promise<NodeCompiler> {
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler')
  const fontPaths = ['400Regular', '700Bold'].map((weight) => join(FONTS, weight))
  return NodeCompiler.create({ fontArgs: [{ fontPaths }] })
}
