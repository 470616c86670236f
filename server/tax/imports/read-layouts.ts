// Reads all import layouts: those shipped beside this file, and an operator's own from a folder, each time they are used.

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readLayout } from '@paywages/domain/tax/import-layout.ts'
import { type Layouts, refuseTwoForOneDay } from '@paywages/domain/tax/layout-in-force.ts'

export const SHIPPED_LAYOUTS = fileURLToPath(new URL('./shipped', import.meta.url))

const MAX_FILE_BYTES = 1_048_576
const MAX_FILES = 500

export type LayoutFolder = { readonly folder: string; readonly isNamed: boolean }

export async function readLayouts({ folder, isNamed }: LayoutFolder): Promise<Layouts> {
  const [shipped, own] = await Promise.all([
    readFolder(SHIPPED_LAYOUTS, false, true),
    readFolder(folder, true, isNamed),
  ])
  return refuseTwoForOneDay({
    known: [...shipped.known, ...own.known],
    refused: [...own.refused, ...shipped.refused],
  })
}

/** A folder that nobody named need not exist. What is no .json in it, or hidden, is no layout. */
async function readFolder(folder: string, own: boolean, mustExist: boolean): Promise<Layouts> {
  let names: string[]
  try {
    names = (await readdir(folder)).filter((name) => /^[^.].*\.json$/i.test(name)).toSorted()
  } catch (error) {
    if (!mustExist && (error as NodeJS.ErrnoException).code === 'ENOENT') return { known: [], refused: [] }
    return unreadable(folder, own, error)
  }
  if (names.length > MAX_FILES) return unreadable(folder, own, new Error(`more than ${MAX_FILES} files`))
  const read = await Promise.all(names.map((name) => readOne(folder, name, own)))
  return { known: read.flatMap(({ known }) => known), refused: read.flatMap(({ refused }) => refused) }
}

async function readOne(folder: string, file: string, own: boolean): Promise<Layouts> {
  let json: string
  try {
    const path = join(folder, file)
    const about = await stat(path)
    // A pipe or a device is read without end.
    if (!about.isFile()) throw new Error('no file')
    const { size } = about
    if (size > MAX_FILE_BYTES) throw new Error(`more than ${MAX_FILE_BYTES} bytes`)
    // Anything but UTF-8 would turn headings into other words.
    json = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    return unreadable(file, own, error)
  }
  const answer = readLayout(json)
  return 'layout' in answer
    ? { known: [{ file, own, layout: answer.layout }], refused: [] }
    : { known: [], refused: [{ file, own, problem: answer.problem }] }
}

function unreadable(file: string, own: boolean, error: unknown): Layouts {
  const { code, message } = error as { readonly code?: string; readonly message: string }
  return { known: [], refused: [{ file, own, problem: { code: 'unreadable', name: code ?? message } }] }
}
