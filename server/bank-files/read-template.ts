// Reads a bank's template: its first lines as texts, and which of them most likely has the headings; the file is not kept (ADR 83).

import { buffer } from 'node:stream/consumers'
import type { Container } from '@paywages/domain/bank-files/bank-format.ts'
import type { Encoding } from '@paywages/domain/bank-files/encoding.ts'
import { SEPARATORS } from '@paywages/domain/bank-files/format-rules.ts'
import { headingLine } from '@paywages/domain/bank-files/template-headings.ts'
import type { BankTemplate } from '@paywages/wire/bank-files/format-shapes.ts'
import type { Actor } from '../actor.ts'
import { separatorOf } from '../adapters/spreadsheet/csv-rows.ts'
import { type GridKind, readGrids } from '../adapters/spreadsheet/read-grid.ts'
import { SheetRefused } from '../adapters/spreadsheet/sheet-refused.ts'
import { decodeText } from '../adapters/spreadsheet/sheet-text.ts'
import type { Services } from '../app-services.ts'
import { acceptFile } from '../files/accept-file.ts'
import { withLocalCopy } from '../files/local-copy.ts'
import { discardFiles } from '../files/receive-file.ts'
import type { FileRecord } from '../files/store.ts'
import type { ReceivedFile } from '../http/call.ts'
import { Refused } from '../refused.ts'

/** A template has a heading and some examples. */
const MAX_ROWS = 2_000
const SHOWN_LINES = 30
const SHOWN_CELLS = 60
const SHOWN_TEXT = 200

export async function readTemplate(
  services: Services,
  by: Actor,
  files: readonly ReceivedFile[],
): Promise<BankTemplate> {
  const [received] = files
  if (!received) throw new Refused('file-missing')
  try {
    const file = await services.database.transact((tx) =>
      acceptFile(tx, by, received.fileId, { kind: 'bank-template' }),
    )
    const lines = await linesOf(services, file)
    if (lines.length === 0) throw new Refused('template-no-heading')
    const text = file.content === 'csv' ? await textOf(services, file) : undefined
    return {
      name: file.name,
      container: containerOf(file),
      encoding: text?.encoding ?? 'utf-8',
      separator: text?.separator ?? ',',
      lines,
      headingAt: headingLine(lines) ?? null,
    }
  } catch (error) {
    throw inWords(error)
  } finally {
    await discardFiles(services, files)
  }
}

/** As the bank wants it back: one that gives .xls out may take nothing newer. */
const containerOf = ({ content }: FileRecord): Container =>
  content === 'csv' || content === 'xls' ? content : 'xlsx'

function inWords(error: unknown): unknown {
  if (!(error instanceof SheetRefused)) return error
  if (error.code === 'sheet-macros') return new Refused('template-macros')
  const isLarge =
    error.code === 'sheet-too-large' || error.code === 'sheet-too-many-rows' || error.code === 'sheet-bomb'
  return new Refused(isLarge ? 'template-too-large' : 'template-unreadable')
}

/** Of the sheet with headings; further sheets of a template are notes and lists of banks. */
async function linesOf(services: Services, file: FileRecord): Promise<string[][]> {
  const grids = await withLocalCopy(services, file.storeKey, (copy) =>
    readGrids(copy, file.content as GridKind, MAX_ROWS, { texts: 'as-written' }),
  )
  const all = grids.map(({ rows }) =>
    rows
      .slice(0, SHOWN_LINES)
      .map(({ cells }) =>
        Array.from(cells, (cell) => (cell ?? '').slice(0, SHOWN_TEXT)).slice(0, SHOWN_CELLS),
      ),
  )
  return all.find((lines) => headingLine(lines) !== undefined) ?? all.find((lines) => lines.length > 0) ?? []
}

async function textOf(
  services: Services,
  file: FileRecord,
): Promise<{ encoding: Encoding; separator: string }> {
  const body = await services.files.get(file.storeKey)
  if (!body) throw new Refused('file-gone')
  const bytes = await buffer(body.stream)
  const text = decodeText(bytes) ?? ''
  const found = separatorOf(text)
  return {
    encoding: isUtf8(bytes) ? 'utf-8' : 'gbk',
    separator: SEPARATORS.find((one) => one === found) ?? ',',
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
