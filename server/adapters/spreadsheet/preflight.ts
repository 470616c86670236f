// Decides what an uploaded sheet is by its content, before anything of it is parsed (D13).

import { isSheetName, mayHold } from '@paywages/domain/payouts/sheet-name.ts'
import { type SealedCopy, SealedCopyReader } from '../file-store/sealed-copy.ts'
import { CompoundFile, isCompoundFile } from './compound-file.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { damaged, SheetRefused } from './sheet-refused.ts'
import { decodeText, otherKind } from './sheet-text.ts'
import { openZip, type ZipArchive } from './zip-archive.ts'

export type InspectedSheet =
  | { readonly kind: 'xlsx'; readonly zip: ZipArchive }
  | { readonly kind: 'xls'; readonly workbook: Buffer }
  | { readonly kind: 'text'; readonly text: string }

const ZIP_MARK = Buffer.from('PK\u0003\u0004', 'latin1')
const HEAD_BYTES = 8
const CONTENT_TYPES = '[content_types].xml'

/** Throws SheetRefused for everything but a plain workbook; whoever gets a zip closes it. */
export async function inspectSheet(
  copy: SealedCopy,
  fileName: string,
  limits: SheetLimits,
): Promise<InspectedSheet> {
  if (!isSheetName(fileName)) throw new SheetRefused('sheet-not-named-excel')
  const file = await SealedCopyReader.open(copy)
  let zip: ZipArchive | undefined
  try {
    const head = await readHead(file, limits)
    if (head.subarray(0, ZIP_MARK.length).equals(ZIP_MARK)) {
      const opened = await openZip(file, limits)
      await validatePackage(opened, limits)
      validateName(fileName, 'xlsx')
      zip = opened
      return { kind: 'xlsx', zip }
    }
    if (!isCompoundFile(head)) return { kind: 'text', text: await readText(file, fileName) }
    const workbook = findWorkbook(new CompoundFile(await file.read(0, file.size)))
    validateName(fileName, 'xls')
    return { kind: 'xls', workbook }
  } finally {
    if (zip === undefined) await file.close()
  }
}

async function readText(file: SealedCopyReader, fileName: string): Promise<string> {
  if (!mayHold(fileName, 'text')) throw new SheetRefused('sheet-not-excel')
  const bytes = await file.read(0, file.size)
  const text = decodeText(bytes)
  if (text === undefined) {
    const kind = otherKind(bytes)
    throw new SheetRefused('sheet-not-excel', kind === undefined ? {} : { kind })
  }
  return text
}

async function readHead(file: SealedCopyReader, limits: SheetLimits): Promise<Buffer> {
  if (file.size > limits.fileBytes)
    throw new SheetRefused('sheet-too-large', { megabytes: Math.floor(limits.fileBytes / 1_048_576) })
  if (file.size === 0) throw new SheetRefused('sheet-empty')
  return file.read(0, HEAD_BYTES)
}

/** A zip is a workbook only if it says so; Word files, archives and the binary .xlsb are none. */
async function validatePackage(zip: ZipArchive, limits: SheetLimits): Promise<void> {
  if (!zip.has(CONTENT_TYPES) || !zip.names.some((name) => /^xl\/workbook\d*\.xml$/.test(name)))
    throw new SheetRefused('sheet-not-excel')
  const types = (await zip.read(CONTENT_TYPES, limits.smallPartBytes)).toString('latin1')
  if (
    declaresMacros(types, zip.names) ||
    zip.names.some((name) => /vbaproject|vbadata|^xl\/macrosheets\//.test(name))
  )
    throw new SheetRefused('sheet-macros')
}

const MACRO_TYPE = /macroEnabled|vbaProject|macrosheet/i

/** A default counts only where a part has its extension: SheetJS declares one for .bin in every file it writes. */
function declaresMacros(types: string, names: readonly string[]): boolean {
  for (const [element] of types.matchAll(/<(?:\w+:)?(?:Override|Default)\b[^>]*>/g)) {
    if (!MACRO_TYPE.test(element)) continue
    const extension = /\bExtension\s*=\s*["']([^"']*)["']/i.exec(element)?.[1]
    if (
      extension === undefined ||
      names.some((name) => name.toLowerCase().endsWith(`.${extension.toLowerCase()}`))
    )
      return true
  }
  return false
}

function findWorkbook(file: CompoundFile): Buffer {
  const names = new Set(file.names)
  // Excel wraps a protected .xlsx into an OLE file; a protected .xls is told by a record inside.
  if (names.has('EncryptedPackage') || names.has('EncryptionInfo')) throw new SheetRefused('sheet-password')
  if (!names.has('Workbook') && !names.has('Book')) throw new SheetRefused('sheet-not-excel')
  if (file.names.some((name) => /^_VBA_PROJECT/i.test(name))) throw new SheetRefused('sheet-macros')
  const workbook = file.stream('Workbook')
  if (workbook !== undefined) return workbook
  if (file.stream('Book') !== undefined) throw new SheetRefused('sheet-old-format')
  throw damaged('the workbook is a folder')
}

function validateName(fileName: string, actual: 'xlsx' | 'xls'): void {
  if (!mayHold(fileName, actual)) throw new SheetRefused('sheet-extension-differs', { actual })
}
